package import ErosCore
package import ErosTrust

/// The repair of a store whose newest metadata is missing or damaged.
///
/// Only signed metadata is trusted. File names only determine which files to read. A role's
/// metadata is used if the newest root metadata, or the targets role, trusts its signatures.
///
/// - *The roles.* ``RoleSelection`` describes which metadata of each role is used. A publication
///   that was interrupted after writing its snapshot becomes visible.
/// - *The versions.* The version of a timestamp is never above the version of its snapshot. So the
///   new snapshot and the new timestamp both get a version above the newest snapshot. The
///   difference is ``versionStep``, because newer snapshots may have been lost together with the
///   timestamp.
package struct StoreRepair: Sendable {
  /// The result of a repair.
  package struct Outcome: Sendable {
    /// The version of the newest timestamp.
    let timestampVersion: Int64
    /// The reason for the repair.
    package let damage: Message
    /// Whether metadata was written; if not, no other metadata can be used.
    package let isWritten: Bool
    /// The metadata that could not be used.
    package let losses: [MetadataLoss]
    /// The channels and their newest releases; `nil` if their metadata stays damaged.
    package let channels: [(name: ChannelName, newest: Int64?)]
    /// The findings about the losses, by role.
    let lossFindings: [(role: String, finding: Finding)]
    /// The findings about missing files of releases.
    let fileFindings: [Finding]
    /// The losses, and the missing files of releases.
    package var findings: [Finding] { lossFindings.map(\.finding) + fileFindings }
  }

  /// The number of skipped versions, in case newer snapshots are also lost.
  static let versionStep: Int64 = 1000

  private let editor: StoreEditor
  private let damage: Message
  private let root: RootMetadata
  /// Whether devices reset the earlier versions.
  private let canRestart: Bool
  private let timestamp: FoundTimestamp
  /// The signed snapshots, newest first; empty if all are lost.
  private let snapshots: [FoundSnapshot]
  /// The contents of the snapshots; if the newest is lost, also of one that lists the newest files of the store.
  private let contents: [SnapshotMetadata]
  /// The version of the snapshot that a trusted timestamp lists and that is lost, or `nil`.
  private let lostSnapshot: Int64?
  private let selection: RoleSelection

  private var store: any ObjectStore { editor.store }

  /// Repairs a store.
  ///
  /// - Parameter editor: The editor, with the online key.
  /// - Returns: The result, or `nil` if the metadata is valid and nothing was written.
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/noSnapshot(_:)``,
  ///   ``PublishError/busy(attempts:)``;
  ///   ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)`` if a rotation must be
  ///   completed; `TrustError` if root metadata is damaged; the errors of keys and of the store.
  static func run(_ editor: StoreEditor) async throws -> Outcome? {
    guard let damage = try await damage(of: editor) else { return nil }
    let reader = try ChannelReader(editor.store, pinnedRoot: editor.pinnedRoot, now: nil)
    try await reader.readRoot()
    return try await StoreRepair(editor, damage, under: reader.root, canListFiles: true).run()
  }

  /// Writes the trusted root metadata again if the store has lost it.
  ///
  /// The root of another store is never written: an intact root stays, and other metadata of the store must
  /// have the signatures of the trusted root.
  ///
  /// - Throws: The errors of the store.
  static func restorePinnedRoot(_ editor: StoreEditor) async throws {
    let pinned = try SignedMetadata<RootMetadata>(
      editor.pinnedRoot, file: TopLevelRole.root.file)
    let key = StoreLayout.metadata(
      TopLevelRole.root.rawValue, version: pinned.contents.version)
    let found = try await editor.store.read(key, upTo: TrustLimits.standard.rootBytes)?.bytes
    let signed = found.flatMap { try? SignedMetadata<RootMetadata>($0, file: key.text) }
    if let signed, try signed.isSigned(by: signed.contents[.root], from: signed.contents.keys) {
      return
    }
    guard try await belongs(pinned, to: editor.store) else { return }
    _ = try await editor.store.put(key, ObjectContents(editor.pinnedRoot))
  }

  /// Returns whether the timestamp of a store, or the root metadata before or after `root`, proves that it is
  /// the root of this store.
  private static func belongs(
    _ root: SignedMetadata<RootMetadata>, to store: any ObjectStore
  ) async throws -> Bool {
    func read<Metadata>(_ key: ObjectKey) async throws -> SignedMetadata<Metadata>? {
      let bytes = try await store.read(key, upTo: TrustLimits.standard.rootBytes)?.bytes
      return bytes.flatMap { try? SignedMetadata<Metadata>($0, file: key.text) }
    }
    func rootKey(_ version: Int64) -> ObjectKey {
      StoreLayout.metadata(TopLevelRole.root.rawValue, version: version)
    }
    let contents = root.contents
    let timestamp: SignedMetadata<TimestampMetadata>? = try await read(StoreLayout.timestamp)
    if let timestamp, try timestamp.isSigned(by: contents[.timestamp], from: contents.keys) {
      return true
    }
    let next: SignedMetadata<RootMetadata>? = try await read(rootKey(contents.version + 1))
    if let next, try next.isSigned(by: contents[.root], from: contents.keys) { return true }
    guard contents.version > 1 else { return false }
    let earlier: SignedMetadata<RootMetadata>? = try await read(rootKey(contents.version - 1))
    return try earlier.map {
      try root.isSigned(by: $0.contents[.root], from: $0.contents.keys)
    } ?? false
  }

  /// Returns a sentence about the damage of a store's metadata, or `nil` if the metadata is valid.
  private static func damage(of editor: StoreEditor) async throws -> Message? {
    do {
      let state = try await StoreState.load(
        from: editor.store, pinnedRoot: editor.pinnedRoot, channels: nil)
      let newer = try await NewerSnapshots(
        above: state.snapshot.version, under: state.root, in: editor.store)
      return newer.finding?.message
    } catch let error as PublishError where error.isMissingTimestamp {
      return "'\(StoreLayout.timestamp.text)' is missing"
    } catch let error as PublishError where error.isWithdrawnKey {
      // Without the metadata of the new keys, a repair would lose later publications.
      if case .withdrawnKey(_, _, _, isUnfinished: true?) = error { throw error }
      return error.problem
    } catch let error as TrustError {
      return error.problem
    }
  }

  /// Reads the metadata, and selects the metadata of each role.
  ///
  /// - Parameters:
  ///   - editor: The editor, with the online key.
  ///   - damage: The reason for the repair.
  ///   - root: The newest root metadata. Devices see the repaired store under it.
  ///   - older: The root metadata before a replacement of the online key. The repair also uses
  ///     snapshots signed by its key.
  ///   - canListFiles: Whether to use the newest files of the roles if the newest snapshot is lost. Otherwise
  ///     a snapshot signed by an earlier key may be newer.
  /// - Throws: ``PublishError/noSnapshot(_:)``, and the errors of keys and of the store.
  init(
    _ editor: StoreEditor, _ damage: Message, under root: RootMetadata,
    after older: RootMetadata? = nil, canListFiles: Bool = false
  ) async throws {
    self.editor = editor
    self.damage = damage
    self.root = root
    canRestart = older.map { root.withdrawsOnlineKey(of: $0) } ?? false
    // Missing keys are reported before anything is read.
    _ = try editor.keys.signers(of: .snapshot, under: root)
    _ = try editor.keys.signers(of: .timestamp, under: root)
    let roots = [root] + (older.map { [$0] } ?? [])
    timestamp = try await FoundTimestamp(in: editor.store, roots)
    snapshots = try await FoundSnapshot.all(in: editor.store, roots, first: timestamp.trusted)
    let canReplaceTargets = (try? editor.keys.signers(of: .targets, under: root)) != nil
    lostSnapshot = timestamp.lostSnapshot(of: snapshots)
    let listed =
      canListFiles && (snapshots.isEmpty || lostSnapshot != nil)
      ? try await ListedRoles.snapshot(
        of: editor, root, timestamp.trusted?.snapshot, canReplaceTargets: canReplaceTargets)
      : nil
    contents = snapshots.map(\.contents) + (listed.map { [$0] } ?? [])
    guard !contents.isEmpty else { throw PublishError.noSnapshot(editor.store.location) }
    // Devices may know newer snapshots than a restored timestamp lists.
    let visible = timestamp.snapshot(of: snapshots)?.contents
    selection = try await RoleSelection(
      editor.store, root, contents,
      visible: visible?.version == snapshots.first?.contents.version ? visible : nil,
      canReplaceTargets: canReplaceTargets)
  }

  /// The selected targets metadata.
  var targets: TargetsMetadata { selection.targets }

  /// Writes the snapshot and the timestamp, unless this would change nothing.
  func run() async throws -> Outcome {
    var selection = selection
    if lostSnapshot != nil || snapshots.isEmpty {
      let usesFiles = contents.count > snapshots.count
      selection.losses.append(
        MetadataLoss(
          role: "snapshot", lost: lostSnapshot ?? contents[0].version,
          used: usesFiles ? nil : contents[0].version, isReplaced: usesFiles))
    }
    if selection.replacesTargets {
      selection.targetsReference = try await store.createNext(
        selection.targets, TopLevelRole.targets.rawValue,
        editor.keys.signers(of: .targets, under: root))
    }
    try await selection.reserveLostReleases()
    let snapshot = selection.snapshot
    guard try !isCurrent(snapshot) else {
      return try await outcome(selection, timestamp.trusted?.version ?? 0, isWritten: false)
    }
    let version = try await write(snapshot)
    // Devices must trust the written metadata.
    _ = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
    return try await outcome(selection, version, isWritten: true)
  }

  private func outcome(
    _ selection: RoleSelection, _ version: Int64, isWritten: Bool
  ) async throws -> Outcome {
    Outcome(
      timestampVersion: version, damage: damage, isWritten: isWritten, losses: selection.losses,
      channels: selection.newestReleases, lossFindings: try await selection.lossFindings(),
      fileFindings: try await selection.fileFindings())
  }

  // MARK: - Writing

  /// Returns whether devices already see the same contents, for longer than the interval of a cron
  /// job.
  private func isCurrent(_ snapshot: SnapshotMetadata) throws -> Bool {
    guard let current = timestamp.snapshot(of: snapshots), let trusted = timestamp.trusted,
      current.contents.version == snapshots.first?.contents.version,
      try current.isSigned(under: root), try timestamp.isSigned(under: root),
      min(current.contents.expires, trusted.expires)
        > editor.now + MetadataLifetime.warning(of: "snapshot")
    else { return false }
    var snapshot = snapshot
    snapshot.header = current.contents.header
    return JSONWriter.write(snapshot.json) == JSONWriter.write(current.contents.json)
  }

  /// - Returns: The version of the timestamp.
  private func write(_ snapshot: SnapshotMetadata) async throws -> Int64 {
    let keys = editor.keys
    let expires = MetadataLifetime.expiry(MetadataLifetime.online, from: editor.now)
    var snapshot = snapshot
    snapshot.header = MetadataHeader(version: try await nextVersion(), expires: expires)
    let reference = try await store.createNext(
      snapshot, "snapshot", keys.signers(of: .snapshot, under: root))
    try await store.checkWritten(
      StoreLayout.metadata("snapshot", version: reference.version),
      length: reference.record.length)
    let timestamp = TimestampMetadata(
      version: reference.version, expires: expires, snapshot: reference)
    try await write(
      timestamp.signed(by: keys.signers(of: .timestamp, under: root)))
    return timestamp.version
  }

  /// Returns the version of the new snapshot and the new timestamp.
  private func nextVersion() async throws -> Int64 {
    let trusted = timestamp.trusted
    let newest = contents.map(\.version).max() ?? 0
    let version = max(newest, trusted?.version ?? 0, trusted?.snapshot.version ?? 0)
    if canRestart, MetadataVersions.isNearLimit(version) {
      return try await MetadataVersions.restart("snapshot", in: store)
    }
    guard version <= TrustLimits.maximumVersion - Self.versionStep else {
      throw PublishError.versionLimit(role: "snapshot")
    }
    return version + Self.versionStep
  }

  /// Writes the timestamp, unless another command has written it or root metadata since.
  private func write(_ bytes: [UInt8]) async throws {
    guard try await store.isNewest(root) else { throw PublishError.busy(attempts: 1) }
    let isWritten = try await store.write(
      StoreLayout.timestamp, ObjectContents(bytes), expecting: timestamp.objectVersion,
      cache: StoreLayout.timestampCache)
    guard isWritten else { throw PublishError.busy(attempts: 1) }
  }
}

