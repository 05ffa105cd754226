package android.system;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The methods of Android's {@code Os} that the library calls, over {@code java.nio}.
 *
 * <p>The library is compiled against it and tested with it on a JDK. It is not part of the jar, because Android
 * has its own. A {@link #hook} and a {@link #readHook} can make a call fail.
 */
public final class Os {
  /** A check before a call. */
  public interface Hook {
    void before(String call, String path) throws ErrnoException;
  }

  /** Is called before each call that changes a file. */
  public static volatile Hook hook;
  /** Is called before each call that opens an existing file or folder, or reads its status or its symlink. */
  public static volatile Hook readHook;

  /** Replaces the attributes of all file systems. */
  public static volatile StructStatVfs fileSystem;

  private static final Map<FileDescriptor, FileChannel> OPEN =
      Collections.synchronizedMap(new IdentityHashMap<FileDescriptor, FileChannel>());
  private static final Map<FileDescriptor, Path> PATHS =
      Collections.synchronizedMap(new IdentityHashMap<FileDescriptor, Path>());

  /** The texts of Linux, in the order of {@link #CODES}. */
  private static final String[] TEXTS = {
    "Operation not permitted", "No such file or directory", "Input/output error", "Permission denied",
    "File exists", "Not a directory", "Is a directory", "Too many open files", "No space left on device",
    "Read-only file system", "File name too long", "Directory not empty", "Too many levels of symbolic links",
    "Disk quota exceeded"
  };
  private static final int[] CODES = {
    OsConstants.EPERM, OsConstants.ENOENT, OsConstants.EIO, OsConstants.EACCES,
    OsConstants.EEXIST, OsConstants.ENOTDIR, OsConstants.EISDIR, OsConstants.EMFILE, OsConstants.ENOSPC,
    OsConstants.EROFS, OsConstants.ENAMETOOLONG, OsConstants.ENOTEMPTY, OsConstants.ELOOP,
    OsConstants.EDQUOT
  };

  private Os() {}

  private static void change(String call, String path) throws ErrnoException {
    check(hook, call, path);
  }

  private static void check(Hook hook, String call, String path) throws ErrnoException {
    if (hook != null) hook.before(call, path);
  }

  private static ErrnoException failure(String call, IOException error) {
    return new ErrnoException(call, errno(error));
  }

  private static int errno(IOException error) {
    if (error instanceof NoSuchFileException) return OsConstants.ENOENT;
    if (error instanceof FileAlreadyExistsException) return OsConstants.EEXIST;
    if (error instanceof DirectoryNotEmptyException) return OsConstants.ENOTEMPTY;
    if (error instanceof AccessDeniedException) return OsConstants.EACCES;
    if (error instanceof NotLinkException) return OsConstants.EINVAL;
    String text = String.valueOf(
        error instanceof FileSystemException
            ? ((FileSystemException) error).getReason() : error.getMessage());
    for (int index = 0; index < TEXTS.length; index++) {
      if (text.contains(TEXTS[index])) return CODES[index];
    }
    return OsConstants.EIO;
  }

  public static FileDescriptor open(String path, int flags, int mode) throws ErrnoException {
    Path file = Paths.get(path);
    boolean creates = (flags & OsConstants.O_CREAT) != 0;
    check(creates ? hook : readHook, "open", path);
    Set<OpenOption> options = new HashSet<OpenOption>();
    int access = flags & 3;
    if (access != OsConstants.O_WRONLY) options.add(StandardOpenOption.READ);
    boolean appends = (flags & OsConstants.O_APPEND) != 0;
    if (access != OsConstants.O_RDONLY) options.add(StandardOpenOption.WRITE);
    if (appends) {
      options.remove(StandardOpenOption.READ);
      options.add(StandardOpenOption.APPEND);
    }
    if ((flags & OsConstants.O_NOFOLLOW) != 0) options.add(LinkOption.NOFOLLOW_LINKS);
    if (creates) {
      boolean isExclusive = (flags & OsConstants.O_EXCL) != 0;
      options.add(isExclusive ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
    }
    try {
      FileChannel channel = creates
          ? FileChannel.open(file, options, PosixFilePermissions.asFileAttribute(permissions(mode)))
          : FileChannel.open(file, options);
      FileDescriptor descriptor = new FileDescriptor();
      OPEN.put(descriptor, channel);
      PATHS.put(descriptor, file);
      return descriptor;
    } catch (IOException error) {
      throw failure("open", error);
    }
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
    // In the order of the bits, highest first.
    PosixFilePermission[] all = PosixFilePermission.values();
    for (int index = 0; index < all.length; index++) {
      if ((mode >> (all.length - 1 - index) & 1) != 0) set.add(all[index]);
    }
    return set;
  }

  private static FileChannel channel(FileDescriptor file) throws ErrnoException {
    FileChannel channel = OPEN.get(file);
    if (channel == null) throw new ErrnoException("descriptor", 9);
    return channel;
  }

  public static void close(FileDescriptor file) throws ErrnoException {
    FileChannel channel = channel(file);
    OPEN.remove(file);
    PATHS.remove(file);
    try {
      channel.close();
    } catch (IOException error) {
      throw failure("close", error);
    }
  }

  /** Closes all files, as a kill does. */
  public static void closeAll() throws ErrnoException {
    for (FileDescriptor file : OPEN.keySet().toArray(new FileDescriptor[0])) close(file);
  }

  /** Returns the number of open descriptors, to find leaks. */
  public static int openCount() {
    return OPEN.size();
  }

  public static int pread(FileDescriptor file, byte[] bytes, int offset, int count, long position)
      throws ErrnoException, InterruptedIOException {
    try {
      int read = channel(file).read(ByteBuffer.wrap(bytes, offset, count), position);
      return Math.max(0, read);
    } catch (IOException error) {
      throw failure("pread", error);
    }
  }

  public static int pwrite(FileDescriptor file, byte[] bytes, int offset, int count, long position)
      throws ErrnoException, InterruptedIOException {
    change("pwrite", String.valueOf(PATHS.get(file)));
    try {
      return channel(file).write(ByteBuffer.wrap(bytes, offset, count), position);
    } catch (IOException error) {
      throw failure("pwrite", error);
    }
  }

  public static int write(FileDescriptor file, byte[] bytes, int offset, int count)
      throws ErrnoException, InterruptedIOException {
    change("write", String.valueOf(PATHS.get(file)));
    try {
      return channel(file).write(ByteBuffer.wrap(bytes, offset, count));
    } catch (IOException error) {
      throw failure("write", error);
    }
  }

  public static void fsync(FileDescriptor file) throws ErrnoException {
    change("fsync", String.valueOf(PATHS.get(file)));
    try {
      channel(file).force(true);
    } catch (IOException error) {
      throw failure("fsync", error);
    }
  }

  public static void fchmod(FileDescriptor file, int mode) throws ErrnoException {
    chmod(String.valueOf(PATHS.get(file)), mode);
  }

  public static void chmod(String path, int mode) throws ErrnoException {
    change("chmod", path);
    try {
      Files.setPosixFilePermissions(Paths.get(path), permissions(mode));
    } catch (IOException error) {
      throw failure("chmod", error);
    }
  }

  public static StructStat fstat(FileDescriptor file) throws ErrnoException {
    channel(file);
    return status(PATHS.get(file), false);
  }

  public static StructStat lstat(String path) throws ErrnoException {
    check(readHook, "lstat", path);
    return status(Paths.get(path), false);
  }

  public static StructStat stat(String path) throws ErrnoException {
    check(readHook, "stat", path);
    return status(Paths.get(path), true);
  }

  private static StructStat status(Path path, boolean followsLinks) throws ErrnoException {
    LinkOption[] options =
        followsLinks ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    try {
      Map<String, Object> values = Files.readAttributes(path, "unix:dev,ino,mode,uid,gid,size", options);
      return new StructStat(
          (Long) values.get("dev"), (Long) values.get("ino"), (Integer) values.get("mode"),
          (Integer) values.get("uid"), (Integer) values.get("gid"), (Long) values.get("size"));
    } catch (IOException error) {
      throw failure("stat", error);
    }
  }

  public static StructStatVfs statvfs(String path) throws ErrnoException {
    check(readHook, "statvfs", path);
    try {
      if (fileSystem != null) return fileSystem;
      return new StructStatVfs(1, 1, Files.getFileStore(Paths.get(path)).getUsableSpace());
    } catch (IOException error) {
      throw failure("statvfs", error);
    }
  }

  public static void mkdir(String path, int mode) throws ErrnoException {
    change("mkdir", path);
    try {
      Files.createDirectory(
          Paths.get(path), PosixFilePermissions.asFileAttribute(permissions(mode)));
    } catch (IOException error) {
      throw failure("mkdir", error);
    }
  }

  public static void rename(String path, String newPath) throws ErrnoException {
    change("rename", newPath);
    try {
      Files.move(Paths.get(path), Paths.get(newPath), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException error) {
      throw failure("rename", error);
    }
  }

  public static void remove(String path) throws ErrnoException {
    change("remove", path);
    try {
      Files.delete(Paths.get(path));
    } catch (IOException error) {
      throw failure("remove", error);
    }
  }

  public static void symlink(String target, String path) throws ErrnoException {
    change("symlink", path);
    try {
      Files.createSymbolicLink(Paths.get(path), Paths.get(target));
    } catch (IOException error) {
      throw failure("symlink", error);
    }
  }

  public static String readlink(String path) throws ErrnoException {
    check(readHook, "readlink", path);
    try {
      return Files.readSymbolicLink(Paths.get(path)).toString();
    } catch (IOException error) {
      throw failure("readlink", error);
    }
  }

  public static int geteuid() {
    try {
      return (Integer) Files.getAttribute(Paths.get("/proc/self"), "unix:uid");
    } catch (IOException error) {
      return 0;
    }
  }

  public static String strerror(int errno) {
    for (int index = 0; index < CODES.length; index++) {
      if (CODES[index] == errno) return TEXTS[index];
    }
    return "Unknown error " + errno;
  }
}
