package com.eros.device;

/**
 * Arithmetic of unsigned 64-bit numbers, which zips and deltas declare.
 *
 * <p>{@code Long.compareUnsigned} and its relatives exist from API level 26 on.
 */
final class Unsigned {
  private Unsigned() {}

  static boolean less(long left, long right) {
    return (left ^ Long.MIN_VALUE) < (right ^ Long.MIN_VALUE);
  }

  static boolean greater(long left, long right) {
    return less(right, left);
  }

  static long min(long left, long right) {
    return less(left, right) ? left : right;
  }

  /** Returns whether the sum of two numbers does not fit. */
  static boolean overflows(long left, long right) {
    return less(left + right, left);
  }

  static String text(long value) {
    if (value >= 0) return Long.toString(value);
    long quotient = (value >>> 1) / 5;
    return quotient + Long.toString(value - quotient * 10);
  }
}
