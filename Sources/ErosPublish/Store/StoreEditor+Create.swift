import ErosCore
package import ErosCrypto
package import ErosStore
package import ErosTrust

/// The public keys of a new store.
package struct StoreKeys: Sendable {
  /// The keys of the root role.
  package var root: [PublicKey]
  /// The number of root keys that must sign root metadata.
  package var threshold: Int
  /// The keys that sign the list of channels.
  package var targets: [PublicKey]
  /// The keys that sign the snapshot and the timestamp.
  package var online: [PublicKey]

  package init(root: [PublicKey], threshold: Int, targets: [PublicKey], online: [PublicKey]) {
    self.root = root
    self.threshold = threshold
    self.targets = targets
    self.online = online
  }
}

extension StoreEditor {
  /// Creates a release store without releases.
  ///
  /// The timestamp is written last, so an interrupted call leaves no store, and can be repeated with
  /// the same keys.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - roles: The public keys of the roles.
  ///   - channel: The first channel and its public keys; `nil` for a store without channels.
  ///   - keys: The keys that sign.
  ///   - now: The current time in milliseconds since 1970.
  ///   - saveRoot: Called with the first root metadata before the store is complete.
  /// - Returns: An editor of the store; its pinned root is the first root metadata, which ships with
  ///   apps.
  /// - Throws: ``PublishError/storeExists(_:)``, ``PublishError/otherKeys(_:)``,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:)``, and the errors of keys and of the
  ///   store.
  package static func create(
    _ store: any ObjectStore, _ roles: StoreKeys,
    channel: (name: ChannelName, keys: [PublicKey])? = nil, keys: KeyRing, now: Int64,
    saveRoot: ([UInt8]) throws -> Void = { _ in }
  ) async throws -> StoreEditor {
    guard try await store.status(of: StoreLayout.timestamp) == nil else {
      throw PublishError.storeExists(store.location)
    }
    // An interrupted call does not leave releases.
    guard try await store.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty else {
      throw PublishError.lostTimestamp(store.location)
    }
    let root = try RootMetadata(roles, now: now)
    // Missing keys are reported before anything is written.
    for role in TopLevelRole.allCases { _ = try keys.signers(for: root[role], of: role.rawValue) }
    let rootBytes = try await createRoot(root, in: store, keys: keys)
    try saveRoot(rootBytes)
    let editor = StoreEditor(store, keys: keys, pinnedRoot: rootBytes, now: now)
    try await editor.createRoles(root, channel)
    return editor
  }

  /// Creates the first root metadata, or returns the one that an interrupted call has left.
  private static func createRoot(
    _ root: RootMetadata, in store: any ObjectStore, keys: KeyRing
  ) async throws -> [UInt8] {
    let key = StoreLayout.metadata("root", version: 1)
    let bytes = try root.signed(by: keys.signers(for: root[.root], of: "root"))
    let outcome = try await store.create(key, ObjectContents(bytes), cache: .immutable)
    guard case .exists = outcome else { return bytes }
    let found = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes ?? []
    guard let present = try? SignedMetadata<RootMetadata>(found, file: key.text),
      present.contents.hasRoles(of: root)
    else { throw PublishError.otherKeys(store.location) }
    return found
  }

  private func createRoles(
    _ root: RootMetadata, _ channel: (name: ChannelName, keys: [PublicKey])?
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
        roles[RoleName(channel.name.role)] = try await createFirst(
          empty, channel.name.role, delegation.keys)
      }
    }
    roles["targets"] = try await createFirst(targets, "targets", root[.targets])
    let snapshot = SnapshotMetadata(version: 1, expires: online, roles: roles)
    let timestamp = TimestampMetadata(
      version: 1, expires: online,
      snapshot: try await createFirst(snapshot, "snapshot", root[.snapshot]))
    let outcome = try await store.create(
      StoreLayout.timestamp,
      ObjectContents(timestamp.signed(by: keys.signers(for: root[.timestamp], of: "timestamp"))),
      cache: StoreLayout.timestampCache)
    guard case .created = outcome else { throw PublishError.storeExists(store.location) }
  }

  /// Creates the file of a role under the first unused version.
  private func createFirst(
    _ metadata: some RoleMetadata, _ role: String, _ roleKeys: RoleKeys
  ) async throws -> MetadataReference {
    var metadata = metadata
    let signers = try keys.signers(for: roleKeys, of: role)
    while true {
      let bytes = try metadata.signed(by: signers)
      let outcome = try await store.create(
        StoreLayout.metadata(role, version: metadata.version), ObjectContents(bytes),
        cache: .immutable)
      if case .created = outcome {
        return MetadataReference(version: metadata.version, record: try FileRecord(of: bytes))
      }
      metadata.version += 1
    }
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
