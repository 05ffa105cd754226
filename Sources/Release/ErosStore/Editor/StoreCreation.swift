import ErosCore
package import ErosCrypto
package import ErosTrust

/// The public keys of a new store.
package struct StoreKeys: Sendable {
  var root: [PublicKey]
  /// The number of root keys that must sign root metadata.
  var threshold: Int
  /// Sign the list of channels.
  var targets: [PublicKey]
  /// Sign snapshot and timestamp.
  var online: [PublicKey]
  /// Empty for a store with no brake.
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

package enum StoreCreation {
  /// Creates a store with no releases.
  ///
  /// The timestamp is written last, so an interrupted call leaves no store. You can repeat it with
  /// the same keys.
  ///
  /// - Parameters:
  ///   - store: Where to create it.
  ///   - roles: Public keys per role.
  ///   - channel: The first channel with its public keys, or `nil` for none.
  ///   - keys: The signing keys.
  ///   - now: Milliseconds since 1970.
  ///   - saveRoot: Called with the first root metadata before the store is complete.
  /// - Returns: An editor that trusts the first root metadata. Apps ship with this file.
  /// - Throws: ``PublishError/storeExists(_:)`` if there is a store, ``PublishError/otherKeys(_:)``
  ///   if an interrupted call used different keys,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` before anything is
  ///   written, or ``KeyError`` if a key cannot be used.
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

  /// Checks that there is no store yet.
  ///
  /// - Throws: ``PublishError/storeExists(_:)`` if there is one, or
  ///   ``PublishError/lostTimestamp(_:)`` if there was one.
  package static func checkIsNew(_ store: any ObjectStore) async throws {
    guard try await store.status(of: StoreLayout.timestamp) == nil else {
      throw PublishError.storeExists(store.location)
    }
    // An interrupted call leaves no releases.
    guard try await store.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty else {
      throw PublishError.lostTimestamp(store.location)
    }
  }

  /// Checks the keys of a new store, and writes nothing.
  ///
  /// - Throws: ``PublishError/keyInUse(keyID:role:newRole:)`` if two roles share a key,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if a private key is
  ///   missing, or `KeyError` if one cannot be used.
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
    // Report missing keys before writing anything.
    for role in TopLevelRole.allCases { _ = try keys.signers(for: root[role], of: role.rawValue) }
    return root
  }

  /// Creates root metadata, or returns the file that an interrupted call left.
  private static func createRoot(
    _ root: RootMetadata, in store: any ObjectStore, keys: KeyRing
  ) async throws -> [UInt8] {
    let key = StoreLayout.metadata("root", version: 1)
    let bytes = try root.signed(by: keys.signers(for: root[.root], of: "root"))
    let outcome = try await store.create(key, ObjectContents(bytes), cache: .immutable)
    guard case .exists = outcome else { return bytes }
    let presentBytes = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes ?? []
    guard let present = try? SignedMetadata<RootMetadata>(presentBytes, file: key.text),
      present.contents.version == 1, present.contents.hasRoles(of: root),
      try present.isSigned(by: root[.root], from: root.keys)
    else { throw PublishError.otherKeys(store.location) }
    return presentBytes
  }

  /// Checks that this is not a complete store that has lost its timestamp.
  ///
  /// An interrupted call leaves only snapshots of targets, the brake and the first channel.
  private static func checkSnapshots(
    _ store: any ObjectStore, _ root: RootMetadata, _ channel: ChannelName?
  ) async throws {
    let roles: Set<RoleName> = Set(
      [RoleName("targets"), Brake.role] + (channel.map { [RoleName($0.role)] } ?? []))
    var isComplete = try await store.status(of: StoreLayout.metadata("root", version: 2)) != nil
    for version in try await StoreLayout.versions(of: "snapshot", in: store) where !isComplete {
      let snapshot: SignedMetadata<SnapshotMetadata>? = try await store.metadata(
        "snapshot", MetadataReference(version: version), limit: TrustLimits.standard.snapshotBytes)
      guard let snapshot, try snapshot.isSigned(by: root[.snapshot], from: root.keys) else {
        continue
      }
      isComplete = !roles.isSuperset(of: snapshot.contents.roleNames)
    }
    guard !isComplete else { throw PublishError.lostTimestamp(store.location) }
  }
}

extension StoreEditor {
  /// Signs an empty brake, if its private key is available.
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

  fileprivate func hasRoles(of other: RootMetadata) -> Bool {
    TopLevelRole.allCases.allSatisfy {
      Set(self[$0].keyIDs) == Set(other[$0].keyIDs) && self[$0].threshold == other[$0].threshold
    }
  }
}
