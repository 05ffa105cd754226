import ErosCore
import ErosCrypto
package import ErosTrust

/// Signs and writes new metadata.
///
/// Versioned files are created and never replaced. One conditional write of the timestamp makes
/// them all visible at once. Until then, no device sees any of them.
package struct MetadataCommit: Sendable {
  private let store: any ObjectStore
  private let keys: KeyRing
  /// Milliseconds since 1970.
  private let now: Int64

  package init(to store: any ObjectStore, keys: KeyRing, now: Int64) {
    self.store = store
    self.keys = keys
    self.now = now
  }

  /// Another publisher has changed the store.
  struct Conflict: Error {}

  /// The files that a commit has written.
  package struct Written: Sendable {
    /// Keyed by role.
    fileprivate(set) var files: [String: MetadataReference] = [:]
    /// The timestamp file.
    fileprivate(set) var timestamp: [UInt8] = []
    fileprivate(set) var timestampVersion: Int64 = 0
    /// The root metadata that trusts these files.
    fileprivate(set) var root: RootMetadata
  }

  /// Signs changed roles, the snapshot and the timestamp, and makes them visible.
  ///
  /// - Parameters:
  ///   - changes: New metadata by role. Versions and expiry times are set here.
  ///   - state: The state that the changes are based on.
  ///   - newest: The newest root metadata, if `state` was verified with an older one.
  /// - Returns: The written files.
  /// - Throws: ``Conflict`` if the store has changed since `state` was read,
  ///   ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` before anything is
  ///   written, ``PublishError/lostWrite(location:reason:)`` if the store lost a file, or
  ///   ``KeyError`` if a key cannot be used.
  @discardableResult
  package func commit(
    _ changes: [String: TargetsMetadata], to state: StoreState, under newest: RootMetadata? = nil
  ) async throws -> Written {
    // Report missing keys before writing anything.
    let root = newest ?? state.root
    var missing = MissingKeys()
    let signers = try signers(for: changes, in: state, under: root, &missing)
    let snapshotSigners = try missing.collect { try keys.signers(of: .snapshot, under: root) }
    let timestampSigners = try missing.collect { try keys.signers(of: .timestamp, under: root) }
    try missing.check()
    let versions = MetadataVersions(state, under: root)
    var written = Written(root: root)
    var snapshot = state.snapshot
    for (role, var metadata) in changes.sorted(by: { inByteOrder($0.key, $1.key) }) {
      // A repair may have lost higher versions, and a channel that is added again may have had
      // some.
      let lastVersion = max(
        state.snapshot[role]?.version ?? 0, try state.snapshot.lostVersion(of: role),
        metadata.version - 1)
      metadata.header = MetadataHeader(
        version: try await versions.next(lastVersion, role, in: store), expires: expiry(of: role))
      let reference = try await create(metadata, role, signers[role] ?? [], after: state)
      snapshot[role] = reference
      snapshot.setLostVersions([role: nil])
      written.files[role] = reference
    }
    // Never let a snapshot have a lower version than its timestamp, because a repair derives the
    // version of a lost timestamp from the snapshot. An attacker may have raised only one of them.
    let newest = max(state.snapshot.version, state.timestamp.version)
    snapshot.header = MetadataHeader(
      version: try await versions.next(newest, "snapshot", in: store),
      expires: MetadataLifetime.expiry(MetadataLifetime.online, from: now))
    let reference = try await create(snapshot, "snapshot", snapshotSigners, after: state)
    written.files["snapshot"] = reference
    for (role, reference) in written.files.sorted(by: { inByteOrder($0.key, $1.key) }) {
      try await store.checkWritten(
        StoreLayout.metadata(role, version: reference.version), length: reference.record.length)
    }
    // Devices may know timestamps of skipped snapshots, but none with a version above its snapshot.
    let hasSkipped = reference.version > snapshot.version
    written.timestampVersion =
      hasSkipped
      ? reference.version
      : try await versions.next(state.timestamp.version, "timestamp", in: store)
    // A rotation replaces the timestamp after its root metadata. So if root metadata appears after
    // this check, the write below fails, and withdrawn keys sign nothing.
    guard try await store.isNewest(root) else { throw Conflict() }
    written.timestamp = try await replaceTimestamp(
      version: written.timestampVersion, of: state, snapshot: reference, timestampSigners)
    return written
  }

  // MARK: - Signers

  private func signers(
    for changes: [String: TargetsMetadata], in state: StoreState, under root: RootMetadata,
    _ missing: inout MissingKeys
  ) throws -> [String: [any MetadataSigner]] {
    let targets = changes[TopLevelRole.targets.rawValue] ?? state.targets
    var signers: [String: [any MetadataSigner]] = [:]
    for role in changes.keys.sorted(by: { inByteOrder($0, $1) }) {
      guard role != TopLevelRole.targets.rawValue else {
        signers[role] = try missing.collect { try keys.signers(of: .targets, under: root) }
        continue
      }
      let roleKeys = targets.delegations?.roles.first { $0.name.text == role }?.keys
      signers[role] = try missing.collect {
        try keys.signers(for: roleKeys ?? RoleKeys([], threshold: 1), of: role)
      }
    }
    return signers
  }

  private func expiry(of role: String) -> Timestamp {
    let isChannel = ![TopLevelRole.targets.rawValue, Brake.role.text].contains(role)
    return MetadataLifetime.expiry(
      isChannel ? MetadataLifetime.channel : MetadataLifetime.offline, from: now)
  }

  // MARK: - Writing

  /// Creates the file of a role at the first free version.
  private func create(
    _ metadata: some RoleMetadata, _ role: String, _ signers: [any MetadataSigner],
    after state: StoreState
  ) async throws -> MetadataReference {
    try await store.createNext(metadata, role, signers) {
      // Another publisher was faster, or left the file when it was interrupted.
      let current = try await store.status(of: StoreLayout.timestamp)
      guard current?.version == state.timestampVersion else { throw Conflict() }
    }
  }

  private func replaceTimestamp(
    version: Int64, of state: StoreState, snapshot: MetadataReference,
    _ signers: [any MetadataSigner]
  ) async throws -> [UInt8] {
    let timestamp = TimestampMetadata(
      version: version,
      expires: MetadataLifetime.expiry(MetadataLifetime.online, from: now), snapshot: snapshot)
    let bytes = try timestamp.signed(by: signers)
    let outcome = try await store.replace(
      StoreLayout.timestamp, ObjectContents(bytes), expecting: state.timestampVersion,
      cache: StoreLayout.timestampCache)
    guard case .replaced = outcome else { throw Conflict() }
    return bytes
  }
}

