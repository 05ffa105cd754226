package com.eros.device;

/** The reason why {@link ErosDevice#fetch} could not check for updates. */
public enum CheckFailure {
  // In the order of eros_check_failure.
  /** The store is out of reach or answers with an error. */
  UNAVAILABLE,
  /**
   * Metadata has expired: the clock is wrong, a cache is out of date, or the publisher must sign
   * again.
   */
  EXPIRED,
  /** An answer is not trusted metadata, for example because a network requires a login. */
  REFUSED;

  /** Returns the reason of an {@code eros_check_failure}, or null for 0 and for newer ones. */
  static CheckFailure of(int value) {
    return value > 0 && value <= values().length ? values()[value - 1] : null;
  }
}
