package com.eros.device;

/** A buffered sequential reader of a range of a zip. */
final class ZipWindow {
  /** More than a record, whose three texts have at most 65,535 bytes each. */
  private static final int SIZE = 256 * 1024;

  private final ZipSource source;
  private final long end;
  private long position;
  private byte[] bytes = Bytes.EMPTY;
  private int start;

  ZipWindow(ZipSource source, long position, long end) {
    this.source = source;
    this.position = position;
    this.end = end;
  }

  long position() {
    return position;
  }

  byte[] take(int count) throws ZipFinding, FileException {
    if (bytes.length - start < count) {
      byte[] rest = Bytes.range(bytes, start, bytes.length);
      long next = position + rest.length;
      bytes = Bytes.concat(rest, source.read(next, (int) Math.min(SIZE, end - next)));
      start = 0;
    }
    if (bytes.length - start < count) {
      throw new ZipFinding(
          FindingCode.DIRECTORY_INVALID,
          "the central directory is truncated at offset " + position);
    }
    start += count;
    position += count;
    return Bytes.range(bytes, start - count, start);
  }
}
