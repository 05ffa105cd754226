/// Collects the roles whose keys a command lacks, so that one error names all of them.
///
/// ```swift
/// var missing = MissingKeys()
/// let signers = try missing.collect { try keys.signers(for: channelKeys, of: "my-app-production") }
/// let online = try missing.collect { try keys.signers(of: .snapshot, under: root) }
/// try missing.check()
/// ```
struct MissingKeys {
  private var error: PublishError?

  /// Returns the signers of `body`, or none if it throws an error about missing keys.
  ///
  /// - Throws: The other errors of `body`.
  mutating func collect(
    _ body: () throws -> [any MetadataSigner]
  ) throws -> [any MetadataSigner] {
    do {
      return try body()
    } catch let missing as PublishError {
      guard case .missingKeys(let role, _, _, let keyIDs, _, _) = missing else { throw missing }
      error =
        error?.addingMissingKeys(.init(role: role, keyIDs: keyIDs)) ?? missing
      return []
    }
  }

  /// Throws one error about all roles whose keys are missing.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``.
  func check() throws(PublishError) {
    if let error { throw error }
  }
}

extension PublishError {
  /// A role whose keys a command lacks.
  package struct MissingRole: Equatable, Sendable {
    /// The name of the role.
    let role: String
    /// The IDs of the missing keys.
    let keyIDs: [String]
  }

  /// Returns this error about missing keys with another role, unless the same keys are missing for both:
  /// one online key usually signs the snapshot and the timestamp.
  fileprivate func addingMissingKeys(_ other: MissingRole) -> PublishError {
    guard
      case .missingKeys(let role, let found, let needed, let keyIDs, let given, let others) = self,
      !([MissingRole(role: role, keyIDs: keyIDs)] + others).contains(where: {
        $0.keyIDs == other.keyIDs
      })
    else { return self }
    return .missingKeys(
      role: role, found: found, needed: needed, keyIDs: keyIDs, given: given,
      others: others + [other])
  }
}
