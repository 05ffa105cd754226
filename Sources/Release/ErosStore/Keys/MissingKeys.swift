/// Collects roles whose keys are missing, so that one error names them all.
///
/// ```swift
/// var missing = MissingKeys()
/// let signers = try missing.collect { try keys.signers(for: channelKeys, of: "my-app-production") }
/// let online = try missing.collect { try keys.signers(of: .snapshot, under: root) }
/// try missing.check()
/// ```
struct MissingKeys {
  private var error: PublishError?

  /// Returns the signers from `body`, or none if it reports missing keys.
  ///
  /// All other errors are thrown.
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

  /// Throws ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if any keys were
  /// missing.
  func check() throws(PublishError) {
    if let error { throw error }
  }
}

extension PublishError {
  package struct MissingRole: Equatable, Sendable {
    let role: String
    let keyIDs: [String]
  }

  /// Adds a role to this error, unless the same keys are missing already.
  ///
  /// Usually, one online key signs both snapshot and timestamp.
  fileprivate func addingMissingKeys(_ other: MissingRole) -> PublishError {
    guard
      case .missingKeys(let role, let keyCount, let needed, let keyIDs, let given, let others) =
        self,
      !([MissingRole(role: role, keyIDs: keyIDs)] + others).contains(where: {
        $0.keyIDs == other.keyIDs
      })
    else { return self }
    return .missingKeys(
      role: role, found: keyCount, needed: needed, keyIDs: keyIDs, given: given,
      others: others + [other])
  }
}
