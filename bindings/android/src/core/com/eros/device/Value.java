package com.eros.device;

import java.util.Arrays;

/** A value that is equal to another one if all its parts are. */
abstract class Value {
  /** Returns the parts, which may be {@code null}. */
  abstract Object[] parts();

  @Override
  public final boolean equals(Object other) {
    return other != null && other.getClass() == getClass()
        && Arrays.equals(parts(), ((Value) other).parts());
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(parts());
  }

  static boolean areEqual(Object left, Object right) {
    return left == null ? right == null : left.equals(right);
  }
}