/// The timestamp of a damaged store.
private struct FoundTimestamp {
  /// The version of the object, or `nil` if it is missing.
  let objectVersion: ObjectVersion?
  private let signed: SignedMetadata<TimestampMetadata>?

  init(in store: any ObjectStore, _ roots: [RootMetadata]) async throws {
    let found = try await store.read(
      StoreLayout.timestamp, upTo: TrustLimits.standard.timestampBytes)
    objectVersion = found?.status.version
    let signed = found.flatMap {
      try? SignedMetadata<TimestampMetadata>($0.bytes, file: StoreLayout.timestamp.text)
    }
    let isTrusted =
      try signed.map { signed in
        try roots.contains { try signed.isSigned(by: $0[.timestamp], from: $0.keys) }
      } ?? false
    self.signed = isTrusted ? signed : nil
  }

  /// The contents if a root trusts the signature.
  var trusted: TimestampMetadata? { signed?.contents }

  func isSigned(under root: RootMetadata) throws -> Bool {
    try signed?.isSigned(by: root[.timestamp], from: root.keys) ?? false
  }

  /// Returns the version of the snapshot that the trusted timestamp lists and that is lost, or `nil`.
  func lostSnapshot(of snapshots: [FoundSnapshot]) -> Int64? {
    guard let listed = trusted?.snapshot.version,
      !snapshots.contains(where: { $0.contents.version == listed })
    else { return nil }
    return listed
  }

