package android.system;

/** The constants of Linux that the library uses, with the values of x86-64 and ARM64. */
public final class OsConstants {
  // Not constants of the compiler: on Android they are fields that the system fills.
  public static final int O_RDONLY = value(0);
  public static final int O_WRONLY = value(1);
  public static final int O_RDWR = value(2);
  public static final int O_CREAT = value(0100);
  public static final int O_EXCL = value(0200);
  public static final int O_APPEND = value(02000);
  public static final int O_NONBLOCK = value(04000);
  public static final int O_NOFOLLOW = value(0400000);

  public static final int EPERM = value(1);
  public static final int ENOENT = value(2);
  public static final int EINTR = value(4);
  public static final int EIO = value(5);
  public static final int ENXIO = value(6);
  public static final int EAGAIN = value(11);
  public static final int EACCES = value(13);
  public static final int EEXIST = value(17);
  public static final int ENOTDIR = value(20);
  public static final int EISDIR = value(21);
  public static final int EINVAL = value(22);
  public static final int ENFILE = value(23);
  public static final int EMFILE = value(24);
  public static final int EFBIG = value(27);
  public static final int ENOSPC = value(28);
  public static final int EROFS = value(30);
  public static final int ENAMETOOLONG = value(36);
  public static final int ENOTEMPTY = value(39);
  public static final int ELOOP = value(40);
  public static final int EBADMSG = value(74);
  public static final int EOPNOTSUPP = value(95);
  public static final int EDQUOT = value(122);

  private static final int S_IFMT = 0170000;

  private OsConstants() {}

  private static int value(int number) {
    return number;
  }

  public static boolean S_ISREG(int mode) {
    return (mode & S_IFMT) == 0100000;
  }

  public static boolean S_ISDIR(int mode) {
    return (mode & S_IFMT) == 0040000;
  }

  public static boolean S_ISLNK(int mode) {
    return (mode & S_IFMT) == 0120000;
  }
}
