package com.eros.device;

/** The result of {@link ErosDevice#adopt}. */
public enum Adoption {
  /** The release of the legacy client is installed. */
  ADOPTED,
  /** The old folder has no release. */
  NOTHING_TO_ADOPT,
  /** The folder of the device already has a release; nothing has changed. */
  ALREADY_INSTALLED
}
