import ErosCore
import ErosCrypto
import ErosTrust

/// Withdraws keys in two steps.
///
/// A rotation of targets or online keys publishes two root files. The first trusts old and new
/// keys, and lists the old ones as retiring: no file is signed with those alone any longer. The
/// second drops them. So devices trust the metadata under either file.
extension RootMetadata {
  private static let retiringField = "retiringKeys"

  /// Returns the keys that stay trusted until a rotation is complete.
  ///
  /// - Throws: `TrustError.malformed` if the field is not a list of key IDs.
  func retiringKeyIDs() throws(TrustError) -> Set<String> {
    do {
      guard var fields = try unknown.erosFields() else { return [] }
      return Set(try fields.optionalStrings(Self.retiringField) ?? [])
    } catch {
      throw .malformed(file: "\(version).\(TopLevelRole.root.file)", reason: error.clause)
    }
  }

  private mutating func setRetiringKeyIDs(_ keyIDs: Set<String>) {
    unknown.setErosFields([
      Self.retiringField: keyIDs.isEmpty ? nil : .strings(keyIDs.sorted(by: inByteOrder))
    ])
  }

  /// Returns `nil` if no rotation is unfinished.
  func unfinishedRotation() throws(TrustError) -> RotatedRole? {
    let retiring = try retiringKeyIDs()
    guard !retiring.isEmpty else { return nil }
    return self[.targets].keyIDs.contains { retiring.contains($0) } ? .targets : .online
  }

  /// Drops the retiring keys.
  func withdrawingRetiringKeys() throws(TrustError) -> RootMetadata {
    let retiring = try retiringKeyIDs()
    var next = self
    for role in TopLevelRole.allCases { next[role].keyIDs.removeAll { retiring.contains($0) } }
    next.setRetiringKeyIDs([])
    next.removeUnusedKeys()
    return next
  }

  /// Keeps the keys that `older` trusted for the role, listed as retiring.
  func retiring(keysOf older: RootMetadata, for role: RotatedRole) -> RootMetadata {
    var next = self
    var retiring: Set<String> = []
    for role in role.topLevelRoles {
      let withdrawn = older[role].keyIDs.filter { !self[role].keyIDs.contains($0) }
      next[role].keyIDs += withdrawn
      retiring.formUnion(withdrawn)
    }
    for keyID in retiring { next.keys[keyID] = older.keys[keyID] }
    next.setRetiringKeyIDs(retiring)
    return next
  }

  /// Replaces the keys of a role.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if fewer keys
  ///   are left than must sign, or `CryptoError`.
  func rotating(
    _ role: RotatedRole, to newKeys: [PublicKey]?, threshold: Int?
  ) throws -> RootMetadata {
    var next = self
    if let newKeys {
      let keyIDs = try newKeys.map { try $0.trustKeyID() }
      next.keys.merge(try KeyTable(newKeys)) { first, _ in first }
      for role in role.topLevelRoles { next[role].keyIDs = keyIDs }
    }
    if let threshold { next[.root].threshold = threshold }
    for role in role.topLevelRoles where next[role].threshold > next[role].keyIDs.count {
      throw PublishError.missingKeys(
        role: role.rawValue, found: next[role].keyIDs.count, needed: next[role].threshold,
        keyIDs: [])
    }
    next.removeUnusedKeys()
    return next
  }

  /// Returns `true` if `next` withdraws a key that another role uses too.
  ///
  /// This project never shares keys between roles, but other programs may. Such a key cannot
  /// retire, because the other role would lose it.
  func sharesKeys(of role: RotatedRole, unlike next: RootMetadata) -> Bool {
    let roles = role.topLevelRoles
    let withdrawn = Set(roles.flatMap { self[$0].keyIDs })
      .subtracting(roles.flatMap { next[$0].keyIDs })
    return TopLevelRole.allCases.contains {
      !roles.contains($0) && !withdrawn.isDisjoint(with: self[$0].keyIDs)
    }
  }

  func hasSameKeys(as other: RootMetadata) -> Bool {
    TopLevelRole.allCases.allSatisfy { Set(self[$0].keyIDs) == Set(other[$0].keyIDs) }
  }

  /// Takes over version and expiry as `current`'s successor.
  func following(_ current: RootMetadata, now: Int64) -> RootMetadata {
    var next = self
    next.header = MetadataHeader(
      version: current.version + 1,
      expires: MetadataLifetime.expiry(MetadataLifetime.offline, from: now))
    return next
  }

  private mutating func removeUnusedKeys() {
    let used = Set(TopLevelRole.allCases.flatMap { self[$0].keyIDs })
    keys = keys.filter { used.contains($0.key) }
  }
}
