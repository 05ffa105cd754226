package com.eros.device;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashSet;
import java.util.Set;

/**
 * A lock on a folder against other processes and other threads; the system releases it when the process
 * ends.
 *
 * <p>The lock counts only while its file still has the name {@code lock}: if another process deletes the
 * file, a new file is locked.
 */
final class FolderLock {
  private static final long PAUSE = 20;
  /**
   * The folders that this process has locked.
   *
   * <p>Locks of POSIX belong to a process, and closing any descriptor of the file releases them. So a
   * second thread must not even open the file.
   */
  private static final Set<String> LOCKED = new HashSet<String>();

  private final String key;
  private final RandomAccessFile file;

  private FolderLock(String key, RandomAccessFile file) {
    this.key = key;
    this.file = file;
  }

  /**
   * Locks a folder.
   *
   * @return the lock, or {@code null} if another process or thread still holds it after the timeout
   */
  static FolderLock take(Folder folder, long timeout) throws FileException {
    String key = key(folder);
    long start = System.nanoTime();
    while (true) {
      FolderLock lock = tryTake(folder, key);
      if (lock != null) return lock;
      if ((System.nanoTime() - start) / 1_000_000 >= timeout) return null;
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  private static String key(Folder folder) throws FileException {
    try {
      return new File(folder.path).getCanonicalPath();
    } catch (IOException error) {
      throw new FileException(Operation.LOCK, folder.path, OsConstants.EIO);
    }
  }

  private static FolderLock tryTake(Folder folder, String key) throws FileException {
    synchronized (LOCKED) {
      if (!LOCKED.add(key)) return null;
    }
    RandomAccessFile file = null;
    try {
      file = lockedFile(folder);
      return file == null ? null : new FolderLock(key, file);
    } finally {
      if (file == null) release(key);
    }
  }

  /** Opens and locks the file, or returns {@code null} if another process holds the lock. */
  private static RandomAccessFile lockedFile(Folder folder) throws FileException {
    String path = folder.path(Folder.LOCK);
    Disk.createIfMissing(path);
    FileStatus named = Disk.status(path);
    RandomAccessFile file = null;
    FileLock lock = null;
    try {
      file = new RandomAccessFile(path, "rw");
      lock = file.getChannel().tryLock();
      FileStatus now = lock == null ? null : Disk.statusIfExists(path);
      if (now != null && now.isSameFile(named)) return file;
      lock = null;
    } catch (OverlappingFileLockException error) {
      lock = null;
    } catch (IOException error) {
      throw new FileException(Operation.LOCK, path, OsConstants.EIO);
    } finally {
      if (lock == null) close(file);
    }
    return null;
  }

  void release() {
    close(file);
    release(key);
  }

  private static void release(String key) {
    synchronized (LOCKED) {
      LOCKED.remove(key);
    }
  }

  private static void close(RandomAccessFile file) {
    try {
      if (file != null) file.close();
    } catch (IOException error) {
      // The system releases the lock with the descriptor.
    }
  }
}
