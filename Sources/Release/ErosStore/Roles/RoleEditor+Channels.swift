package import ErosCrypto
package import ErosTrust

extension RoleEditor {
  /// Adds a channel: delegates its targets to a role with a key of its own.
  ///
  /// If the private key is available, the channel is signed: with the releases of its newest intact
  /// metadata if the store has lost the channel, and empty otherwise. Without the private key, the first
  /// publication signs the channel. A channel whose delegation was lost keeps its releases. If its
  /// metadata is lost as well, the channel is created again, and needs the private key.
  ///
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - channelKeys: The public keys of the channel. Each key can sign alone.
  /// - Throws: ``PublishError/channelExists(_:)``, ``PublishError/lostChannel(_:)``, and the errors
  ///   of ``update(_:_:)``.
  package func addChannel(_ channel: ChannelName, keys channelKeys: [PublicKey]) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      var targets = state.targets
      // The response to an earlier attempt was lost.
      if isRepeated, try targets.delegates(channel, to: channelKeys) { return ([:], ()) }
      isRepeated = true
      try KeyUse(state.root, state.targets).check(channelKeys, for: .channel(channel))
      let delegation = try targets.delegate(channel, to: channelKeys)
      var changes = [TopLevelRole.targets.rawValue: targets]
      if let reference = state.snapshot[channel.role] {
        // A repair that lost the delegation has kept the metadata of the channel.
        let found: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          channel.role, reference, limit: TrustLimits.standard.targetsBytes)
        if let found {
          guard try found.isSigned(by: delegation.keys, from: KeyTable(channelKeys)) else {
            throw PublishError.lostChannel(channel)
          }
        } else {
          changes[channel.role] = try await store.restoredMetadata(
            of: channel, signedBy: delegation.keys, from: KeyTable(channelKeys), in: state)
        }
      } else if delegation.keys.keyIDs.contains(where: { keys.has($0) }) {
        // A restored store may list neither the channel nor its metadata, although its files are intact.
        changes[channel.role] = try await store.restoredMetadata(
          of: channel, signedBy: delegation.keys, from: KeyTable(channelKeys), in: state)
      }
      return (changes, ())
    }
  }

  /// Removes a channel from the signed list, so that its devices get no updates.
  ///
  /// Its metadata and files stay in the store: ``addChannel(_:keys:)`` with the same keys restores it.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``, and the errors of
  ///   ``StoreEditor/update(_:_:)``.
  package func removeChannel(_ channel: ChannelName) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      guard state.channelDelegation(channel) != nil else {
        // The response to an earlier attempt was lost.
        if isRepeated { return ([:], ()) }
        throw PublishError.noChannel(channel, known: state.channels.map(\.description))
      }
      isRepeated = true
      var targets = state.targets
      targets.delegations?.roles.removeAll { $0.name.text == channel.role }
      targets.delegations?.removeUnusedKeys()
      return ([TopLevelRole.targets.rawValue: targets], ())
    }
  }
}

extension TargetsMetadata {
  /// Returns whether a channel exists with exactly these keys.
  fileprivate func delegates(_ channel: ChannelName, to keys: [PublicKey]) throws -> Bool {
    let role = delegations?.roles.first { ChannelName(delegating: $0) == channel }
    return try role?.keys.keyIDs == keys.map { try $0.trustKeyID() }
  }

  /// Delegates the targets of a new channel.
  ///
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - channelKeys: The public keys of the channel. Each key can sign alone.
  /// - Returns: The delegation.
  /// - Throws: ``PublishError/channelExists(_:)``, and the errors of keys.
  mutating func delegate(
    _ channel: ChannelName, to channelKeys: [PublicKey]
  ) throws -> DelegatedRole {
    var delegations = delegations ?? Delegations(keys: [:], roles: [])
    // Two names, such as 'a-b/c' and 'a/b-c', may result in the same role.
    guard !delegations.roles.contains(where: { $0.name.text == channel.role }) else {
      throw PublishError.channelExists(channel)
    }
    let roleKeys = RoleKeys(try channelKeys.map { try $0.trustKeyID() }, threshold: 1)
    delegations.keys.merge(try KeyTable(channelKeys)) { first, _ in first }
    let role = DelegatedRole(
      RoleName(channel.role), keys: roleKeys, paths: .patterns([channel.pattern]),
      isTerminating: true)
    delegations.roles.append(role)
    self.delegations = delegations
    return role
  }
}
