package import ErosCore
package import ErosTrust

/// Repairs a store whose newest metadata is missing or damaged.
///
/// Only signed metadata is trusted. File names merely tell which files to read. The newest root
/// metadata or the targets role must trust the signatures.
///
/// - *Roles.* See ``RoleSelection`` for which metadata each role gets. A publication that was
///   interrupted after writing its snapshot becomes visible.
/// - *Versions.* A timestamp never has a higher version than its snapshot. So the new snapshot and
///   timestamp get a version above the newest snapshot. The distance is ``versionStep``, because
///   newer snapshots may have been lost together with the timestamp.
package struct StoreRepair: Sendable {
  package struct Outcome: Sendable {
    let timestampVersion: Int64
    /// Why a repair was needed.
    package let damage: Message
    /// `false` if no better metadata was available.
    package let isWritten: Bool
    package let losses: [MetadataLoss]
    /// `nil` for a channel whose metadata stays damaged.
    package let channels: [(name: ChannelName, newest: Int64?)]
    let lossFindings: [(role: String, finding: Finding)]
    let fileFindings: [Finding]
    package var findings: [Finding] { lossFindings.map(\.finding) + fileFindings }
  }

  /// The number of versions to skip, in case newer snapshots are lost as well.
  static let versionStep: Int64 = 1000

  private let editor: StoreEditor
  private let damage: Message
  private let root: RootMetadata
  /// `true` if devices forget earlier versions.
  private let canRestart: Bool
  private let timestamp: FoundTimestamp
  /// Newest first, or empty if all are lost.
  private let snapshots: [FoundSnapshot]
  /// The contents of the snapshots.
  ///
  /// If the newest is lost, there is one more, built from the newest files.
  private let contents: [SnapshotMetadata]
  /// The snapshot version in a trusted timestamp, if that snapshot is lost.
  private let lostSnapshot: Int64?
  private let selection: RoleSelection

  private var store: any ObjectStore { editor.store }

  /// Repairs a store.
  ///
  /// - Parameter editor: Has the online key.
  /// - Returns: `nil` if the metadata is valid. Then nothing was written.
  /// - Throws: ``PublishError/notAStore(_:)`` or ``PublishError/noSnapshot(_:)`` if there is
  ///   nothing to repair from, ``PublishError/busy(attempts:)`` if another command was faster,
  ///   ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)`` if a rotation must be
  ///   completed first, `TrustError` if root metadata is damaged, or ``KeyError`` if a key cannot
  ///   be used.
  static func run(_ editor: StoreEditor) async throws -> Outcome? {
    guard let damage = try await damage(of: editor) else { return nil }
    let reader = try ChannelReader(editor.store, pinnedRoot: editor.pinnedRoot, now: nil)
    try await reader.readRoot()
    return try await StoreRepair(editor, damage, under: reader.root, canListFiles: true).run()
  }

  /// Writes the trusted root metadata again if the store has lost it.
  ///
  /// Root metadata of another store is never written: an intact root stays, and the timestamp or
  /// the neighboring root metadata in the store must carry signatures that fit the trusted one.
  static func restorePinnedRoot(_ editor: StoreEditor) async throws {
    let pinned = try SignedMetadata<RootMetadata>(
      editor.pinnedRoot, file: TopLevelRole.root.file)
    let key = StoreLayout.metadata(
      TopLevelRole.root.rawValue, version: pinned.contents.version)
    let bytes = try await editor.store.read(key, upTo: TrustLimits.standard.rootBytes)?.bytes
    let signed = bytes.flatMap { try? SignedMetadata<RootMetadata>($0, file: key.text) }
    if let signed, try signed.isSigned(by: signed.contents[.root], from: signed.contents.keys) {
      return
    }
    guard try await belongs(pinned, to: editor.store) else { return }
    _ = try await editor.store.put(key, ObjectContents(editor.pinnedRoot))
  }

  /// Looks for proof that `root` belongs to this store: in its timestamp, or in the root metadata
  /// before or after it.
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

  /// Describes the damage, or returns `nil` if the metadata is valid.
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
      // A repair lacks the metadata of the new keys, and would lose later publications.
      if case .withdrawnKey(_, _, _, isUnfinished: true?) = error { throw error }
      return error.problem
    } catch let error as TrustError {
      return error.problem
    }
  }

  /// Reads the metadata, and selects the metadata for each role.
  ///
  /// - Parameters:
  ///   - editor: Has the online key.
  ///   - damage: Why a repair is needed.
  ///   - root: The newest root metadata, under which devices see the repaired store.
  ///   - older: The root metadata before the online key was replaced. Snapshots signed under it are
  ///     used as well.
  ///   - canListFiles: `true` to use the newest files of the roles if the newest snapshot is lost.
  ///     Pass `false` if an earlier key may have signed a newer snapshot.
  /// - Throws: ``PublishError/noSnapshot(_:)`` if there is nothing to repair from, or ``KeyError``
  ///   if a key cannot be used.
  init(
    _ editor: StoreEditor, _ damage: Message, under root: RootMetadata,
    after older: RootMetadata? = nil, canListFiles: Bool = false
  ) async throws {
    self.editor = editor
    self.damage = damage
    self.root = root
    canRestart = older.map { root.withdrawsOnlineKey(of: $0) } ?? false
    // Report missing keys before reading anything.
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

  var targets: TargetsMetadata { selection.targets }

  /// Writes snapshot and timestamp, unless nothing would change.
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
    // Check that devices trust the written metadata.
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

  /// Returns `true` if devices see the same contents already, and will beyond the next cron job.
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

  /// Returns the version of the timestamp.
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

  /// Returns the version for both snapshot and timestamp.
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

  /// Writes the timestamp, unless another command has written it or root metadata meanwhile.
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
  /// `nil` if the object is missing.
  let objectVersion: ObjectVersion?
  private let signed: SignedMetadata<TimestampMetadata>?

  init(in store: any ObjectStore, _ roots: [RootMetadata]) async throws {
    let object = try await store.read(
      StoreLayout.timestamp, upTo: TrustLimits.standard.timestampBytes)
    objectVersion = object?.status.version
    let signed = object.flatMap {
      try? SignedMetadata<TimestampMetadata>($0.bytes, file: StoreLayout.timestamp.text)
    }
    let isTrusted =
      try signed.map { signed in
        try roots.contains { try signed.isSigned(by: $0[.timestamp], from: $0.keys) }
      } ?? false
    self.signed = isTrusted ? signed : nil
  }

  /// `nil` unless a root trusts the signature.
  var trusted: TimestampMetadata? { signed?.contents }

  func isSigned(under root: RootMetadata) throws -> Bool {
    try signed?.isSigned(by: root[.timestamp], from: root.keys) ?? false
  }

  /// Returns the version of the listed snapshot if it is lost.
  func lostSnapshot(of snapshots: [FoundSnapshot]) -> Int64? {
    guard let listed = trusted?.snapshot.version,
      !snapshots.contains(where: { $0.contents.version == listed })
    else { return nil }
    return listed
  }

  func snapshot(of snapshots: [FoundSnapshot]) -> FoundSnapshot? {
    guard let reference = trusted?.snapshot else { return nil }
    return snapshots.first {
      $0.contents.version == reference.version
        && ((try? reference.record.matches($0.signed.bytes)) ?? false)
    }
  }
}

private struct FoundSnapshot {
  /// Uses at most this many snapshots.
  private static let maximumCount = 100
  /// Reads at most this many files.
  private static let maximumReads = 10_000

  let signed: SignedMetadata<SnapshotMetadata>

  var contents: SnapshotMetadata { signed.contents }

  func isSigned(under root: RootMetadata) throws -> Bool {
    try signed.isSigned(by: root[.snapshot], from: root.keys)
  }

  /// Returns snapshots that one of the roots trusts, newest first.
  ///
  /// The one that the timestamp lists is always among them, if it is trusted.
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
