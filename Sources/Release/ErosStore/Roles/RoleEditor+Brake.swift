import ErosCore
package import ErosCrypto
import ErosTrust

extension RoleEditor {
  /// Adds a brake with keys of its own.
  ///
  /// If these keys have signed a brake before, it keeps its limits, because a repair may have lost
  /// its delegation. Otherwise an empty brake is signed if a private key is available. If none is,
  /// the first limit signs the brake.
  ///
  /// - Parameter brakeKeys: Public keys. Each can sign alone.
  /// - Throws: ``PublishError/brakeExists`` if the store has a brake,
  ///   ``PublishError/keyInUse(keyID:role:newRole:)`` if a key signs for another role, or
  ///   ``KeyError`` if a key cannot be used.
  package func addBrake(keys brakeKeys: [PublicKey]) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      let keyIDs = try brakeKeys.map { try $0.trustKeyID() }
      // An earlier attempt succeeded, but its response was lost.
      if isRepeated, state.brakeDelegation?.keys.keyIDs == keyIDs { return ([:], ()) }
      isRepeated = true
      guard state.brakeDelegation == nil else { throw PublishError.brakeExists }
      try KeyUse(state.root, state.targets).check(brakeKeys, for: .brake)
      var targets = state.targets
      try targets.delegateBrake(to: brakeKeys)
      var changes = [TopLevelRole.targets.rawValue: targets]
      if try await isSigned(by: brakeKeys, state) { return (changes, ()) }
      // A removed brake stays in the snapshot, but its keys are not trusted.
      if state.snapshot[Brake.role] != nil || keyIDs.contains(where: { keys.has($0) }) {
        changes[Brake.role.text] = state.root.newBrake
      }
      return (changes, ())
    }
  }

  /// Returns `true` if these keys have signed the current brake and its limits can be read.
  private func isSigned(by brakeKeys: [PublicKey], _ state: StoreState) async throws -> Bool {
    guard let brake = try await readableBrake(state) else { return false }
    let keys = RoleKeys(try brakeKeys.map { try $0.trustKeyID() }, threshold: 1)
    return try brake.isSigned(by: keys, from: KeyTable(brakeKeys))
  }

  /// Removes the brake, so that no limit applies.
  ///
  /// - Throws: ``PublishError/noBrake`` if the store has none, or ``KeyError`` if a key cannot be
  ///   used.
  package func removeBrake() async throws {
    try await editor.update([]) { state in
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      var targets = state.targets
      targets.delegations?.roles.removeAll { $0.name == Brake.role }
      targets.delegations?.removeUnusedKeys()
      return ([TopLevelRole.targets.rawValue: targets], ())
    }
  }

  /// Replaces the keys of the brake, or renews its expiry.
  ///
  /// Limits stay if they can be read.
  func rotateBrake(to newKeys: [PublicKey]?) async throws {
    try await editor.update([]) { state in
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      guard let newKeys else {
        let brake: TargetsMetadata?
        do {
          brake = try await readBrake(state)?.contents
        } catch PublishError.damagedMetadata {
          // No device can read its limits either.
          brake = nil
        }
        return ([Brake.role.text: brake ?? state.root.newBrake], ())
      }
      try KeyUse(state.root, state.targets).check(newKeys, for: .brake)
      var targets = state.targets
      try targets.replaceKeys(of: Brake.role.text, by: newKeys)
      let metadata = try await readableBrake(state)?.contents ?? state.root.newBrake
      return ([TopLevelRole.targets.rawValue: targets, Brake.role.text: metadata], ())
    }
  }

  /// Returns `nil` if the brake was never signed or is damaged.
  ///
  /// Everything else is thrown, because limits must not be lost when the store is briefly
  /// unreachable.
  private func readableBrake(
    _ state: StoreState
  ) async throws -> SignedMetadata<TargetsMetadata>? {
    do {
      return try await readBrake(state)
    } catch PublishError.damagedMetadata {
      return nil
    } catch is ChannelError {
      return nil
    }
  }

  /// Returns the file of the brake, or `nil` if it was never signed.
  ///
  /// Signatures are not verified.
  ///
  /// - Throws: ``PublishError/damagedMetadata(_:)`` if the file differs from its record in the
  ///   snapshot, or `ChannelError` if it is malformed.
  private func readBrake(_ state: StoreState) async throws -> SignedMetadata<TargetsMetadata>? {
    guard let reference = state.snapshot[Brake.role] else { return nil }
    let metadata: SignedMetadata<TargetsMetadata>? = try await store.metadata(
      Brake.role.text, reference, limit: Brake.maximumLength)
    guard let metadata else {
      let file = Brake.role.file(version: reference.version)
      throw PublishError.damagedMetadata("'\(file)' is not the file that the snapshot names")
    }
    _ = try Brake(metadata.contents)
    return metadata
  }

  /// Checks that there is a brake that the keys can sign.
  ///
  /// - Throws: ``PublishError/noBrake`` if there is none,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if keys are missing,
  ///   `TrustError` if metadata is not trusted, or `KeyError` if a key cannot be used.
  package func checkBrake() async throws {
    let state = try await editor.load([])
    guard let delegation = state.brakeDelegation else { throw PublishError.noBrake }
    try keys.check(for: delegation, under: state.root)
  }
}

extension RootMetadata {
  var newBrake: TargetsMetadata {
    var metadata = TargetsMetadata(version: 1, expires: header.expires)
    Brake().write(to: &metadata)
    return metadata
  }
}

extension TargetsMetadata {
  /// Any of the keys can sign alone.
  mutating func delegateBrake(to keys: [PublicKey]) throws {
    var delegations = delegations ?? Delegations(keys: [:], roles: [])
    delegations.keys.merge(try KeyTable(keys)) { first, _ in first }
    delegations.roles.append(
      DelegatedRole(
        Brake.role, keys: RoleKeys(try keys.map { try $0.trustKeyID() }, threshold: 1),
        paths: .patterns([Brake.pattern]), isTerminating: true))
    self.delegations = delegations
  }

  mutating func replaceKeys(of role: String, by newKeys: [PublicKey]) throws {
    guard var delegations,
      let index = delegations.roles.firstIndex(where: { $0.name.text == role })
    else { return }
    delegations.keys.merge(try KeyTable(newKeys)) { first, _ in first }
    delegations.roles[index].keys.keyIDs = try newKeys.map { try $0.trustKeyID() }
    delegations.removeUnusedKeys()
    self.delegations = delegations
  }
}

extension Delegations {
  mutating func removeUnusedKeys() {
    let used = Set(roles.flatMap(\.keys.keyIDs))
    keys = keys.filter { used.contains($0.key) }
  }
}
