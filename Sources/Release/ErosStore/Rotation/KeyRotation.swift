import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// Replaces the keys of root, targets or online, or renews their metadata.
///
/// New targets or online keys take three steps. Devices and publishers accept the store after each:
///
/// 1. Root metadata trusts old and new keys, and lists the old ones as retiring.
/// 2. The new keys sign the metadata, and the old ones too if they are available. This replaces the
///    timestamp, so a publisher that lacks the new root metadata can no longer write. See
///    ``MetadataCommit``.
/// 3. Root metadata trusts only the new keys.
///
/// To complete an interrupted rotation, make the same call again.
struct KeyRotation {
  /// Attempts to replace the timestamp while others publish.
  private static let maximumAttempts = 30
  private static let maximumPause: TimeLength = .milliseconds(200)

  private let editor: StoreEditor
  private let role: RotatedRole
  private let newKeys: [PublicKey]?
  private let threshold: Int?
  private let caches: CacheWait

  private var store: any ObjectStore { editor.store }
  private var keys: KeyRing { editor.keys }
  private var now: Int64 { editor.now }

  init(
    _ editor: StoreEditor, _ role: RotatedRole, newKeys: [PublicKey]?, threshold: Int?,
    _ caches: CacheWait
  ) {
    self.editor = editor
    self.role = role
    self.newKeys = newKeys
    self.threshold = threshold
    self.caches = caches
  }

  /// Performs the rotation.
  ///
  /// - Returns: The repair, if online metadata was damaged.
  /// - Throws: ``PublishError`` if the keys cannot be replaced, or ``KeyError`` if a key cannot be
  ///   used.
  func run() async throws -> StoreRepair.Outcome? {
    if role == .online, let newKeys, let damage = try await damage() {
      return try await repair(damage, replacingOnlineKeysBy: newKeys)
    }
    if newKeys != nil || role == .root {
      do {
        try await replaceKeys()
      } catch let error as PublishError where role == .online && error.isWithdrawnKey {
        // The withdrawn key was used after the new one had signed.
        guard let newKeys else { throw error }
        return try await repair(error.problem, replacingOnlineKeysBy: newKeys)
      }
    } else {
      try await signAgain()
    }
    return nil
  }

  // MARK: - Keys

  private func replaceKeys() async throws {
    let (state, current) = try await load()
    try KeyUse(current, state.targets).check(newKeys ?? [], for: role)
    let next = try current.withdrawingRetiringKeys().rotating(
      role, to: newKeys, threshold: threshold)
    let restarts = startsVersionsAgain(state)
    let isUnfinished = try isUnfinished(current, since: state.root, next)
    // Devices forget raised versions only when the retiring keys are withdrawn.
    if isUnfinished, try !restarts || current.retiringKeyIDs().isEmpty {
      return try await complete(state, current)
    }
    let withdrawsAtOnce = role == .root || restarts || current.sharesKeys(of: role, unlike: next)
    let first = withdrawsAtOnce ? next : next.retiring(keysOf: current, for: role)
    try checkSigners(under: first, replacing: current)
    try await complete(state, write(first, replacing: current))
  }

  /// Reports all missing keys before anything is written.
  private func checkSigners(under root: RootMetadata, replacing current: RootMetadata) throws {
    guard role != .root else { return }
    let roles = role.topLevelRoles.filter { ![.snapshot, .timestamp].contains($0) }
    var missing = MissingKeys()
    _ = try missing.collect { try keys.signers(of: root, replacing: current) }
    for role in roles + [.snapshot, .timestamp] {
      _ = try missing.collect { try keys.signers(of: role, under: root) }
    }
    try missing.check()
  }

  /// Returns `true` if an interrupted call was replacing the same keys.
  ///
  /// Different keys for the same role replace both old and new ones, in case the new private key
  /// was lost.
  ///
  /// - Throws: ``PublishError/unfinishedRotation(role:)`` if the rotation of another role is
  ///   unfinished.
  private func isUnfinished(
    _ current: RootMetadata, since trusted: RootMetadata, _ next: RootMetadata
  ) throws -> Bool {
    let unfinished = try current.unfinishedRotation() ?? current.unfinishedRole(since: trusted)
    guard let unfinished else { return false }
    guard unfinished == role else {
      throw PublishError.unfinishedRotation(role: unfinished.name)
    }
    return try next.hasSameKeys(as: current.withdrawingRetiringKeys())
  }

  /// Performs the steps after the first root metadata.
  private func complete(_ state: StoreState, _ root: RootMetadata) async throws {
    guard role != .root else { return }
    try await signAgain()
    guard try !root.retiringKeyIDs().isEmpty else { return }
    if caches.duration > .zero, await hasPublicURL() {
      caches.willWait(caches.duration)
      try await caches.duration.sleep()
    }
    _ = try await write(root.withdrawingRetiringKeys(), replacing: root)
    // Check that devices trust the store.
    _ = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
  }

