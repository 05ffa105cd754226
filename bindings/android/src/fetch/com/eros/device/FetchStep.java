package com.eros.device;

/** A step of {@link ErosDevice#fetch}. */
public enum FetchStep {
  // In the order of eros_fetch_step.
  /** Reads the metadata. */
  CHECK,
  /** Downloads a bundle or a patch. If a patch fails, the bundle follows, with another total. */
  DOWNLOAD,
  /** Verifies and unpacks the release. */
  STAGE
}
