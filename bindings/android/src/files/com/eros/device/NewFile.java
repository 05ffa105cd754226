package com.eros.device;

import java.io.FileDescriptor;

/** A newly created file. */
final class NewFile implements AutoCloseable {
  final String path;
  private final FileDescriptor file;
  private long end;
  private boolean isOpen = true;

  NewFile(String path) throws FileException {
    this.path = path;
    file = Disk.create(path);
  }

  /** Appends bytes. */
  void write(byte[] bytes) throws FileException {
    write(end, bytes);
  }

  /** Writes bytes at an offset. */
  void write(long offset, byte[] bytes) throws FileException {
    Disk.write(file, path, offset, bytes, bytes.length);
    end = Math.max(end, offset + bytes.length);
  }

  /** Makes the written bytes durable. */
  void sync() throws FileException {
    Disk.sync(file, path);
  }

  /** Closes the file; a second call does nothing. */
  @Override
  public void close() {
    if (!isOpen) return;
    isOpen = false;
    Disk.close(file);
  }
}
