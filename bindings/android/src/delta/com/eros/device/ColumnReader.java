package com.eros.device;

/** A strict reader of the numbers, strings and bytes of a delta; each value has one valid encoding. */
final class ColumnReader {
  private final byte[] bytes;
  /** The path of the delta, for errors. */
  private final String path;
  private int position;

  ColumnReader(byte[] bytes, String path) {
    this.bytes = bytes;
    this.path = path;
  }

  int position() {
    return position;
  }

  int left() {
    return bytes.length - position;
  }

  DeltaException malformed(String reason) {
    return DeltaException.malformed(path, reason);
  }

  String path() {
    return path;
  }

  /** Reads an unsigned number with 7 bits per byte, lowest first. */
  long number() throws DeltaException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position >= bytes.length) throw malformed("it ends within a number");
      byte next = bytes[position++];
      long bits = next & 0x7F;
      if (bits << shift >>> shift != bits) throw malformed("a number is too large");
      value |= bits << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) throw malformed("a number has superfluous bytes");
        return value;
      }
    }
    throw malformed("a number is too large");
  }

  /** Reads a number of which 0, 1, 2, 3, 4 mean 0, -1, 1, -2, 2. */
  long signed() throws DeltaException {
    return unzigzag(number());
  }

  static long unzigzag(long number) {
    return number >>> 1 ^ -(number & 1);
  }

  /** Returns whether the sum of two signed numbers does not fit. */
  static boolean overflows(long left, long right) {
    long sum = left + right;
    return ((left ^ sum) & (right ^ sum)) < 0;
  }

  /** Reads a number that is at most {@code limit}; the error message names it {@code field}. */
  long count(long limit, String field) throws DeltaException {
    long value = number();
    if (Unsigned.greater(value, limit)) {
      throw malformed(
          "its " + field + " is " + Unsigned.text(value) + "; the maximum is " + limit);
    }
    return value;
  }

  boolean flag(String field) throws DeltaException {
    return count(1, field) == 1;
  }

  byte[] take(int count) throws DeltaException {
    if (count > left()) throw malformed("it is truncated");
    position += count;
    return Bytes.range(bytes, position - count, position);
  }

  String digest() throws DeltaException {
    return Hex.encode(take(Hex.SHA256_DIGITS / 2));
  }

  String string(int limit) throws DeltaException {
    String text = Utf8.decode(take((int) count(limit, "string length")));
    if (text == null) throw malformed("a string is not UTF-8");
    return text;
  }
}
