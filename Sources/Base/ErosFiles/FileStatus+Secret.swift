import SystemPackage

/// A reason not to keep a secret in a file.
package enum SecretExposure: Equatable, Sendable {
  /// Another user owns the file and can replace it.
  case otherOwner
  /// Other users can read or write the file.
  case openToOthers(permissions: UInt32)
}

extension FileStatus {
  private static let rootUser: UInt32 = 0

  /// Returns a reason not to keep a secret in the file, or `nil` if you may keep it there.
  ///
  /// Pass `true` as `allowsRoot` for a service's secrets: root may then own the file, and its group
  /// may read it.
  package func exposure(allowsRoot: Bool = false) -> SecretExposure? {
    let isOfRoot = allowsRoot && owner == Self.rootUser
    guard isOfRoot || owner == UInt32(geteuid()) else { return .otherOwner }
    let others: UInt32 = isOfRoot ? 0o037 : 0o077
    return permissions & others == 0 ? nil : .openToOthers(permissions: permissions & 0o777)
  }
}
