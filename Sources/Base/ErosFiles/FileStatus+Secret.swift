import SystemPackage

/// Why you must not keep a secret in a file.
package enum SecretExposure: Equatable, Sendable {
  /// Another user owns the file, and can replace it.
  case otherOwner
  /// Other users can read or write the file.
  case openToOthers(permissions: UInt32)
}

extension FileStatus {
  private static let rootUser: UInt32 = 0

  /// Returns the reason not to keep a secret in the file.
  ///
  /// - Parameter allowsRoot: Pass `true` for the secrets of a service: root may then own the file, and
  ///   its group may read it.
  /// - Returns: `nil` if you may keep it there.
  package func exposure(allowsRoot: Bool = false) -> SecretExposure? {
    let isOfRoot = allowsRoot && owner == Self.rootUser
    guard isOfRoot || owner == UInt32(geteuid()) else { return .otherOwner }
    let others: UInt32 = isOfRoot ? 0o037 : 0o077
    return permissions & others == 0 ? nil : .openToOthers(permissions: permissions & 0o777)
  }
}
