package com.eros.device;

/** The result of {@link ErosDevice#confirm}. */
public enum Confirmation {
  // In the order of eros_confirmation.
  /** The release is confirmed; the next launch runs it without a trial. */
  CONFIRMED,
  /** No release is on trial. */
  NOTHING_ON_TRIAL,
  /** The token belongs to another trial; nothing has changed. */
  STALE_TOKEN
}
