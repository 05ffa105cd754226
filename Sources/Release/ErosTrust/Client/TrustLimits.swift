/// Limits on the metadata that a device downloads.
package struct TrustLimits: Sendable {
  package static let standard = TrustLimits()
  /// No metadata file may have a higher version.
  ///
  /// An attacker with a stolen key could otherwise publish the highest integer, and nothing newer
  /// could follow.
  package static let maximumVersion: Int64 = 1 << 31

  /// In bytes.
  package var rootBytes = 512_000
  /// In bytes.
  package var timestampBytes = 16_384
  /// In bytes.
  package var snapshotBytes = 2_000_000
  /// In bytes, for one role.
  package var targetsBytes = 5_000_000
  /// Bytes of targets metadata in one search.
  var searchBytes = 8_000_000
  /// New root files in one update.
  package var rootRotations = 256
  /// Delegated roles visited in one search.
  var searchedRoles = 32

  /// In bytes.
  func bytes(of role: RoleName) -> Int {
    role == Brake.role ? min(targetsBytes, Brake.maximumLength) : targetsBytes
  }
}
