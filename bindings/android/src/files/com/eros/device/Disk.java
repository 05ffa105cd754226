package com.eros.device;

import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import android.system.StructStatVfs;
import com.eros.device.FileException.Operation;
import java.io.FileDescriptor;
import java.io.InterruptedIOException;

/**
 * The system calls of the library; the only class that calls {@code android.system.Os}.
 *
 * <p>{@code java.io} cannot sync a folder, create a symlink or tell why a call failed, and {@code
 * java.nio.file} exists from API level 26 on.
 */
final class Disk {
  private static final int FILE_MODE = 0600;
  private static final int FOLDER_MODE = 0700;

  private Disk() {}

  /** Returns the attributes of an item; of a symlink itself. */
  static FileStatus status(String path) throws FileException {
    try {
      return new FileStatus(Os.lstat(path));
    } catch (ErrnoException error) {
      throw new FileException(Operation.READ, path, error.errno);
    }
  }

  /** Returns the attributes of an item, or of the target of a symlink. */
  static FileStatus statusOfTarget(String path) throws FileException {
    try {
      return new FileStatus(Os.stat(path));
    } catch (ErrnoException error) {
      throw new FileException(Operation.READ, path, error.errno);
    }
  }

  /** Returns the attributes of an item, or {@code null} if it does not exist. */
  static FileStatus statusIfExists(String path) throws FileException {
    try {
      return status(path);
    } catch (FileException error) {
      if (error.isMissing()) return null;
      throw error;
    }
  }

  static FileStatus status(FileDescriptor file, String path) throws FileException {
    try {
      return new FileStatus(Os.fstat(file));
    } catch (ErrnoException error) {
      throw new FileException(Operation.READ, path, error.errno);
    }
  }

  /** Returns the free space of the file system of a folder, in bytes. */
  static long freeSpace(String path) throws FileException {
    try {
      // java.io.File.getUsableSpace() returns 0 for an error.
      StructStatVfs status = Os.statvfs(path);
      // Some file systems leave one of both sizes out. Without any, the free space is unknown, and a write tells.
      long unit = status.f_frsize > 0 ? status.f_frsize : status.f_bsize;
      boolean isKnown = unit > 0 && status.f_bavail <= Long.MAX_VALUE / unit;
      // The space of root is not available, so a full disk can have less than nothing.
      return isKnown ? Math.max(0, status.f_bavail) * unit : Long.MAX_VALUE;
    } catch (ErrnoException error) {
      throw new FileException(Operation.READ, path, error.errno);
    }
  }

  static FileDescriptor openForReading(String path, boolean followsLinks) throws FileException {
    // O_NONBLOCK: opening a pipe would wait for its other end.
    int flags = OsConstants.O_RDONLY | OsConstants.O_NONBLOCK;
    return open(path, followsLinks ? flags : flags | OsConstants.O_NOFOLLOW, Operation.READ);
  }

  /** Throws if a folder cannot be listed, because {@code java.io} does not tell why. */
  static void checkListable(String path) throws FileException {
    close(open(path, OsConstants.O_RDONLY, Operation.LIST));
  }

  /** Creates a file that must not exist. */
  static FileDescriptor create(String path) throws FileException {
    int flags =
        OsConstants.O_RDWR | OsConstants.O_CREAT | OsConstants.O_EXCL | OsConstants.O_NOFOLLOW;
    FileDescriptor file = open(path, flags, Operation.CREATE);
    restrict(file);
    return file;
  }

  /** Opens a file for appending, and creates it if it is missing. */
  static FileDescriptor openForAppending(String path) throws FileException {
    int flags = OsConstants.O_WRONLY | OsConstants.O_CREAT | OsConstants.O_APPEND
        | OsConstants.O_NOFOLLOW | OsConstants.O_NONBLOCK;
    return open(path, flags, Operation.CREATE);
  }

  /** Creates an empty file that only its owner can open, unless a file of this name exists. */
  static void createIfMissing(String path) throws FileException {
    int flags = OsConstants.O_RDWR | OsConstants.O_CREAT | OsConstants.O_NOFOLLOW
        | OsConstants.O_NONBLOCK;
    FileDescriptor file = open(path, flags, Operation.CREATE);
    restrict(file);
    close(file);
  }

