package com.eros.device;

/** The result of {@link ErosDevice#stage}. */
public enum Staging {
  /** The next foreground launch tries the release. A release that requires a newer app waits for that app. */
  STAGED,
  /** The release is already on trial. */
  ALREADY_ON_TRIAL,
  /** The release is already active and confirmed. */
  ALREADY_ACTIVE
}
