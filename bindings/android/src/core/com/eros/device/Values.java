package com.eros.device;

/** Comparisons of values that may be {@code null}. */
final class Values {
  private Values() {}

  static boolean areEqual(Object left, Object right) {
    return left == null ? right == null : left.equals(right);
  }
}
