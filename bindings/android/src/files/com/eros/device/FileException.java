package com.eros.device;

import android.system.Os;
import android.system.OsConstants;

/** A failed file operation. */
final class FileException extends ErosException {
  /** An operation on a file or folder. */
  enum Operation {
    READ("read"), LIST("list"), CREATE("create"), WRITE("write"), SYNC("sync"), RENAME("rename"),
    REMOVE("remove"), LOCK("lock");

    private final String verb;

    Operation(String verb) {
      this.verb = verb;
    }
  }

  private static final long serialVersionUID = 1;
  /** The error of ext4 and XFS for corrupt structures; {@code OsConstants} lacks it. */
  private static final int EUCLEAN = 117;

  final Operation operation;
  final String path;
  final int errno;

  FileException(Operation operation, String path, int errno) {
    super(
        code(operation, errno),
        "cannot " + operation.verb + " " + DisplayText.quote(path) + ": " + Os.strerror(errno),
        remedy(operation, path, errno));
    this.operation = operation;
    this.path = path;
    this.errno = errno;
  }

  private static int code(Operation operation, int errno) {
    if (operation == Operation.LOCK && errno == OsConstants.EAGAIN) return BUSY;
    if (errno == OsConstants.EIO || isDiskFull(errno)) return IO_ERROR;
    if (errno == OsConstants.EMFILE || errno == OsConstants.ENFILE) return IO_ERROR;
    switch (operation) {
      case READ:
        return errno == OsConstants.EFBIG ? BAD_DATA : NOT_FOUND;
      case LIST:
        return NOT_FOUND;
      case CREATE:
      case LOCK:
      case RENAME:
        return CANNOT_CREATE;
      default:
        return IO_ERROR;
    }
  }

  /** Returns the remedy for the developer of an app. */
  private static String remedy(Operation operation, String path, int errno) {
    boolean isRead = operation == Operation.READ;
    boolean isCreate = operation == Operation.CREATE;
    boolean isList = operation == Operation.LIST;
    if ((isRead || isList) && errno == OsConstants.ENOENT || isRead && errno == OsConstants.ENOTDIR) {
      return path.startsWith("/") ? "check the path" : "pass an absolute path";
    }
    if (errno == OsConstants.EACCES || errno == OsConstants.EPERM) {
      String remedy = "check the " + (isRead || isList ? "read" : "write") + " permission";
      return errno == OsConstants.EACCES
          ? remedy : remedy + "; on a locked phone, try again after it is unlocked";
    }
    if (errno == OsConstants.ELOOP) return "the path contains a symlink to itself; correct it";
    if (isDiskFull(errno)) return "free disk space and try again";
    if (errno == OsConstants.EIO) return "restart the device; if the error stays, its storage is damaged";
    if (errno == OsConstants.EROFS) return "choose a writable folder, such as one in `getNoBackupFilesDir()`";
    if (errno == OsConstants.ENAMETOOLONG) {
      return "use a shorter name; a file has a longer one while it is written";
    }
    if (errno == OsConstants.EMFILE || errno == OsConstants.ENFILE) {
      return "close files and sockets that the app no longer needs";
    }
    if (isRead && errno == OsConstants.EFBIG) {
      return "check the path: the file exceeds the size limit for its kind";
    }
    if (operation == Operation.LOCK && errno == OsConstants.EAGAIN) {
      return "another process is using it; try again when it has finished";
    }
    return remedyOfKind(isRead, isCreate, isList, errno);
  }

  /** Returns the remedy if an item is of the wrong kind. */
  private static String remedyOfKind(
      boolean isRead, boolean isCreate, boolean isList, int errno) {
    if (isCreate && errno == OsConstants.ENOENT) return "create the parent folder first";
    if (isCreate && errno == OsConstants.EEXIST) {
      return "the path exists, perhaps as a broken symlink; remove it or choose another name";
    }
    if ((isRead || isCreate) && errno == OsConstants.EOPNOTSUPP) {
      return "use a regular file, not a pipe or a device";
    }
    if ((isRead || isCreate) && errno == OsConstants.EISDIR) return "use a file, not a folder";
    if ((isList || isCreate) && errno == OsConstants.ENOTDIR) return "use a folder, not a file";
    return null;
  }

  private static boolean isDiskFull(int errno) {
    return errno == OsConstants.ENOSPC || errno == OsConstants.EDQUOT;
  }

  boolean isDiskFull() {
    return isDiskFull(errno);
  }

  boolean isMissing() {
    return errno == OsConstants.ENOENT;
  }

  /** Returns whether a file or folder was read, not changed. */
  boolean isReading() {
    return operation == Operation.READ || operation == Operation.LIST;
  }

  /**
   * Returns whether the error shows that a known file is missing, replaced or unreadable.
   *
   * <p>Other errors, such as missing permissions, may be temporary: while a phone is locked, the system denies
   * access to files that are intact. They must reach the caller before a decision that changes files.
   */
  boolean indicatesDamage() {
    return errno == OsConstants.ENOENT || errno == OsConstants.ENOTDIR
        || errno == OsConstants.EISDIR || errno == OsConstants.ELOOP || errno == OsConstants.EIO
        || errno == OsConstants.EOPNOTSUPP || errno == OsConstants.ENXIO
        || errno == OsConstants.EFBIG || errno == OsConstants.EBADMSG || errno == EUCLEAN;
  }

  /** The error of a file that a sandbox did not create, with the name that it needs. */
  static FileException exists(String path) {
    return new FileException(Operation.CREATE, path, OsConstants.EEXIST);
  }
}
