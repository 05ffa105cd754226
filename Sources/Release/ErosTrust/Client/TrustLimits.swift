/// The limits on the metadata that a device downloads.
package struct TrustLimits: Sendable {
  /// The default limits.
  package static let standard = TrustLimits()
  /// The highest accepted version of a metadata file.
  ///
  /// An attacker with a stolen key could otherwise publish the highest number that fits, so that no
  /// later version could replace it.
  package static let maximumVersion: Int64 = 1 << 31

  /// The maximum number of bytes of root metadata.
  package var rootBytes = 512_000
  /// The maximum number of bytes of timestamp metadata.
  package var timestampBytes = 16_384
  /// The maximum number of bytes of snapshot metadata.
  package var snapshotBytes = 2_000_000
  /// The maximum number of bytes of the targets metadata of one role.
  package var targetsBytes = 5_000_000
  /// The maximum number of bytes of targets metadata that one search reads.
  package var searchBytes = 8_000_000
  /// The maximum number of new root files in one update.
  package var rootRotations = 256
  /// The maximum number of delegated roles that one search visits.
  package var searchedRoles = 32

  package init() {}

  /// Returns the maximum number of bytes of the metadata of a targets role.
  func bytes(of role: RoleName) -> Int {
    role == Brake.role ? min(targetsBytes, Brake.maximumLength) : targetsBytes
  }
}
