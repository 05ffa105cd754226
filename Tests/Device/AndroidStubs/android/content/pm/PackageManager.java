package android.content.pm;

public class PackageManager {
  public PackageInfo getPackageInfo(String packageName, int flags) throws NameNotFoundException {
    throw new NameNotFoundException();
  }

  public static class NameNotFoundException extends Exception {
    private static final long serialVersionUID = 1;
  }
}
