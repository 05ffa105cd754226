package com.eros.device;

import java.math.BigInteger;

/** A reader for the elements of a DER encoding, with definite, minimal lengths below 64 KiB. */
final class DerReader {
  static final int INTEGER = 0x02;
  static final int BIT_STRING = 0x03;
  static final int NULL = 0x05;
  static final int OBJECT_IDENTIFIER = 0x06;
  static final int SEQUENCE = 0x30;

  private final byte[] bytes;
  private int position;

  DerReader(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  /** Returns the contents of the next element, or {@code null} if it has another tag or a malformed length. */
  byte[] contents(int tag) {
    if (bytes.length - position < 2 || (bytes[position] & 0xFF) != tag) return null;
    int start = position + 2;
    int length = bytes[position + 1] & 0xFF;
    if (length >= 0x80) {
      int count = length & 0x7F;
      if (count < 1 || count > 2 || bytes.length - start < count) return null;
      length = 0;
      for (int index = 0; index < count; index++) length = length << 8 | bytes[start++] & 0xFF;
      if (length < (count == 1 ? 0x80 : 0x100)) return null;
    }
    if (bytes.length - start < length) return null;
    position = start + length;
    return Bytes.range(bytes, start, position);
  }

  /** Returns a reader for the contents of the next element, a sequence, or {@code null}. */
  DerReader sequence() {
    byte[] contents = contents(SEQUENCE);
    return contents == null ? null : new DerReader(contents);
  }

  /** Returns the next element, an integer that is not negative, or {@code null}. */
  BigInteger unsignedInteger() {
    byte[] number = contents(INTEGER);
    if (number == null || number.length == 0 || number[0] < 0) return null;
    boolean isMinimal = number[0] != 0 || number.length == 1 || number[1] < 0;
    return isMinimal ? new BigInteger(1, number) : null;
  }
}
