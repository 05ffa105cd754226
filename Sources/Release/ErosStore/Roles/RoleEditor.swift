package import ErosCore
package import ErosCrypto
import ErosTrust

/// Changes of the roles of a store and their keys.
package struct RoleEditor: Sendable {
  let editor: StoreEditor

  var store: any ObjectStore { editor.store }
  var keys: KeyRing { editor.keys }

  init(_ editor: StoreEditor) { self.editor = editor }
}

extension RoleEditor {
  /// Replaces the keys of a role, or signs its metadata again with a new expiry.
  ///
  /// Devices need no new app: they follow the chain of root metadata. In this chain, the old root
  /// keys sign the new keys.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - newKeys: The new public keys of the role, or `nil` to keep the current keys.
  ///   - threshold: The number of required root signatures, or `nil` to keep it.
  ///   - caches: The time that caches between the store and devices keep metadata.
  /// - Returns: The result of a repair, or `nil` if there was none. A rotation to new online keys
  ///   includes a repair if the timestamp or the snapshot is missing or damaged.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
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

  /// Checks that new keys differ from the current keys of a role.
  ///
  /// An incomplete rotation may be repeated with the same keys.
  ///
  /// - Throws: ``PublishError/unchangedKeys(role:)``, and the errors of keys.
  package func check(_ newKeys: [PublicKey], differFromKeysOf role: RotatedRole) async throws {
    // A rotation also replaces the keys of damaged metadata.
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
  /// The new keys and the metadata that they sign become visible at the same time.
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

/// The wait of a rotation before it withdraws the old keys.
package struct CacheWait: Sendable {
  /// No wait, for devices that read the store directly.
  package static let none = CacheWait(.zero)

  let duration: TimeLength
  let willWait: @Sendable (TimeLength) -> Void

  /// - Parameters:
  ///   - duration: The maximum time that a cache keeps metadata, or keeps the absence of metadata.
  ///   - willWait: Called before the wait.
  package init(
    _ duration: TimeLength, willWait: @escaping @Sendable (TimeLength) -> Void = { _ in }
  ) {
    self.duration = duration
    self.willWait = willWait
  }
}
