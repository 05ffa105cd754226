import ErosCore
package import ErosCrypto
import ErosRepository
package import ErosTrust

/// The result of changing the brake.
package struct BrakeChange: Sendable {
  /// The release, with the limit after the change.
  package let release: ChannelRelease
  /// Whether the limit was changed.
  package let isChanged: Bool
}

extension StoreEditor {
  // MARK: - The role

  /// Adds the brake: delegates its role to separate keys.
  ///
  /// If one of the private keys is available, the empty brake is signed. Otherwise the first limit
  /// signs the brake.
  ///
  /// - Parameter brakeKeys: The public keys of the role. Each key can sign alone.
  /// - Throws: ``PublishError/brakeExists``, and the errors of ``update(_:_:)``.
  package func addBrake(keys brakeKeys: [PublicKey]) async throws {
    var isRepeated = false
    try await update([]) { state in
      let keyIDs = try brakeKeys.map { try $0.trustKeyID() }
      // The response to an earlier attempt was lost.
      if isRepeated, state.brakeDelegation?.keys.keyIDs == keyIDs { return ([:], ()) }
      isRepeated = true
      guard state.brakeDelegation == nil else { throw PublishError.brakeExists }
      try KeyUse(state.root, state.targets).check(brakeKeys, for: .brake)
      var targets = state.targets
      try targets.delegateBrake(to: brakeKeys)
      var changes = [TopLevelRole.targets.rawValue: targets]
      // The metadata of a removed brake stays in the snapshot, but its keys are not trusted.
      if state.snapshot[Brake.role] != nil || keyIDs.contains(where: { keys.has($0) }) {
        changes[Brake.role.text] = state.root.newBrake
      }
      return (changes, ())
    }
  }

  /// Removes the brake, so that no limit applies.
  ///
  /// - Throws: ``PublishError/noBrake``, and the errors of ``update(_:_:)``.
  package func removeBrake() async throws {
    try await update([]) { state in
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      var targets = state.targets
      targets.delegations?.roles.removeAll { $0.name == Brake.role }
      targets.delegations?.removeUnusedKeys()
      return ([TopLevelRole.targets.rawValue: targets], ())
    }
  }

  /// Replaces the keys of the brake, or signs it again with a new expiry.
  ///
  /// With new keys, the brake keeps its limits if they can be read.
  func rotateBrake(to newKeys: [PublicKey]?) async throws {
    try await update([]) { state in
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      guard let newKeys else {
        return ([Brake.role.text: try await readBrake(state) ?? state.root.newBrake], ())
      }
      try KeyUse(state.root, state.targets).check(newKeys, for: .brake)
      var targets = state.targets
      try targets.replaceKeys(of: Brake.role.text, by: newKeys)
      let metadata = (try? await readBrake(state)) ?? state.root.newBrake
      return ([TopLevelRole.targets.rawValue: targets, Brake.role.text: metadata], ())
    }
  }

  /// Returns the metadata of the brake, or `nil` if it was never signed.
  ///
  /// - Throws: ``PublishError/damagedMetadata(_:)``, `ChannelError`, and the errors of the store.
  private func readBrake(_ state: StoreState) async throws -> TargetsMetadata? {
    guard let reference = state.snapshot[Brake.role] else { return nil }
    let found: SignedMetadata<TargetsMetadata>? = try await store.metadata(
      Brake.role.text, reference, limit: Brake.maximumLength)
    guard let found else {
      let file = Brake.role.file(version: reference.version)
      throw PublishError.damagedMetadata("'\(file)' is not the file that the snapshot names")
    }
    _ = try Brake(found.contents)
    return found.contents
  }

  /// Checks that the store has a brake, and that the keys can sign it.
  ///
  /// - Throws: ``PublishError/noBrake``,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:)``, `TrustError`, and the errors
  ///   of keys and of the store.
  package func checkBrake() async throws {
    let state = try await load([])
    guard let delegation = state.brakeDelegation else { throw PublishError.noBrake }
    _ = try keys.signers(for: delegation.keys, of: Brake.role.text)
    for role in [TopLevelRole.snapshot, .timestamp] {
      _ = try keys.signers(of: role, under: state.root)
    }
  }

  // MARK: - Limits

  /// Pauses a release or lowers its rollout, with the key of the brake.
  ///
  /// - Parameters:
  ///   - number: The number of the release. Devices must still be able to select it.
  ///   - channel: The channel.
  ///   - rollout: The maximum share of devices in hundredths of a percent; 0 pauses the release.
  ///   - reason: The reason, as text for people.
  ///   - isFirst: Whether to keep a release unchanged if it has or had a limit.
  /// - Returns: The release. It is unchanged if its limit is already as low.
  /// - Throws: ``PublishError/noBrake``, ``PublishError/noRelease(_:_:)``,
  ///   ``PublishError/notOffered(_:_:)``, ``PublishError/tooManyLimits``, and the errors of
  ///   ``update(_:_:)``.
  package func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String?,
    isFirst: Bool = false
  ) async throws -> BrakeChange {
    try await changeLimit(of: number, in: channel) { current in
      let isLower = rollout < current?.rollout ?? ChannelRelease.fullRollout
      guard isLower, current == nil || !isFirst else { return nil }
      return Brake.Limit(
        number: number, rollout: rollout, time: now,
        reason: reason.map { Self.shortened($0) })
    }
  }

  /// Lifts the brake of a release, so the rollout in the channel applies again.
  ///
  /// The limit stays in the brake with 100 %, so that a server does not set it again.
  ///
  /// - Throws: ``PublishError/notBraked(_:_:)``, and the errors of
  ///   ``brake(_:in:to:reason:isFirst:)``.
  package func liftBrake(
    of number: Int64, in channel: ChannelName
  ) async throws -> BrakeChange {
    try await changeLimit(of: number, in: channel) { current in
      guard let current else { throw PublishError.notBraked(channel, number) }
      guard current.isActive else { return nil }
      return Brake.Limit(
        number: number, rollout: ChannelRelease.fullRollout, time: now, reason: nil)
    }
  }

  /// Replaces the limit of a release, unless `change` returns `nil`.
  private func changeLimit(
    of number: Int64, in channel: ChannelName, _ change: (Brake.Limit?) throws -> Brake.Limit?
  ) async throws -> BrakeChange {
    try await update([channel]) { state in
      let contents = try state.contents(of: channel)
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      var release = try contents.listedRelease(number)
      guard let limit = try change(release.limit) else {
        return (nil, BrakeChange(release: release, isChanged: false))
      }
      release.limit = limit
      var brake = state.brake
      brake[channel, number] = limit
      brake.removeUnlisted(in: contents)
      guard brake.count <= Brake.maximumCount else { throw PublishError.tooManyLimits }
      var metadata = state.roles[Brake.role.text] ?? state.root.newBrake
      brake.write(to: &metadata)
      return ([Brake.role.text: metadata], BrakeChange(release: release, isChanged: true))
    }.result
  }

  /// Returns a reason, shortened to the limit of the brake.
  private static func shortened(_ reason: String) -> String {
    var text = reason
    while text.utf8.count > Brake.maximumReasonLength { text.removeLast() }
    return text
  }
}

extension ChannelContents {
  /// Returns a release that devices can select.
  ///
  /// - Throws: ``PublishError/notOffered(_:_:)``, ``PublishError/noRelease(_:_:)``.
  func listedRelease(_ number: Int64) throws(PublishError) -> ChannelRelease {
    guard let release = releases.first(where: { $0.number == number }) else {
      throw number > 0 && number <= newestNumber
        ? .notOffered(name, number) : .noRelease(name, number)
    }
    return release
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