  private static FileDescriptor open(String path, int flags, Operation operation)
      throws FileException {
    try {
      return Os.open(path, flags, FILE_MODE);
    } catch (ErrnoException error) {
      throw new FileException(operation, path, error.errno);
    }
  }

  /** Removes the permissions of others, whatever the mask of the process is. */
  private static void restrict(FileDescriptor file) {
    try {
      Os.fchmod(file, FILE_MODE);
    } catch (ErrnoException error) {
      // Some file systems have no permissions.
    }
  }

  /** Closes a file; nothing that was synced can be lost by an error. */
  static void close(FileDescriptor file) {
    try {
      Os.close(file);
    } catch (ErrnoException error) {
      // The descriptor is closed nevertheless.
    }
  }

  /** Reads up to {@code count} bytes into a buffer; fewer only at the end of the file. */
  static int read(FileDescriptor file, String path, long offset, byte[] buffer, int count)
      throws FileException {
    int filled = 0;
    try {
      while (filled < count) {
        int read = Os.pread(file, buffer, filled, count - filled, offset + filled);
        if (read <= 0) break;
        filled += read;
      }
    } catch (ErrnoException error) {
      throw new FileException(Operation.READ, path, error.errno);
    } catch (InterruptedIOException error) {
      throw new FileException(Operation.READ, path, OsConstants.EINTR);
    }
    return filled;
  }

  /** Writes bytes at an offset. */
  static void write(FileDescriptor file, String path, long offset, byte[] bytes, int count)
      throws FileException {
    int done = 0;
    try {
      while (done < count) done += Os.pwrite(file, bytes, done, count - done, offset + done);
    } catch (ErrnoException error) {
      throw new FileException(Operation.WRITE, path, error.errno);
    } catch (InterruptedIOException error) {
      throw new FileException(Operation.WRITE, path, OsConstants.EINTR);
    }
  }

  /** Appends bytes to a file that was opened for appending, in one call if the system accepts all. */
  static void append(FileDescriptor file, String path, byte[] bytes) throws FileException {
    int done = 0;
    try {
      while (done < bytes.length) done += Os.write(file, bytes, done, bytes.length - done);
    } catch (ErrnoException error) {
      throw new FileException(Operation.WRITE, path, error.errno);
    } catch (InterruptedIOException error) {
      throw new FileException(Operation.WRITE, path, OsConstants.EINTR);
    }
  }

  static void sync(FileDescriptor file, String path) throws FileException {
    try {
      Os.fsync(file);
    } catch (ErrnoException error) {
      throw new FileException(Operation.SYNC, path, error.errno);
    }
  }

  /** Makes a file, or the names in a folder, durable. */
  static void sync(String path) throws FileException {
    int flags = OsConstants.O_RDONLY | OsConstants.O_NOFOLLOW;
    FileDescriptor file = open(path, flags, Operation.SYNC);
    try {
      sync(file, path);
    } finally {
      close(file);
    }
  }

  static void makeFolder(String path) throws FileException {
    try {
      Os.mkdir(path, FOLDER_MODE);
      Os.chmod(path, FOLDER_MODE);
    } catch (ErrnoException error) {
      throw new FileException(Operation.CREATE, path, error.errno);
    }
  }

  static void rename(String path, String newPath) throws FileException {
    try {
      Os.rename(path, newPath);
    } catch (ErrnoException error) {
      throw new FileException(Operation.RENAME, newPath, error.errno);
    }
  }

  /** Removes a file, a symlink or an empty folder. */
  static void remove(String path) throws FileException {
    try {
      Os.remove(path);
    } catch (ErrnoException error) {
      throw new FileException(Operation.REMOVE, path, error.errno);
    }
  }

  static void link(String target, String path) throws FileException {
    try {
      Os.symlink(target, path);
    } catch (ErrnoException error) {
      throw new FileException(Operation.CREATE, path, error.errno);
    }
  }

  /** Returns the target of a symlink, or {@code null} if the item is missing or not a symlink. */
  static String linkTarget(String path) throws FileException {
    try {
      return Os.readlink(path);
    } catch (ErrnoException error) {
      FileException failure = new FileException(Operation.READ, path, error.errno);
      if (error.errno == OsConstants.EINVAL || failure.indicatesDamage()) return null;
      throw failure;
    }
  }

  /** Returns the user ID of this process. */
  static int user() {
    return Os.geteuid();
  }
}
