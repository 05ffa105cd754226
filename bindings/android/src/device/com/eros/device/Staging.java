package com.eros.device;

/** The result of {@link ErosDevice#stage}. */
public enum Staging {
  /** The next foreground launch tries the release. */
  STAGED,
  /** The release is already on trial. */
  ALREADY_ON_TRIAL,
  /** The release is already active and confirmed. */
  ALREADY_ACTIVE
}
