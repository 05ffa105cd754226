package android.content;

import android.content.pm.PackageManager;
import android.content.res.AssetManager;
import java.io.File;

/** The storage of an app is in a folder, which its assets are in, too. */
public abstract class Context {
  private final File folder;

  protected Context() {
    this(new File("app"));
  }

  protected Context(File folder) {
    this.folder = folder;
  }

  public Context getApplicationContext() {
    return this;
  }

  public AssetManager getAssets() {
    return new AssetManager(new File(folder, "assets"));
  }

  public File getCacheDir() {
    return new File(folder, "cache");
  }

  public File getNoBackupFilesDir() {
    return new File(folder, "no_backup");
  }

  public PackageManager getPackageManager() {
    return new PackageManager();
  }

  public String getPackageName() {
    return "";
  }
}
