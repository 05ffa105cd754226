import ErosCore
package import ErosCrypto
package import ErosTrust

/// The public keys of a new store.
package struct StoreKeys: Sendable {
  /// The keys of the root role.
  var root: [PublicKey]
  /// The number of required signatures of root metadata.
  var threshold: Int
  /// The keys that sign the list of channels.
  var targets: [PublicKey]
  /// The keys that sign the snapshot and the timestamp.
  var online: [PublicKey]
  /// The keys of the brake, or empty for a store without a brake.
  package var brake: [PublicKey]

  package init(
    root: [PublicKey], threshold: Int, targets: [PublicKey], online: [PublicKey],
    brake: [PublicKey] = []
  ) {
    self.root = root
    self.threshold = threshold
    self.targets = targets
    self.online = online
    self.brake = brake
  }
}

/// The creation of release stores.
package enum StoreCreation {
  /// Creates a release store without releases.
  ///
  /// The timestamp is written last, so an interrupted call leaves no store, and the caller can
  /// repeat it with the same keys.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - roles: The public keys of the roles.
  ///   - channel: The first channel and its public keys, or `nil` for a store without channels.
  ///   - keys: The signing keys.
  ///   - now: The current time, in milliseconds since 1970.
  ///   - saveRoot: Called with the first root metadata before the store is complete.
  /// - Returns: An editor of the store. Its pinned root metadata is the first root metadata, which
  ///   ships with apps.
  /// - Throws: ``PublishError/storeExists(_:)``, ``PublishError/otherKeys(_:)``,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``, and the errors of keys and of
  ///   the store.
  package static func create(
    _ store: any ObjectStore, _ roles: StoreKeys,
    channel: (name: ChannelName, keys: [PublicKey])? = nil, keys: KeyRing, now: Int64,
    saveRoot: ([UInt8]) throws -> Void = { _ in }
  ) async throws -> StoreEditor {
    try await checkIsNew(store)
    let root = try checkedRoot(roles, channel: channel, keys: keys, now: now)
    let rootBytes = try await createRoot(root, in: store, keys: keys)
    try await checkSnapshots(store, root, channel?.name)
    try saveRoot(rootBytes)
    let editor = StoreEditor(store, keys: keys, pinnedRoot: rootBytes, now: now)
    try await editor.createRoles(root, roles, channel)
    return editor
  }

  /// Checks that a location contains no store.
  ///
  /// - Throws: ``PublishError/storeExists(_:)``, ``PublishError/lostTimestamp(_:)``, and the errors
  ///   of the store.
  package static func checkIsNew(_ store: any ObjectStore) async throws {
    guard try await store.status(of: StoreLayout.timestamp) == nil else {
      throw PublishError.storeExists(store.location)
    }
    // An interrupted call leaves no releases.
    guard try await store.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty else {
      throw PublishError.lostTimestamp(store.location)
    }
  }

  /// Checks the keys of a new store without writing anything.
  ///
  /// - Throws: ``PublishError/keyInUse(keyID:role:newRole:)``,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``, and the errors of keys.
  package static func checkKeys(_ roles: StoreKeys, keys: KeyRing) throws {
    _ = try checkedRoot(roles, channel: nil, keys: keys, now: 0)
  }

  private static func checkedRoot(
    _ roles: StoreKeys, channel: (name: ChannelName, keys: [PublicKey])?, keys: KeyRing, now: Int64
  ) throws -> RootMetadata {
    let root = try RootMetadata(roles, now: now)
    let use = try KeyUse(root, brake: roles.brake)
    try use.check(roles.root, for: .root)
    try use.check(roles.targets, for: .targets)
    try use.check(roles.online, for: .online)
    try use.check(roles.brake, for: .brake)
    if let channel { try use.check(channel.keys, for: .channel(channel.name)) }
    // Missing keys are reported before anything is written.
    for role in TopLevelRole.allCases { _ = try keys.signers(for: root[role], of: role.rawValue) }
    return root
  }

  /// Creates the first root metadata, or returns the root metadata left by an interrupted call.
  private static func createRoot(
    _ root: RootMetadata, in store: any ObjectStore, keys: KeyRing
  ) async throws -> [UInt8] {
    let key = StoreLayout.metadata("root", version: 1)
    let bytes = try root.signed(by: keys.signers(for: root[.root], of: "root"))
    let outcome = try await store.create(key, ObjectContents(bytes), cache: .immutable)
    guard case .exists = outcome else { return bytes }
    let found = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes ?? []
    guard let present = try? SignedMetadata<RootMetadata>(found, file: key.text),
      present.contents.version == 1, present.contents.hasRoles(of: root),
      try present.isSigned(by: root[.root], from: root.keys)
    else { throw PublishError.otherKeys(store.location) }
    return found
  }

  /// Checks that the store did not lose its timestamp after it was complete.
  ///
  /// An interrupted call leaves only snapshots of the targets role, the brake and the first
  /// channel.
  private static func checkSnapshots(
    _ store: any ObjectStore, _ root: RootMetadata, _ channel: ChannelName?
  ) async throws {
    let roles: Set<RoleName> = Set(
      [RoleName("targets"), Brake.role] + (channel.map { [RoleName($0.role)] } ?? []))
    var isComplete = try await store.status(of: StoreLayout.metadata("root", version: 2)) != nil
    for version in try await StoreLayout.versions(of: "snapshot", in: store) where !isComplete {
      let found: SignedMetadata<SnapshotMetadata>? = try await store.metadata(
        "snapshot", MetadataReference(version: version), limit: TrustLimits.standard.snapshotBytes)
      guard let found, try found.isSigned(by: root[.snapshot], from: root.keys) else { continue }
      isComplete = !roles.isSuperset(of: found.contents.roleNames)
    }
    guard !isComplete else { throw PublishError.lostTimestamp(store.location) }
  }
}

