package com.eros.device;

/** The result of {@link ErosDevice#confirm}. */
public enum Confirmation {
  /** The release is confirmed; the next launch runs it without a trial. */
  CONFIRMED,
  /**
   * The token does not belong to the current trial, or no release is on trial; nothing has changed.
   */
  STALE_TOKEN
}
