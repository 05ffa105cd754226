package com.eros.device;

/** The limits on the metadata that a device downloads. */
final class TrustLimits {
  /**
   * The highest accepted version of a metadata file.
   *
   * <p>Without this limit, an attacker with a stolen key could publish the highest integer, and no newer version
   * could replace it.
   */
  static final long MAXIMUM_VERSION = 1L << 31;

  /** The maximum length of root metadata, in bytes. */
  int rootBytes = 512_000;
  /** The maximum length of timestamp metadata, in bytes. */
  int timestampBytes = 16_384;
  /** The maximum length of snapshot metadata, in bytes. */
  int snapshotBytes = 2_000_000;
  /** The maximum length of the targets metadata of one role, in bytes. */
  int targetsBytes = 5_000_000;
  /** The maximum length of all targets metadata read in one search, in bytes. */
  int searchBytes = 8_000_000;
  /** The maximum number of new root files per update. */
  int rootRotations = 256;
  /** The maximum number of delegated roles visited per search. */
  int searchedRoles = 32;

  /** Returns the maximum length of the metadata of a targets role, in bytes. */
  int bytes(String role) {
    return role.equals(Brake.ROLE) ? Math.min(targetsBytes, Brake.MAXIMUM_LENGTH) : targetsBytes;
  }
}