extension StoreEditor {
  /// Creates the empty brake, if its private key is among the keys.
  private func createBrake(
    _ brakeKeys: [PublicKey], _ root: RootMetadata
  ) async throws -> MetadataReference? {
    let roleKeys = RoleKeys(try brakeKeys.map { try $0.trustKeyID() }, threshold: 1)
    guard roleKeys.keyIDs.contains(where: { keys.has($0) }) else { return nil }
    var brake = root.newBrake
    brake.expires = MetadataLifetime.expiry(MetadataLifetime.offline, from: now).milliseconds
    return try await store.createNext(
      brake, Brake.role.text, keys.signers(for: roleKeys, of: Brake.role.text))
  }

  fileprivate func createRoles(
    _ root: RootMetadata, _ keySet: StoreKeys, _ channel: (name: ChannelName, keys: [PublicKey])?
  ) async throws {
    var targets = TargetsMetadata(
      version: 1, expires: MetadataLifetime.expiry(MetadataLifetime.offline, from: now),
      delegations: Delegations(keys: [:], roles: []))
    let online = MetadataLifetime.expiry(MetadataLifetime.online, from: now)
    var roles: [RoleName: MetadataReference] = [:]
    if let channel {
      let delegation = try targets.delegate(channel.name, to: channel.keys)
      if delegation.keys.keyIDs.contains(where: { keys.has($0) }) {
        let empty = TargetsMetadata(
          version: 1, expires: MetadataLifetime.expiry(MetadataLifetime.channel, from: now))
        let role = channel.name.role
        roles[RoleName(role)] = try await store.createNext(
          empty, role, keys.signers(for: delegation.keys, of: role))
      }
    }
    if !keySet.brake.isEmpty {
      try targets.delegateBrake(to: keySet.brake)
      roles[Brake.role] = try await createBrake(keySet.brake, root)
    }
    roles["targets"] = try await store.createNext(
      targets, "targets", keys.signers(for: root[.targets], of: "targets"))
    let snapshot = SnapshotMetadata(version: 1, expires: online, roles: roles)
    let timestamp = TimestampMetadata(
      version: 1, expires: online,
      snapshot: try await store.createNext(
        snapshot, "snapshot", keys.signers(for: root[.snapshot], of: "snapshot")))
    let outcome = try await store.create(
      StoreLayout.timestamp,
      ObjectContents(timestamp.signed(by: keys.signers(for: root[.timestamp], of: "timestamp"))),
      cache: StoreLayout.timestampCache)
    guard case .created = outcome else { throw PublishError.storeExists(store.location) }
  }
}

extension RootMetadata {
  /// The first root metadata of a store.
  fileprivate init(_ roles: StoreKeys, now: Int64) throws {
    let table = try KeyTable(roles.root + roles.targets + roles.online)
    let root = RoleKeys(try roles.root.map { try $0.trustKeyID() }, threshold: roles.threshold)
    let targets = RoleKeys(try roles.targets.map { try $0.trustKeyID() }, threshold: 1)
    let online = RoleKeys(try roles.online.map { try $0.trustKeyID() }, threshold: 1)
    self.init(
      version: 1, expires: MetadataLifetime.expiry(MetadataLifetime.offline, from: now),
      keys: table
    ) { role in
      switch role {
      case .root: root
      case .targets: targets
      case .snapshot, .timestamp: online
      }
    }
  }

  /// Returns whether all roles have the same keys and thresholds as in `other`.
  fileprivate func hasRoles(of other: RootMetadata) -> Bool {
    TopLevelRole.allCases.allSatisfy {
      Set(self[$0].keyIDs) == Set(other[$0].keyIDs) && self[$0].threshold == other[$0].threshold
    }
  }
}
