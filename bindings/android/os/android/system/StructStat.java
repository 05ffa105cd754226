package android.system;

/** The attributes of a file, as the platform's {@link Os} returns them. */
public final class StructStat {
  public final long st_dev;
  public final long st_ino;
  public final int st_mode;
  public final int st_uid;
  public final int st_gid;
  public final long st_size;

  StructStat(long dev, long ino, int mode, int uid, int gid, long size) {
    st_dev = dev;
    st_ino = ino;
    st_mode = mode;
    st_uid = uid;
    st_gid = gid;
    st_size = size;
  }
}