extension ObjectReader {
  /// Returns `true` if the store has no newer root metadata.
  func isNewest(_ root: RootMetadata) async throws -> Bool {
    let next = StoreLayout.metadata(TopLevelRole.root.rawValue, version: root.version + 1)
    return try await status(of: next) == nil
  }
}

extension ObjectStore {
  /// Creates the file of a role at the first free version.
  ///
  /// - Parameters:
  ///   - metadata: The metadata to sign, with the first version to try.
  ///   - role: The name of the role.
  ///   - signers: The signers.
  ///   - willSkip: Called before skipping a version that an interrupted publisher left.
  /// - Returns: A reference to the new file.
  /// - Throws: ``PublishError/tooManyLeftovers(role:version:)`` after 1000 skipped versions, the
  ///   error of `willSkip`, or ``KeyError`` if signing fails.
  func createNext(
    _ metadata: some RoleMetadata, _ role: String, _ signers: [any MetadataSigner],
    willSkip: () async throws -> Void = {}
  ) async throws -> MetadataReference {
    var metadata = metadata
    let maximumSkippedVersions: Int64 = 1000
    let last = metadata.version + maximumSkippedVersions
    while metadata.version < last {
      let bytes = try metadata.signed(by: signers)
      let outcome = try await create(
        StoreLayout.metadata(role, version: metadata.version), ObjectContents(bytes),
        cache: .immutable)
      if case .created = outcome {
        return MetadataReference(version: metadata.version, record: try FileRecord(of: bytes))
      }
      try await willSkip()
      metadata.version += 1
    }
    throw PublishError.tooManyLeftovers(role: role, version: last)
  }
}
