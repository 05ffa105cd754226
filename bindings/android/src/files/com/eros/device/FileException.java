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
        remedy(errno));
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

  private static String remedy(int errno) {
    if (isDiskFull(errno)) return "free disk space and try again";
    if (errno == OsConstants.EROFS) return "choose a writable folder";
    if (errno == OsConstants.EACCES || errno == OsConstants.EPERM) return "check the permissions";
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
