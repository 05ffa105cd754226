package com.eros.device;

/** A reader for little-endian numbers; a read beyond the end returns 0 and sets {@link #isOverrun}. */
final class LittleEndian {
  private final byte[] bytes;
  private final int end;
  private int position;
  /** Whether a read went beyond the end. */
  boolean isOverrun;

  LittleEndian(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  LittleEndian(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    position = start;
  }

  int remaining() {
    return end - position;
  }

  int uint16() {
    return (int) number(2);
  }

  long uint32() {
    return number(4);
  }

  /** Returns an unsigned number; one of 2⁶³ or more is negative. */
  long uint64() {
    return number(8);
  }

  byte[] take(int count) {
    if (count > remaining()) {
      isOverrun = true;
      position = end;
      return Bytes.EMPTY;
    }
    position += count;
    return Bytes.range(bytes, position - count, position);
  }

  private long number(int count) {
    if (count > remaining()) {
      isOverrun = true;
      position = end;
      return 0;
    }
    long value = 0;
    for (int index = count - 1; index >= 0; index--) {
      value = value << 8 | bytes[position + index] & 0xFF;
    }
    position += count;
    return value;
  }
}
