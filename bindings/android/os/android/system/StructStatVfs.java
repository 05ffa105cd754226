package android.system;

/** The attributes of a file system, as the platform's {@link Os} returns them. */
public final class StructStatVfs {
  public final long f_bsize;
  public final long f_frsize;
  public final long f_bavail;

  /** Creates the attributes of a file system; Android's constructor has more of them. */
  public StructStatVfs(long bsize, long frsize, long bavail) {
    f_bsize = bsize;
    f_frsize = frsize;
    f_bavail = bavail;
  }
}
