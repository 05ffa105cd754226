import ErosCore
import ErosStore
import ErosTrust

/// The repair of a store whose newest metadata is missing or damaged.
///
/// Nothing that is not signed is trusted. The names of files only tell which files to read;
/// a role's metadata is used if the newest root, or the targets role, trusts its signatures.
///
/// - *The roles.* Of each role, the repair uses the newest metadata that verifies and that a signed
///   snapshot names. A device that has seen any of these snapshots therefore sees no older version.
///   A publication that was interrupted after its snapshot becomes visible; all its files exist.
/// - *The versions.* The version of a timestamp is never above that of its snapshot, so the new
///   snapshot and the new timestamp both get a version above that of the newest snapshot. It is higher
///   by ``versionStep``, because newer snapshots may be lost together with the timestamp.
package struct StoreRepair: Sendable {
  /// Metadata that the repair could not use.
  package struct Loss: Sendable, Equatable {
    package let role: String
    /// The newest version that a signed snapshot names.
    package let lost: Int64
    /// The version that is used instead; `nil` if no version verifies, so the role stays damaged.
    package let used: Int64?
  }

  /// The result of a repair.
  package struct Outcome: Sendable {
    /// The version of the new timestamp.
    package let timestampVersion: Int64
    /// The reason for the repair.
    package let damage: String
    /// The roles that have returned to an earlier version.
    package let losses: [Loss]
  }

  /// The number of versions that are skipped, in case newer snapshots are lost as well.
  private static let versionStep: Int64 = 1000
  /// The maximum number of snapshots that are read.
  private static let maximumSnapshotCount = 100

  private let editor: StoreEditor
  private var store: any ObjectStore { editor.store }

  private init(_ editor: StoreEditor) { self.editor = editor }

  /// Repairs a store.
  ///
  /// - Parameter editor: The editor, with the online key.
  /// - Returns: The result; `nil` if the metadata is valid, and nothing was written.
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/noSnapshot(_:)``,
  ///   ``PublishError/busy(attempts:)``; `TrustError` if root metadata is damaged; the errors of keys
  ///   and of the store.
  package static func run(_ editor: StoreEditor) async throws -> Outcome? {
    guard let damage = try await damage(of: editor) else { return nil }
    return try await StoreRepair(editor).run(damage)
  }

  /// Returns a sentence about the damage of a store's metadata; `nil` if it is valid.
  private static func damage(of editor: StoreEditor) async throws -> String? {
    do {
      _ = try await StoreState.load(
        from: editor.store, pinnedRoot: editor.pinnedRoot, channels: nil)
      return nil
    } catch PublishError.lostTimestamp {
      return "'\(StoreLayout.timestamp.text)' is missing"
    } catch let error as TrustError {
      return error.problem
    }
  }

  private func run(_ damage: String) async throws -> Outcome {
    var loader = try StoreLoader(store, pinnedRoot: editor.pinnedRoot)
    try await loader.loadRoot()
    let root = loader.root
    // Missing keys are reported before anything is read.
    let signers = try editor.keys.signers(for: root[.snapshot], of: "snapshot")
    let timestampSigners = try editor.keys.signers(for: root[.timestamp], of: "timestamp")
    let found = try await store.read(
      StoreLayout.timestamp, upTo: TrustLimits.standard.timestampBytes)
    let snapshots = try await signedSnapshots(root)
    guard let newest = snapshots.first else { throw PublishError.noSnapshot(store.location) }
    var version = newest.version
    if let bytes = found?.bytes,
      let signed = try? SignedMetadata<TimestampMetadata>(
        bytes, file: StoreLayout.timestamp.text),
      try signed.isSigned(by: root[.timestamp], from: root.keys)
    {
      version = max(version, signed.contents.version, signed.contents.snapshot.version)
    }
    guard version <= TrustLimits.maximumVersion - Self.versionStep else {
      throw PublishError.versionLimit(role: "snapshot")
    }
    let roles = try await verifiedRoles(snapshots, root)
    let expires = MetadataLifetime.expiry(MetadataLifetime.online, from: editor.now)
    let snapshot = SnapshotMetadata(
      version: version + Self.versionStep, expires: expires, roles: roles.references)
    let reference = try await store.createNext(snapshot, "snapshot", signers)
    try await store.checkWritten(
      StoreLayout.metadata("snapshot", version: reference.version),
      length: reference.record.length)
    let timestamp = TimestampMetadata(
      version: reference.version, expires: expires, snapshot: reference)
    try await write(timestamp.signed(by: timestampSigners), insteadOf: found?.status.version)
    // Devices must trust what was written.
    _ = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
    return Outcome(timestampVersion: timestamp.version, damage: damage, losses: roles.losses)
  }

  /// Writes the timestamp, unless another command has written it since.
  private func write(_ timestamp: [UInt8], insteadOf version: ObjectVersion?) async throws {
    let (key, cache) = (StoreLayout.timestamp, StoreLayout.timestampCache)
    let contents = try ObjectContents(timestamp)
    guard let version else {
      let outcome = try await store.create(key, contents, cache: cache)
      guard case .created = outcome else { throw PublishError.busy(attempts: 1) }
      return
    }
    let outcome = try await store.replace(key, contents, expecting: version, cache: cache)
    guard case .replaced = outcome else { throw PublishError.busy(attempts: 1) }
  }

  // MARK: - Verifying

  /// Returns the newest snapshots that the root trusts, the newest first.
  private func signedSnapshots(_ root: RootMetadata) async throws -> [SnapshotMetadata] {
    let versions = try await StoreLayout.versions(of: "snapshot", in: store)
      .filter { $0 <= TrustLimits.maximumVersion }
    var snapshots: [SnapshotMetadata] = []
    for version in versions.suffix(Self.maximumSnapshotCount).reversed() {
      let snapshot: SnapshotMetadata? = try await verified(
        "snapshot", MetadataReference(version: version), root[.snapshot], root.keys,
        limit: TrustLimits.standard.snapshotBytes)
      if let snapshot { snapshots.append(snapshot) }
    }
    return snapshots
  }

  /// Returns the newest metadata of each role that verifies.
  private func verifiedRoles(
    _ snapshots: [SnapshotMetadata], _ root: RootMetadata
  ) async throws -> (references: [RoleName: MetadataReference], losses: [Loss]) {
    var references: [RoleName: MetadataReference] = [:]
    var losses: [Loss] = []
    func use(_ role: String, _ keys: RoleKeys, _ table: KeyTable) async throws -> TargetsMetadata? {
      var candidates: [Int64: MetadataReference] = [:]
      for snapshot in snapshots.reversed() {
        if let reference = snapshot[role] { candidates[reference.version] = reference }
      }
      let sorted = candidates.sorted { $0.key > $1.key }
      for (version, reference) in sorted {
        let metadata: TargetsMetadata? = try await verified(
          role, reference, keys, table, limit: TrustLimits.standard.targetsBytes)
        guard let metadata else { continue }
        references[RoleName(role)] = reference
        if version != sorted[0].key {
          losses.append(Loss(role: role, lost: sorted[0].key, used: version))
        }
        return metadata
      }
      if let newest = sorted.first {
        // Without it, the next publication would start again with release 1.
        references[RoleName(role)] = newest.value
        losses.append(Loss(role: role, lost: newest.key, used: nil))
      }
      return nil
    }
    guard let targets = try await use("targets", root[.targets], root.keys) else {
      throw PublishError.noSnapshot(store.location)
    }
    for role in targets.delegations?.roles ?? [] {
      _ = try await use(role.name.text, role.keys, targets.delegations?.keys ?? [:])
    }
    return (references, losses)
  }

  /// Returns metadata of a role; `nil` if it is missing or not trusted.
  private func verified<Metadata: RoleMetadata>(
    _ role: String, _ reference: MetadataReference, _ keys: RoleKeys, _ table: KeyTable, limit: Int
  ) async throws -> Metadata? {
    guard reference.version <= TrustLimits.maximumVersion,
      let key = ObjectKey(
        StoreLayout.metadataPrefix + RoleName(role).file(version: reference.version)),
      let bytes = try await store.read(key, upTo: limit)?.bytes,
      try reference.record.matches(bytes),
      let signed = try? SignedMetadata<Metadata>(bytes, file: key.text),
      signed.contents.version == reference.version, try signed.isSigned(by: keys, from: table)
    else { return nil }
    return signed.contents
  }
}

extension ObjectReader {
  /// Returns an object, and no bytes of one that is longer than `limit`.
  fileprivate func read(
    _ key: ObjectKey, upTo limit: Int
  ) async throws -> (bytes: [UInt8], status: ObjectStatus)? {
    do {
      return try await read(key, limit: limit)
    } catch StoreError.tooLong {
      return try await status(of: key).map { ([], $0) }
    }
  }
}