  /// Returns the snapshot listed in the timestamp.
  func snapshot(of snapshots: [FoundSnapshot]) -> FoundSnapshot? {
    guard let reference = trusted?.snapshot else { return nil }
    return snapshots.first {
      $0.contents.version == reference.version
        && ((try? reference.record.matches($0.signed.bytes)) ?? false)
    }
  }
}

/// A snapshot trusted by root metadata.
private struct FoundSnapshot {
  /// The maximum number of snapshots that are used.
  private static let maximumCount = 100
  /// The maximum number of files that are read.
  private static let maximumReads = 10_000

  let signed: SignedMetadata<SnapshotMetadata>

  var contents: SnapshotMetadata { signed.contents }

  func isSigned(under root: RootMetadata) throws -> Bool {
    try signed.isSigned(by: root[.snapshot], from: root.keys)
  }

  /// Returns the newest snapshots trusted by one of the roots, newest first; empty if there are none.
  ///
  /// If the snapshot listed in the timestamp is trusted, it is always included.
  ///
  /// - Throws: The errors of the store.
  static func all(
    in store: any ObjectStore, _ roots: [RootMetadata], first timestamp: TimestampMetadata?
  ) async throws -> [FoundSnapshot] {
    let named = timestamp?.snapshot.version
    let versions = try await StoreLayout.versions(of: "snapshot", in: store).reversed()
      .filter { $0 <= TrustLimits.maximumVersion && $0 != named }
    var snapshots: [FoundSnapshot] = []
    for version in (named.map { [$0] } ?? []) + versions.prefix(maximumReads) {
      guard
        let signed: SignedMetadata<SnapshotMetadata> = try await store.metadata(
          "snapshot", MetadataReference(version: version),
          limit: TrustLimits.standard.snapshotBytes)
      else { continue }
      let snapshot = FoundSnapshot(signed: signed)
      guard try roots.contains(where: { try snapshot.isSigned(under: $0) }) else { continue }
      snapshots.append(snapshot)
      if snapshots.count == maximumCount { break }
    }
    return snapshots.sorted { $0.contents.version > $1.contents.version }
  }
}
