import SystemPackage

/// The reason why a file is not safe for a secret.
package enum SecretExposure: Equatable, Sendable {
  /// Another user owns the file, and can replace it.
  case otherOwner
  /// Other users can read or write the file.
  case openToOthers(permissions: UInt32)
}

extension FileStatus {
  private static let rootUser: UInt32 = 0

  /// Returns the reason why the file is not safe for a secret.
  ///
  /// - Parameter allowsRoot: Whether root may own the file, and its group may then read it, as for the secrets
  ///   of a service.
  /// - Returns: `nil` if the file is safe.
  package func exposure(allowsRoot: Bool = false) -> SecretExposure? {
    let isOfRoot = allowsRoot && owner == Self.rootUser
    guard isOfRoot || owner == UInt32(geteuid()) else { return .otherOwner }
    let others: UInt32 = isOfRoot ? 0o037 : 0o077
    return permissions & others == 0 ? nil : .openToOthers(permissions: permissions & 0o777)
  }
}
