package com.eros.device;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;
import java.io.FileDescriptor;

/** An open regular file that any thread can read at any offset. */
final class OpenFile implements ZipSource {
  private static final int CHUNK = 256 * 1024;

  /** Receives the chunks of a file. */
  interface ChunkReader {
    void read(byte[] chunk) throws ErosException;
  }

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

  /** Passes the file in chunks. */
  void forEachChunk(ChunkReader reader) throws ErosException {
    long offset = 0;
    while (true) {
      byte[] chunk = read(offset, CHUNK);
      if (chunk.length == 0) return;
      reader.read(chunk);
      offset += chunk.length;
    }
  }

  void close() {
    Disk.close(file);
  }

  /** Reads a file of at most {@code limit} bytes. */
  static byte[] readAll(String path, long limit, boolean followsLinks) throws FileException {
    OpenFile file = new OpenFile(path, followsLinks);
    try {
      if (file.size > limit) throw new FileException(Operation.READ, path, OsConstants.EFBIG);
      return file.read(0, (int) file.size);
    } finally {
      file.close();
    }
  }
}
