package com.eros.device;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;
import java.io.FileDescriptor;
import java.security.MessageDigest;

/** An open regular file that any thread can read at any offset. */
final class OpenFile implements ZipSource, AutoCloseable {
  private final String path;
  private final FileDescriptor file;
  private final long size;

  /** Opens a file; a folder, a pipe or a device is an error. */
  OpenFile(String path, boolean followsLinks) throws FileException {
    this.path = path;
    file = Disk.openForReading(path, followsLinks);
    boolean isFile = false;
    try {
      FileStatus status = Disk.status(file, path);
      if (!status.isFile) {
        int errno = status.isFolder ? OsConstants.EISDIR : OsConstants.EOPNOTSUPP;
        throw new FileException(Operation.READ, path, errno);
      }
      size = status.size;
      isFile = true;
    } finally {
      if (!isFile) Disk.close(file);
    }
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public byte[] read(long offset, int count) throws FileException {
    byte[] buffer = new byte[(int) Math.max(0, Math.min(count, size - offset))];
    int filled = Disk.read(file, path, offset, buffer, buffer.length);
    return filled == buffer.length ? buffer : Bytes.range(buffer, 0, filled);
  }

  /** Returns the SHA-256 of the file, and copies it to {@code copy} unless that is {@code null}. */
  String sha256(NewFile copy) throws FileException {
    MessageDigest sha256 = Hashing.sha256();
    long offset = 0;
    for (byte[] chunk = read(0, Bytes.CHUNK); chunk.length > 0;) {
      sha256.update(chunk);
      if (copy != null) copy.write(chunk);
      offset += chunk.length;
      chunk = read(offset, Bytes.CHUNK);
    }
    return Hex.encode(sha256.digest());
  }

  @Override
  public void close() {
    Disk.close(file);
  }

  /** Reads a file of at most {@code limit} bytes. */
  static byte[] readAll(String path, long limit, boolean followsLinks) throws FileException {
    try (OpenFile file = new OpenFile(path, followsLinks)) {
      if (file.size > limit) throw new FileException(Operation.READ, path, OsConstants.EFBIG);
      return file.read(0, (int) file.size);
    }
  }
}
