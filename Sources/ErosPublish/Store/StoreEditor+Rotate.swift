import ErosCore
package import ErosCrypto
import ErosSigning
import ErosStore
package import ErosTrust

/// A role whose keys are replaced, or whose metadata is signed again.
package enum RotatedRole: Sendable, Hashable {
  /// The role that names the keys of all others.
  case root
  /// The role that signs the list of channels.
  case targets
  /// The roles that sign the snapshot and the timestamp.
  case online
  /// The role that signs a channel.
  case channel(ChannelName)
  /// The role that can pause releases and lower their rollouts.
  case brake
}

extension StoreEditor {
  /// Replaces the keys of a role, or signs its metadata again with a new expiry.
  ///
  /// Devices need no new app: they follow the chain of root metadata, in which the old root keys sign
  /// the new ones.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - newKeys: The public keys that replace those of the role; `nil` to keep them.
  ///   - threshold: The number of root keys that must sign; `nil` to keep it.
  /// - Returns: The result of a repair, which new online keys include if the timestamp or the snapshot
  ///   is missing or damaged; otherwise `nil`.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
  @discardableResult
  package func rotate(
    _ role: RotatedRole, to newKeys: [PublicKey]? = nil, threshold: Int? = nil
  ) async throws -> StoreRepair.Outcome? {
    if role == .online, let newKeys, let damage = try await damageForRotation() {
      return try await repair(damage, replacingOnlineKeysBy: newKeys)
    }
    switch role {
    case .channel(let channel): try await rotate(channel, to: newKeys)
    case .brake: try await rotateBrake(to: newKeys)
    case .root: try await rotateRoot(role, newKeys, threshold)
    case .targets, .online:
      if newKeys != nil {
        try await rotateRoot(role, newKeys, nil)
      } else {
        let (state, root) = try await loadForRotation()
        try await sign(again: role, state, under: [root])
      }
    }
    return nil
  }

  // MARK: - Damaged metadata

  /// Returns a sentence about damage that prevents a rotation; `nil` if there is none.
  private func damageForRotation() async throws -> String? {
    do {
      _ = try await loadForRotation()
      return nil
    } catch PublishError.lostTimestamp {
      return "'\(StoreLayout.timestamp.text)' is missing"
    } catch let error as TrustError {
      return error.problem
    }
  }

  /// Replaces the online keys of a store without valid online metadata, such as one in which a thief
  /// has raised a version and removed the timestamp.
  private func repair(
    _ damage: String, replacingOnlineKeysBy newKeys: [PublicKey]
  ) async throws -> StoreRepair.Outcome {
    var loader = try StoreLoader(store, pinnedRoot: pinnedRoot)
    try await loader.loadRoot()
    guard let chain = try await rootChain(), let current = chain.last,
      current.version == loader.root.version
    else { throw PublishError.busy(attempts: 1) }
    let next = try current.rotating(.online, to: newKeys, threshold: nil, now: now)
    guard !next.hasSameKeys(as: current) else {
      // An interrupted call has written the root metadata.
      do {
        return try await StoreRepair(self, damage, under: current).run()
      } catch PublishError.noSnapshot where chain.count > 1 {
        let older = chain[chain.count - 2]
        return try await StoreRepair(self, damage, under: current, after: older).run()
      }
    }
    let bytes = try next.signed(by: keys.signers(of: .root, under: [current, next]))
    let repair = try await StoreRepair(self, damage, under: next, after: current)
    try KeyUse(current, repair.targets).check(newKeys, for: .online)
    let outcome = try await store.create(
      StoreLayout.metadata(TopLevelRole.root.rawValue, version: next.version),
      ObjectContents(bytes), cache: .immutable)
    guard case .created = outcome else { throw PublishError.busy(attempts: 1) }
    return try await repair.run()
  }

  // MARK: - Channels

