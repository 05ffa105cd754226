import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// Replaces the keys of root, targets or online, or renews the expiry of their metadata.
///
/// New keys of targets and online become visible in three steps. Devices and publishers accept the
/// store after each step:
///
/// 1. Root metadata that trusts the old and the new keys, and lists the old keys as retiring.
/// 2. Metadata signed by the new keys, and by the old keys if they are available. It replaces the
///    timestamp, so a publisher without the new root metadata can no longer write; see
///    ``MetadataCommit``.
/// 3. Root metadata that trusts only the new keys.
///
/// The same call completes an interrupted rotation.
struct KeyRotation {
  /// The maximum number of attempts to replace the timestamp while others publish.
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
  /// - Returns: The result of repairing damaged online metadata, or `nil` if there was no repair.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
  func run() async throws -> StoreRepair.Outcome? {
    if role == .online, let newKeys, let damage = try await damage() {
      return try await repair(damage, replacingOnlineKeysBy: newKeys)
    }
    if newKeys != nil || role == .root {
      do {
        try await replaceKeys()
      } catch let error as PublishError where role == .online && error.isWithdrawnKey {
        // The withdrawn key was misused after the new key had signed.
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
    // Devices reset raised versions only when the retiring keys are withdrawn.
    if isUnfinished, try !restarts || current.retiringKeyIDs().isEmpty {
      return try await complete(state, current)
    }
    let withdrawsAtOnce = role == .root || restarts || current.sharesKeys(of: role, unlike: next)
    let first = withdrawsAtOnce ? next : next.retiring(keysOf: current, for: role)
    try checkSigners(under: first, replacing: current)
    try await complete(state, write(first, replacing: current))
  }

  /// Reports missing keys before anything is written.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``, and the errors of
  ///   keys.
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

  /// Returns whether an interrupted call has replaced the same keys.
  ///
  /// A rotation to other keys of the role replaces both the old and the new keys, in case the new
  /// private key was lost.
  ///
  /// - Throws: ``PublishError/unfinishedRotation(role:)`` if the rotation of another role is
  ///   incomplete.
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
    // Devices must trust the current metadata of the store.
    _ = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
  }

  /// Creates the successor of `current` with the keys of `next`.
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

  /// Returns whether devices may read the metadata through caches.
  private func hasPublicURL() async -> Bool {
    do {
      let state = try await StoreState.load(
        from: store, pinnedRoot: editor.pinnedRoot, channels: nil)
      return try state.channels.contains { try state.contents(of: $0).publicURL != nil }
    } catch {
      // A damaged channel may have a public URL.
      return true
    }
  }

  // MARK: - Metadata

  /// Signs the metadata of the role, the snapshot and the timestamp again, even while others
  /// publish.
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

  /// Returns whether the versions of the store must restart, because a stolen key has raised them.
  ///
  /// Devices reset versions only when the old keys are withdrawn. So the new root metadata trusts
  /// only the new keys, and devices get no updates until the next step.
  private func startsVersionsAgain(_ state: StoreState) -> Bool {
    role == .online
      && (MetadataVersions.isNearLimit(state.timestamp.version)
        || MetadataVersions.isNearLimit(state.snapshot.version) || hasBlockedBrake(state))
  }

  /// Returns whether the brake must be replaced because its version is near the limit.
  ///
  /// A stolen key may have raised the version. The available keys must be able to sign a new brake,
  /// which restarts the versions.
  private func hasBlockedBrake(_ state: StoreState) -> Bool {
    guard let version = state.snapshot[Brake.role]?.version, let role = state.brakeDelegation
    else { return false }
    return MetadataVersions.isNearLimit(version) && role.keys.keyIDs.contains { keys.has($0) }
  }

  // MARK: - Damaged metadata

  /// Returns a sentence about damage that prevents a rotation, or `nil` if there is none.
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

  /// Replaces the online keys of a store without valid online metadata.
  ///
  /// For example, an attacker has raised a version and removed the timestamp.
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

  /// Loads the metadata and the newest root metadata, which may be expired.
  ///
  /// If the newest root metadata does not trust the timestamp, the method loads the metadata
  /// trusted by an earlier root. This happens after an interrupted rotation that restarts versions.
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
  /// Returns the role whose keys changed since `older` and whose keys have signed the newest
  /// metadata.
  fileprivate func unfinishedRole(since older: RootMetadata) -> RotatedRole? {
    guard version > older.version else { return nil }
    return Set(self[.timestamp].keyIDs) == Set(older[.timestamp].keyIDs) ? .targets : .online
  }
}
