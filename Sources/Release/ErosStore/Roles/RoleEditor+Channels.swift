package import ErosCrypto
package import ErosTrust

extension RoleEditor {
  /// Adds a channel with keys of its own.
  ///
  /// If a private key is available, the channel is signed at once, otherwise by its first
  /// publication. A channel that the store has lost comes back with its releases. If its metadata
  /// is lost too, it is created again from the newest intact metadata, which needs the private key.
  ///
  /// - Parameters:
  ///   - channel: The new channel.
  ///   - channelKeys: Public keys. Each can sign alone.
  /// - Throws: ``PublishError/channelExists(_:)`` if the store has the channel,
  ///   ``PublishError/lostChannel(_:)`` if other keys have signed its metadata,
  ///   ``PublishError/keyInUse(keyID:role:newRole:)`` if a key signs for another role, or
  ///   ``KeyError`` if a key cannot be used.
  package func addChannel(_ channel: ChannelName, keys channelKeys: [PublicKey]) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      var targets = state.targets
      // An earlier attempt succeeded, but its response was lost.
      if isRepeated, try targets.delegates(channel, to: channelKeys) { return ([:], ()) }
      isRepeated = true
      try KeyUse(state.root, state.targets).check(channelKeys, for: .channel(channel))
      let delegation = try targets.delegate(channel, to: channelKeys)
      var changes = [TopLevelRole.targets.rawValue: targets]
      if let reference = state.snapshot[channel.role] {
        // A repair that lost the delegation has kept the metadata of the channel.
        let signed: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          channel.role, reference, limit: TrustLimits.standard.targetsBytes)
        if let signed {
          guard try signed.isSigned(by: delegation.keys, from: KeyTable(channelKeys)) else {
            throw PublishError.lostChannel(channel)
          }
        } else {
          changes[channel.role] = try await store.restoredMetadata(
            of: channel, signedBy: delegation.keys, from: KeyTable(channelKeys), in: state)
        }
      } else if delegation.keys.keyIDs.contains(where: { keys.has($0) }) {
        // A restored store may list neither the channel nor its metadata, although its files are
        // intact.
        changes[channel.role] = try await store.restoredMetadata(
          of: channel, signedBy: delegation.keys, from: KeyTable(channelKeys), in: state)
      }
      return (changes, ())
    }
  }

  /// Removes a channel, so that its devices get no more updates.
  ///
  /// Metadata and files stay in the store. To bring the channel back, call ``addChannel(_:keys:)``
  /// with the same keys.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)`` if there is no such channel, or ``KeyError`` if
  ///   a key cannot be used.
  package func removeChannel(_ channel: ChannelName) async throws {
    var isRepeated = false
    try await editor.update([]) { state in
      guard state.channelDelegation(channel) != nil else {
        // An earlier attempt succeeded, but its response was lost.
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
  /// Returns `true` if the channel exists with exactly these keys.
  fileprivate func delegates(_ channel: ChannelName, to keys: [PublicKey]) throws -> Bool {
    let role = delegations?.roles.first { ChannelName(delegating: $0) == channel }
    return try role?.keys.keyIDs == keys.map { try $0.trustKeyID() }
  }

  /// Delegates a new channel.
  ///
  /// - Parameters:
  ///   - channel: The channel.
  ///   - channelKeys: Public keys. Each can sign alone.
  /// - Returns: The delegation.
  /// - Throws: ``PublishError/channelExists(_:)`` if its role is taken, or `CryptoError`.
  mutating func delegate(
    _ channel: ChannelName, to channelKeys: [PublicKey]
  ) throws -> DelegatedRole {
    var delegations = delegations ?? Delegations(keys: [:], roles: [])
    // Two names can have the same role, such as 'a-b/c' and 'a/b-c'.
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