  /// The new keys and the metadata that they sign become visible at the same time.
  private func rotate(_ channel: ChannelName, to newKeys: [PublicKey]?) async throws {
    try await update([channel]) { state in
      let metadata = try state.metadata(of: channel)
      guard let newKeys else { return ([channel.role: metadata], ()) }
      try KeyUse(state.root, state.targets).check(newKeys, for: .channel(channel))
      var targets = state.targets
      try targets.replaceKeys(of: channel.role, by: newKeys)
      return ([TopLevelRole.targets.rawValue: targets, channel.role: metadata], ())
    }
  }

  // MARK: - Root metadata

  /// Writes new root metadata.
  ///
  /// Devices follow it immediately. If the old keys of the role are available, its metadata is first
  /// signed by the old and the new keys, so that devices trust it before and after the change.
  /// Without them, updates fail between the two last writes of this call; if it is interrupted there,
  /// the same call completes it.
  private func rotateRoot(
    _ role: RotatedRole, _ newKeys: [PublicKey]?, _ threshold: Int?
  ) async throws {
    let (state, current) = try await loadForRotation()
    try KeyUse(current, state.targets).check(newKeys ?? [], for: role)
    let next = try current.rotating(role, to: newKeys, threshold: threshold, now: now)
    let unfinished = current.unfinishedRole(since: state.root)
    let isComplete = unfinished == role && next.hasSameKeys(as: current)
    if let unfinished, !isComplete {
      throw PublishError.unfinishedRotation(role: unfinished == .targets ? "targets" : "online")
    }
    if !isComplete {
      let bytes = try next.signed(by: keys.signers(of: .root, under: [current, next]))
      try await signBefore(role, state, next)
      let outcome = try await store.create(
        StoreLayout.metadata(TopLevelRole.root.rawValue, version: next.version),
        ObjectContents(bytes), cache: .immutable)
      guard case .created = outcome else { throw PublishError.busy(attempts: 1) }
    }
    try await completeRotation(role)
  }

  /// Signs the metadata of a role with the old and the new keys, if that is possible.
  private func signBefore(
    _ role: RotatedRole, _ state: StoreState, _ next: RootMetadata
  ) async throws {
    let roles: [TopLevelRole] =
      switch role {
      case .targets: [.targets]
      case .online: [.snapshot, .timestamp]
      case .root, .channel, .brake: []
      }
    let canSign = roles.allSatisfy {
      (try? keys.signers(of: $0, under: [state.root, next])) != nil
    }
    let isRestart =
      role == .online
      && (VersionRule.isNearLimit(state.timestamp.version)
        || VersionRule.isNearLimit(state.snapshot.version) || hasBlockedBrake(state))
    guard canSign, !roles.isEmpty, !isRestart else { return }
    try await sign(again: role, state, under: [state.root, next])
  }

  /// Signs the metadata of a role until devices with the newest root trust it.
  ///
  /// A publisher that has loaded the old root may replace the timestamp during the rotation.
  private func completeRotation(_ role: RotatedRole) async throws {
    for _ in 1...Self.maximumAttempts {
      let (state, root) = try await loadForRotation()
      guard state.root.version < root.version else { return }
      do {
        try await sign(again: role, state, under: [root])
      } catch PublishError.busy {
        continue
      }
    }
    throw PublishError.busy(attempts: Self.maximumAttempts)
  }

  /// Signs the metadata of a role, the snapshot and the timestamp again.
  private func sign(
    again role: RotatedRole, _ state: StoreState, under roots: [RootMetadata]
  ) async throws {
    var changes = role == .targets ? [TopLevelRole.targets.rawValue: state.targets] : [:]
    if role == .online, hasBlockedBrake(state) { changes[Brake.role.text] = state.root.newBrake }
    do {
      let commit = MetadataCommit(to: store, keys: keys, now: now)
      _ = try await isNewest(commit.commit(changes, to: state, under: roots))
    } catch is MetadataCommit.Conflict {
      throw PublishError.busy(attempts: 1)
    }
  }

