package import ErosCore
package import ErosCrypto
import ErosTrust

/// Changes the roles of a store and their keys.
package struct RoleEditor: Sendable {
  let editor: StoreEditor

  var store: any ObjectStore { editor.store }
  var keys: KeyRing { editor.keys }

  init(_ editor: StoreEditor) { self.editor = editor }
}

extension RoleEditor {
  /// Replaces the keys of a role, or signs its metadata again with a new expiry.
  ///
  /// Devices need no new app: they follow the chain of root metadata, where the old root keys sign
  /// the new ones.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - newKeys: New public keys, or `nil` to keep those in use.
  ///   - threshold: The number of root keys that must sign, or `nil` to keep it.
  ///   - caches: The time that caches between store and devices keep metadata.
  /// - Returns: The repair, or `nil` if there was none. New online keys bring a repair if the
  ///   timestamp or the snapshot is missing or damaged.
  /// - Throws: ``PublishError`` if the keys cannot be replaced, or ``KeyError`` if a key cannot be
  ///   used.
  @discardableResult
  package func rotate(
    _ role: RotatedRole, to newKeys: [PublicKey]? = nil, threshold: Int? = nil,
    waitingFor caches: CacheWait = .none
  ) async throws -> StoreRepair.Outcome? {
    switch role {
    case .channel(let channel): try await rotate(channel, to: newKeys)
    case .brake: try await rotateBrake(to: newKeys)
    case .root, .targets, .online:
      let rotation = KeyRotation(editor, role, newKeys: newKeys, threshold: threshold, caches)
      return try await rotation.run()
    }
    return nil
  }

  /// Refuses new keys that a role has already.
  ///
  /// An unfinished rotation may be repeated with the same keys.
  ///
  /// - Throws: ``PublishError/unchangedKeys(role:)`` if the keys are the same, or `CryptoError`.
  package func check(_ newKeys: [PublicKey], differFromKeysOf role: RotatedRole) async throws {
    // A rotation also replaces keys of damaged metadata.
    guard let state = try? await editor.load([]), try state.root.retiringKeyIDs().isEmpty
    else { return }
    let current: RoleKeys? =
      switch role {
      case .root: state.root[.root]
      case .targets: state.root[.targets]
      case .online: state.root[.timestamp]
      case .brake: state.brakeDelegation?.keys
      case .channel(let channel): state.channelDelegation(channel)?.keys
      }
    guard let current, try Set(newKeys.map { try $0.trustKeyID() }) == Set(current.keyIDs)
    else { return }
    throw PublishError.unchangedKeys(role: role.name)
  }

  /// Replaces the keys of a channel.
  ///
  /// The new keys and the metadata signed by them become visible at the same time.
  private func rotate(_ channel: ChannelName, to newKeys: [PublicKey]?) async throws {
    try await editor.update([channel]) { state in
      let metadata = try state.metadata(of: channel)
      guard let newKeys else { return ([channel.role: metadata], ()) }
      try KeyUse(state.root, state.targets).check(newKeys, for: .channel(channel))
      var targets = state.targets
      try targets.replaceKeys(of: channel.role, by: newKeys)
      return ([TopLevelRole.targets.rawValue: targets, channel.role: metadata], ())
    }
  }
}

/// The wait before a rotation withdraws old keys.
package struct CacheWait: Sendable {
  /// For devices that read the store directly.
  package static let none = CacheWait(.zero)

  let duration: TimeLength
  let willWait: @Sendable (TimeLength) -> Void

  /// - Parameters:
  ///   - duration: The maximum time that a cache keeps metadata, or a response that it is missing.
  ///   - willWait: Called before waiting.
  package init(
    _ duration: TimeLength, willWait: @escaping @Sendable (TimeLength) -> Void = { _ in }
  ) {
    self.duration = duration
    self.willWait = willWait
  }
}
