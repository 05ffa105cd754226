import ErosCore
package import ErosCrypto
import ErosTrust

extension RoleEditor {
  /// Adds the brake: delegates its role to keys of its own.
  ///
  /// A brake that these keys have signed keeps its limits, because a repair may have lost its delegation.
  /// Otherwise, if one of the private keys is available, the empty brake is signed; if not, the first
  /// limit signs the brake.
  ///
  /// - Parameter brakeKeys: The public keys of the role. Each key can sign alone.
  /// - Throws: ``PublishError/brakeExists``, and the errors of ``update(_:_:)``.
  package func addBrake(keys brakeKeys: [PublicKey]) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      let keyIDs = try brakeKeys.map { try $0.trustKeyID() }
      // The response to an earlier attempt was lost.
      if isRepeated, state.brakeDelegation?.keys.keyIDs == keyIDs { return ([:], ()) }
      isRepeated = true
      guard state.brakeDelegation == nil else { throw PublishError.brakeExists }
      try KeyUse(state.root, state.targets).check(brakeKeys, for: .brake)
      var targets = state.targets
      try targets.delegateBrake(to: brakeKeys)
      var changes = [TopLevelRole.targets.rawValue: targets]
      if try await isSigned(by: brakeKeys, state) { return (changes, ()) }
      // The metadata of a removed brake stays in the snapshot, but its keys are not trusted.
      if state.snapshot[Brake.role] != nil || keyIDs.contains(where: { keys.has($0) }) {
        changes[Brake.role.text] = state.root.newBrake
      }
      return (changes, ())
    }
  }

  /// Whether the keys have signed the brake in the snapshot, and its limits can be read.
  private func isSigned(by brakeKeys: [PublicKey], _ state: StoreState) async throws -> Bool {
    guard let brake = try await readableBrake(state) else { return false }
    let keys = RoleKeys(try brakeKeys.map { try $0.trustKeyID() }, threshold: 1)
    return try brake.isSigned(by: keys, from: KeyTable(brakeKeys))
  }

  /// Removes the brake, so that no limit applies.
  ///
  /// - Throws: ``PublishError/noBrake``, and the errors of ``StoreEditor/update(_:_:)``.
  package func removeBrake() async throws {
    try await editor.update([]) { state in
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      var targets = state.targets
      targets.delegations?.roles.removeAll { $0.name == Brake.role }
      targets.delegations?.removeUnusedKeys()
      return ([TopLevelRole.targets.rawValue: targets], ())
    }
  }

  /// Replaces the keys of the brake, or signs it again with a new expiry.
  ///
  /// The brake keeps its limits if they can be read.
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

  /// Returns the signed file of the brake, or `nil` if it was never signed or is damaged.
  ///
  /// Limits must not be lost because the store is out of reach for a moment, so other errors are thrown.
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

  /// Returns the signed file of the brake, or `nil` if it was never signed.
  ///
  /// The signatures are not verified.
  ///
  /// - Throws: ``PublishError/damagedMetadata(_:)``, `ChannelError`, and the errors of the store.
  private func readBrake(_ state: StoreState) async throws -> SignedMetadata<TargetsMetadata>? {
    guard let reference = state.snapshot[Brake.role] else { return nil }
    let found: SignedMetadata<TargetsMetadata>? = try await store.metadata(
      Brake.role.text, reference, limit: Brake.maximumLength)
    guard let found else {
      let file = Brake.role.file(version: reference.version)
      throw PublishError.damagedMetadata("'\(file)' is not the file that the snapshot names")
    }
    _ = try Brake(found.contents)
    return found
  }

  /// Checks that the store has a brake, and that the keys can sign it.
  ///
  /// - Throws: ``PublishError/noBrake``,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``, `TrustError`, and the errors
  ///   of keys and of the store.
  package func checkBrake() async throws {
    let state = try await editor.load([])
    guard let delegation = state.brakeDelegation else { throw PublishError.noBrake }
    try keys.check(for: delegation, under: state.root)
  }
}

extension RootMetadata {
  /// The first metadata of the brake.
  var newBrake: TargetsMetadata {
    var metadata = TargetsMetadata(version: 1, expires: header.expires)
    Brake().write(to: &metadata)
    return metadata
  }
}

extension TargetsMetadata {
  /// Delegates the brake to keys; each key can sign alone.
  mutating func delegateBrake(to keys: [PublicKey]) throws {
    var delegations = delegations ?? Delegations(keys: [:], roles: [])
    delegations.keys.merge(try KeyTable(keys)) { first, _ in first }
    delegations.roles.append(
      DelegatedRole(
        Brake.role, keys: RoleKeys(try keys.map { try $0.trustKeyID() }, threshold: 1),
        paths: .patterns([Brake.pattern]), isTerminating: true))
    self.delegations = delegations
  }

  /// Replaces the keys of an existing delegated role.
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
  /// Removes the keys that no role uses.
  mutating func removeUnusedKeys() {
    let used = Set(roles.flatMap(\.keys.keyIDs))
    keys = keys.filter { used.contains($0.key) }
  }
}
