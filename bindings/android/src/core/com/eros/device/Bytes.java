package com.eros.device;

import java.math.BigInteger;
import java.util.Arrays;

/** Operations on arrays of bytes. */
final class Bytes {
  static final byte[] EMPTY = new byte[0];
  /** The number of bytes that files are read, decompressed and written in. */
  static final int CHUNK = 64 * 1024;

  private Bytes() {}

  static byte[] concat(byte[] first, byte[] second) {
    byte[] result = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, result, first.length, second.length);
    return result;
  }

  /** Returns a copy of the bytes from {@code start} to {@code end}, which are in range. */
  static byte[] range(byte[] bytes, int start, int end) {
    return Arrays.copyOfRange(bytes, start, end);
  }

  /** Returns a number that is not negative as {@code length} bytes, big-endian. */
  static byte[] unsigned(BigInteger number, int length) {
    byte[] bytes = number.toByteArray();
    byte[] result = new byte[length];
    int count = Math.min(bytes.length, length);
    System.arraycopy(bytes, bytes.length - count, result, length - count, count);
    return result;
  }

  static boolean startsWith(byte[] bytes, byte[] prefix) {
    if (bytes.length < prefix.length) return false;
    for (int index = 0; index < prefix.length; index++) {
      if (bytes[index] != prefix[index]) return false;
    }
    return true;
  }
}