  /// Writes `current`'s successor with the keys in `next`.
  ///
  /// - Returns: The new root metadata.
  /// - Throws: ``PublishError/busy(attempts:)`` if another rotation was faster.
  private func write(
    _ next: RootMetadata, replacing current: RootMetadata
  ) async throws -> RootMetadata {
    let next = next.following(current, now: now)
    let bytes = try next.signed(by: keys.signers(of: next, replacing: current))
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: next.version)
    let outcome = try await store.create(key, ObjectContents(bytes), cache: .immutable)
    guard case .created = outcome else { throw PublishError.busy(attempts: 1) }
    return next
  }

  /// Returns `true` if devices may read metadata through caches.
  private func hasPublicURL() async -> Bool {
    do {
      let state = try await StoreState.load(
        from: store, pinnedRoot: editor.pinnedRoot, channels: nil)
      return try state.channels.contains { try state.contents(of: $0).publicURL != nil }
    } catch {
      // A damaged channel may have one.
      return true
    }
  }

  // MARK: - Metadata

  /// Signs the role, the snapshot and the timestamp again, even while others publish.
  private func signAgain() async throws {
    var attempt = 1
    while true {
      let (state, root) = try await load()
      do {
        let commit = MetadataCommit(to: store, keys: keys, now: now)
        let written = try await commit.commit(changes(of: state), to: state, under: root)
        _ = try await editor.isNewest(written)
        return
      } catch is MetadataCommit.Conflict {
        guard attempt < Self.maximumAttempts else {
          throw PublishError.busy(attempts: attempt)
        }
      }
      try await (Self.maximumPause * Double.random(in: 0...1)).sleep()
      attempt += 1
    }
  }

  private func changes(of state: StoreState) -> [String: TargetsMetadata] {
    switch role {
    case .targets: [TopLevelRole.targets.rawValue: state.targets]
    case .online where hasBlockedBrake(state): [Brake.role.text: state.root.newBrake]
    default: [:]
    }
  }

  // MARK: - Raised versions

  /// Returns `true` if versions must start again because a stolen key has raised them.
  ///
  /// Devices forget versions only when the old keys are withdrawn. So the new root metadata trusts
  /// only the new keys, and devices get no updates until the next step.
  private func startsVersionsAgain(_ state: StoreState) -> Bool {
    role == .online
      && (MetadataVersions.isNearLimit(state.timestamp.version)
        || MetadataVersions.isNearLimit(state.snapshot.version) || hasBlockedBrake(state))
  }

  /// Returns `true` if the version of the brake is near the limit, as after a key theft.
  ///
  /// The available keys must be able to sign a new brake with low versions.
  private func hasBlockedBrake(_ state: StoreState) -> Bool {
    guard let version = state.snapshot[Brake.role]?.version, let role = state.brakeDelegation
    else { return false }
    return MetadataVersions.isNearLimit(version) && role.keys.keyIDs.contains { keys.has($0) }
  }

  // MARK: - Damaged metadata

  /// Describes damage that prevents a rotation, or returns `nil`.
  private func damage() async throws -> Message? {
    do {
      _ = try await load()
      return nil
    } catch let error as PublishError where error.isMissingTimestamp {
      return "'\(StoreLayout.timestamp.text)' is missing"
    } catch let error as TrustError {
      return error.problem
    } catch let error as PublishError where error.isWithdrawnKey {
      return error.problem
    }
  }

  /// Replaces the online keys when there is no valid online metadata.
  ///
  /// An attacker may have raised a version and removed the timestamp, for example.
  private func repair(
    _ damage: Message, replacingOnlineKeysBy newKeys: [PublicKey]
  ) async throws -> StoreRepair.Outcome {
    let chain = try await RootChain(of: store, from: editor.pinnedRoot)
    let current = chain.newest
    let next = try current.withdrawingRetiringKeys()
      .rotating(.online, to: newKeys, threshold: nil).following(current, now: now)
    guard !next.hasSameKeys(as: current) else {
      // An interrupted call has written the root metadata.
      do {
        return try await StoreRepair(editor, damage, under: current).run()
      } catch PublishError.noSnapshot where chain.roots.count > 1 {
        let older = chain.roots[chain.roots.count - 2]
        return try await StoreRepair(editor, damage, under: current, after: older).run()
      }
    }
    let repair = try await StoreRepair(editor, damage, under: next, after: current)
    try KeyUse(current, repair.targets).check(newKeys, for: .online)
    _ = try await write(next, replacing: current)
    return try await repair.run()
  }

  // MARK: - Loading

  /// Loads the metadata and the newest root metadata, even if expired.
  ///
  /// After an interrupted rotation that starts versions again, the newest root metadata does not
  /// trust the timestamp. Then the metadata comes from an earlier root.
  private func load() async throws -> (state: StoreState, root: RootMetadata) {
    do {
      let state = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
      try editor.checkClock(state)
      return (state, state.root)
    } catch let error as PublishError {
      guard case .withdrawnKey(_, _, _, isUnfinished: true?) = error else { throw error }
      let chain = try await RootChain(of: store, from: editor.pinnedRoot)
      for rotations in (0..<(chain.roots.count - 1)).reversed() {
        var limits = TrustLimits.standard
        limits.rootRotations = rotations
        do {
          let older = try await StoreState.load(
            from: store, pinnedRoot: editor.pinnedRoot, limits: limits)
          try editor.checkClock(older)
          return (older, chain.newest)
        } catch is TrustError {
          continue
        } catch let error as PublishError where error.isWithdrawnKey {
          continue
        }
      }
      throw error
    }
  }
}

extension RootMetadata {
  /// Returns the role whose keys have changed and already signed the newest metadata.
  fileprivate func unfinishedRole(since older: RootMetadata) -> RotatedRole? {
    guard version > older.version else { return nil }
    return Set(self[.timestamp].keyIDs) == Set(older[.timestamp].keyIDs) ? .targets : .online
  }
}
