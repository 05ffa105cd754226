package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The files in the folder of an unpacked release. */
final class ReleaseFolder {
  /** The minimum number of files for a second thread; for fewer, it costs more than it saves. */
  private static final int FEW_FILES = 32;

  /** A file with its size in the file system. */
  static final class File {
    final BundlePath path;
    final long size;

    File(BundlePath path, long size) {
      this.path = path;
      this.size = size;
    }
  }

  private final String root;
  /** The files including {@code md5.json}, sorted by path. */
  final List<File> files = new ArrayList<File>();

  /** Lists all files; an item that a release cannot contain is an error. */
  ReleaseFolder(String root) throws ErosException {
    this.root = root;
    FolderWalk walk = new FolderWalk(root);
    if (!walk.obstacles.isEmpty()) throw DeltaException.notARelease(root, walk.obstacles.get(0));
    for (FolderWalk.File file : walk.files) {
      // A later lookup uses the composed form and would not find another form of the name.
      BundlePath path = BundlePath.canonical(file.path);
      if (path == null) throw DeltaException.notARelease(root, file.path);
      files.add(new File(path, file.size));
    }
  }

  /** Returns the total size of the files in bytes. */
  long size() {
    long size = 0;
    for (File file : files) size += file.size;
    return size;
  }

  /** Returns the files without {@code md5.json}. */
  List<File> filesWithoutManifest() {
    List<File> list = new ArrayList<File>();
    for (File file : files) if (!file.path.isManifest()) list.add(file);
    return list;
  }

  /** Reads and hashes files and returns them in the same order. */
  List<ContentFile> hashed(final List<File> list, int threads) throws ErosException {
    final ContentFile[] hashed = new ContentFile[list.size()];
    Parallel.forEach(
        list.size(), list.size() < FEW_FILES ? 1 : threads,
        new Parallel.Workers() {
          @Override
          public Parallel.Worker create() {
            return new Parallel.Worker() {
              @Override
              public void run(int index) throws ErosException {
                ContentFile file = hash(list.get(index));
                synchronized (hashed) {
                  hashed[index] = file;
                }
              }

              @Override
              public void close() {}
            };
          }
        });
    return Arrays.asList(hashed);
  }

  private ContentFile hash(File listed) throws ErosException {
    OpenFile file = new OpenFile(root + "/" + listed.path.text, false);
    try {
      if (file.size() != listed.size) throw DeltaException.changed(listed.path.text);
      return new ContentFile(listed.path, listed.size, file.sha256(null));
    } finally {
      file.close();
    }
  }
}
