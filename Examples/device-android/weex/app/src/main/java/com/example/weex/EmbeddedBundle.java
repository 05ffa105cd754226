package com.example.weex;

import com.eros.device.BundleFiles;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The bundle and the root metadata in the assets of the app. */
final class EmbeddedBundle {
  /** Opens assets by name. */
  interface Assets {
    InputStream open(String name) throws IOException;
  }

  private final Assets assets;
  private final File folder;
  private final long updateTime;

  /**
   * Describes the assets.
   *
   * @param folder the folder of the copies, which contains nothing else
   * @param updateTime the time when the app was installed or updated
   */
  EmbeddedBundle(Assets assets, File folder, long updateTime) {
    this.assets = assets;
    this.folder = folder;
    this.updateTime = updateTime;
  }

  /** Returns the files of the bundle, and copies them in the first start of an installed app. */
  BundleFiles files() throws IOException {
    return new BundleFiles(copy("bundle.zip"), copy("bundle.config"));
  }

  /** Returns the root metadata of the release store. */
  byte[] root() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write("root.json", bytes);
    return bytes.toByteArray();
  }

  /** Returns an asset as a file, because assets are not files. */
  private File copy(String name) throws IOException {
    File copy = new File(folder, updateTime + "-" + name);
    if (copy.exists()) return copy;
    if (!folder.isDirectory() && !folder.mkdirs()) throw new IOException("cannot create " + folder);
    deleteOldCopies();
    File unfinished = new File(copy.getPath() + ".tmp");
    try (FileOutputStream output = new FileOutputStream(unfinished)) {
      write(name, output);
      // Otherwise, the file may be empty after a power cut, with its final name.
      output.getFD().sync();
    }
    if (!unfinished.renameTo(copy)) throw new IOException("cannot rename " + unfinished);
    return copy;
  }

  private void deleteOldCopies() throws IOException {
    File[] files = folder.listFiles();
    if (files == null) throw new IOException("cannot list " + folder);
    for (File file : files) {
      if (!file.getName().startsWith(updateTime + "-") && !file.delete()) {
        throw new IOException("cannot delete " + file);
      }
    }
  }

  private void write(String name, OutputStream output) throws IOException {
    try (InputStream asset = assets.open(name)) {
      byte[] part = new byte[16_384];
      for (int count; (count = asset.read(part)) >= 0; ) output.write(part, 0, count);
    }
  }
}
