package com.eros.device;

/** The result of {@link ErosDevice#failed}. */
public enum Failure {
  /** The release is blocked; the next launch runs another release. */
  BLOCKED,
  /** The token does not belong to the current trial; the failure was only recorded. */
  NOTED
}