  /// Returns whether the version of the brake is near the limit, as after the misuse of a stolen key, and
  /// the keys can sign a new brake, whose versions start again.
  private func hasBlockedBrake(_ state: StoreState) -> Bool {
    guard let version = state.snapshot[Brake.role]?.version, let role = state.brakeDelegation
    else { return false }
    return VersionRule.isNearLimit(version) && role.keys.keyIDs.contains { keys.has($0) }
  }

  /// Loads the metadata, and the newest root metadata, which may have expired.
  ///
  /// After an interrupted rotation, the newest root does not trust the timestamp; then the metadata
  /// is the metadata that the previous root trusts.
  private func loadForRotation() async throws -> (state: StoreState, root: RootMetadata) {
    let loaded = try await loadWithOlderRoot()
    try checkClock(loaded.state)
    return loaded
  }

  /// Loads the metadata that the newest root trusts, or else a previous one, and the newest root.
  private func loadWithOlderRoot() async throws -> (state: StoreState, root: RootMetadata) {
    do {
      let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot)
      return (state, state.root)
    } catch let error as TrustError {
      guard case .notSigned = error, let chain = try await rootChain(), let newest = chain.last
      else { throw error }
      for rotations in (0..<(chain.count - 1)).reversed() {
        var limits = TrustLimits.standard
        limits.rootRotations = rotations
        let older = try? await StoreState.load(
          from: store, pinnedRoot: pinnedRoot, limits: limits)
        if let older { return (older, newest) }
      }
      throw error
    }
  }

  /// Returns the chain of root metadata from the pinned one to the newest; `nil` if it is damaged.
  ///
  /// ``StoreState/load(from:pinnedRoot:channels:limits:)`` has verified the signatures.
  private func rootChain() async throws -> [RootMetadata]? {
    func root(_ bytes: [UInt8]) -> RootMetadata? {
      try? SignedMetadata<RootMetadata>(bytes, file: TopLevelRole.root.file).contents
    }
    guard var chain = root(pinnedRoot).map({ [$0] }) else { return nil }
    while chain.count <= TrustLimits.standard.rootRotations {
      let key = StoreLayout.metadata(
        TopLevelRole.root.rawValue, version: chain[chain.count - 1].version + 1)
      guard
        let bytes = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes
      else { break }
      guard let next = root(bytes) else { return nil }
      chain.append(next)
    }
    return chain
  }
}

extension RootMetadata {
  /// Returns the next root metadata, with other keys of a role.
  fileprivate func rotating(
    _ role: RotatedRole, to newKeys: [PublicKey]?, threshold: Int?, now: Int64
  ) throws -> RootMetadata {
    var next = self
    next.header = MetadataHeader(
      version: version + 1,
      expires: MetadataLifetime.expiry(MetadataLifetime.offline, from: now))
    if let newKeys {
      let keyIDs = try newKeys.map { try $0.trustKeyID() }
      next.keys.merge(try KeyTable(newKeys)) { first, _ in first }
      switch role {
      case .root: next[.root].keyIDs = keyIDs
      case .targets: next[.targets].keyIDs = keyIDs
      case .online:
        next[.snapshot].keyIDs = keyIDs
        next[.timestamp].keyIDs = keyIDs
      case .channel, .brake: break
      }
    }
    if let threshold { next[.root].threshold = threshold }
    guard next[.root].threshold <= next[.root].keyIDs.count else {
      throw PublishError.missingKeys(
        role: "root", found: next[.root].keyIDs.count, needed: next[.root].threshold, keyIDs: [])
    }
    let used = Set(TopLevelRole.allCases.flatMap { next[$0].keyIDs })
    next.keys = next.keys.filter { used.contains($0.key) }
    return next
  }

  /// Returns the role whose keys changed since `older`.
  fileprivate func unfinishedRole(since older: RootMetadata) -> RotatedRole? {
    guard version > older.version else { return nil }
    return Set(self[.timestamp].keyIDs) == Set(older[.timestamp].keyIDs) ? .targets : .online
  }

  fileprivate func hasSameKeys(as other: RootMetadata) -> Bool {
    TopLevelRole.allCases.allSatisfy { Set(self[$0].keyIDs) == Set(other[$0].keyIDs) }
  }
}
