package android.content.res;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The assets are the files in a folder. */
public final class AssetManager {
  private final File folder;

  public AssetManager(File folder) {
    this.folder = folder;
  }

  public InputStream open(String fileName) throws IOException {
    return new FileInputStream(new File(folder, fileName));
  }
}
