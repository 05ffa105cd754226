package android.system;

/** The attributes of a file system, as the platform's {@link Os} returns them. */
public final class StructStatVfs {
  public final long f_frsize;
  public final long f_bavail;

  StructStatVfs(long frsize, long bavail) {
    f_frsize = frsize;
    f_bavail = bavail;
  }
}
