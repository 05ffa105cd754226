package com.eros.device;

/** A zip or a patch in memory. */
final class ZipBytes implements ZipSource {
  private final byte[] bytes;
  private final String path;

  ZipBytes(byte[] bytes, String path) {
    this.bytes = bytes;
    this.path = path;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public byte[] read(long offset, int count) {
    if (offset < 0 || offset >= bytes.length) return Bytes.EMPTY;
    int start = (int) offset;
    return Bytes.range(bytes, start, start + Math.min(count, bytes.length - start));
  }
}
