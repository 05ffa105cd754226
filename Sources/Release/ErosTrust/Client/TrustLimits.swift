/// The limits on the metadata that a device downloads.
package struct TrustLimits: Sendable {
  /// The default limits.
  package static let standard = TrustLimits()
  /// The highest accepted version of a metadata file.
  ///
  /// Without this limit, an attacker with a stolen key could publish the highest integer, and no
  /// newer version could replace it.
  package static let maximumVersion: Int64 = 1 << 31

  /// The maximum length of root metadata, in bytes.
  package var rootBytes = 512_000
  /// The maximum length of timestamp metadata, in bytes.
  package var timestampBytes = 16_384
  /// The maximum length of snapshot metadata, in bytes.
  package var snapshotBytes = 2_000_000
  /// The maximum length of the targets metadata of one role, in bytes.
  package var targetsBytes = 5_000_000
  /// The maximum length of all targets metadata read in one search, in bytes.
  var searchBytes = 8_000_000
  /// The maximum number of new root files per update.
  package var rootRotations = 256
  /// The maximum number of delegated roles visited per search.
  var searchedRoles = 32

  /// Returns the maximum length of a targets role's metadata, in bytes.
  func bytes(of role: RoleName) -> Int {
    role == Brake.role ? min(targetsBytes, Brake.maximumLength) : targetsBytes
  }
}
