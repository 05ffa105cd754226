import ErosCore
import ErosCrypto
import ErosTrust

/// The repair of the channels and the brake of a store whose other metadata is valid.
///
/// Afterwards a channel lists only files that the store has:
///
/// - A lost page of the history is replaced by a page with the releases that are still known.
/// - A lost delta is no longer listed, so devices download the full bundle.
/// - A release whose bundle is lost is no longer listed, unless it is the newest.
/// - A channel without any valid metadata is created again, with higher versions and numbers.
/// - A role whose newest version is lost is signed again with a higher version, because devices that know
///   the lost version refuse lower ones.
///
/// Each change needs a key of the channel. Without it, a finding names the key.
struct ChannelRepair {
  /// The result of a repair.
  struct Outcome {
    /// The channels and other roles that were signed again, by role.
    var signed: [String] = []
    var findings: [Finding] = []
  }

  private let editor: StoreEditor
  private let state: StoreState
  private var changes: [String: TargetsMetadata] = [:]
  private var findings: [Finding] = []

  private var store: any ObjectStore { editor.store }

  private init(_ editor: StoreEditor, _ state: StoreState) {
    self.editor = editor
    self.state = state
  }

  /// Repairs the channels and the brake.
  ///
  /// - Parameter editor: The editor, with the online key and the keys of the channels.
  /// - Returns: The result. Nothing is written if nothing is lost.
  /// - Throws: The errors of ``StoreEditor/update(_:_:)``.
  static func run(_ editor: StoreEditor) async throws -> Outcome {
    try await editor.update([]) { state in
      var repair = ChannelRepair(editor, state)
      try repair.checkTargets()
      for role in state.targets.delegations?.roles ?? [] { try await repair.check(role) }
      let outcome = Outcome(
        signed: repair.changes.keys.sorted { inByteOrder($0, $1) }, findings: repair.findings)
      return (repair.changes.isEmpty ? nil : repair.changes, outcome)
    }.result
  }

  private mutating func check(_ role: DelegatedRole) async throws {
    guard state.snapshot[role.name] != nil else { return }
    if role.name == Brake.role {
      try await checkBrake(role)
    } else if let channel = ChannelName(delegating: role) {
      try await check(channel, role)
    }
  }

  /// Adds the new metadata of a role if the editor can sign it.
  ///
  /// - Returns: Whether it can.
  private mutating func sign(
    _ metadata: TargetsMetadata, _ role: DelegatedRole, _ subject: String
  ) throws -> Bool {
    do {
      try editor.keys.check(for: role, under: state.root)
    } catch let error as PublishError {
      guard case .missingKeys = error else { throw error }
      findings.append(
        Finding(
          RepairFindingCode.keyMissing, subject: subject,
          "the repair needs the private key: \(error.problem)", remedy: error.remedy))
      return false
    }
    changes[role.name.text] = metadata
    return true
  }

  // MARK: - Versions

  /// Whether devices may know a version of a role above the version in the snapshot.
  private func isBehind(_ role: String) throws -> Bool {
    try state.snapshot.lostVersion(of: role) > 0
  }

  /// Signs the targets role above its lost version, if its key is available.
  private mutating func checkTargets() throws {
    let role = TopLevelRole.targets.rawValue
    guard try isBehind(role) else { return }
    do {
      _ = try editor.keys.signers(of: .targets, under: state.root)
    } catch PublishError.missingKeys {
      // The repair of the store has reported the command that signs it.
      return
    }
    changes[role] = state.targets
    findings.append(
      Finding(
        RepairFindingCode.metadataLost, subject: role,
        "its newest version is lost, so version \(state.targets.version) was signed again with a higher one",
        remedy: Finding.comparison(of: nil)))
  }

  // MARK: - Metadata

  /// Returns the metadata of a role that the snapshot lists, or `nil` if it is lost.
  private func metadata(of role: DelegatedRole) async throws -> TargetsMetadata? {
    guard let reference = state.snapshot[role.name] else { return nil }
    let found: SignedMetadata<TargetsMetadata>? = try await store.metadata(
      role.name.text, reference, limit: TrustLimits.standard.targetsBytes)
    let keys = state.targets.delegations?.keys ?? [:]
    guard let found, try found.isSigned(by: role.keys, from: keys) else { return nil }
    return found.contents
  }

  private mutating func checkBrake(_ role: DelegatedRole) async throws {
    if let metadata = try await metadata(of: role), (try? Brake(metadata)) != nil {
      guard try isBehind(role.name.text) else { return }
    }
    let earlier = try await newestMetadata(of: role) { try? Brake($0) }?.metadata
    guard try sign(earlier ?? state.root.newBrake, role, role.name.text) else { return }
    findings.append(
      Finding(
        RepairFindingCode.metadataLost, subject: role.name.text,
        earlier == nil
          ? "its metadata is lost, so the brake limits no release any longer"
          : "its metadata is lost, so the limits of the newest intact version apply again"))
  }

  private mutating func check(_ channel: ChannelName, _ role: DelegatedRole) async throws {
    let metadata = try await metadata(of: role)
    guard let metadata, let contents = try? ChannelContents(channel, metadata),
      try !isBehind(role.name.text)
    else { return try await recreate(channel, role) }
    var repaired = contents
    let losses = try await removeLosses(from: &repaired)
    guard !losses.isEmpty else { return }
    var changed = metadata
    repaired.write(to: &changed)
    if try sign(changed, role, "\(channel)") { findings += losses }
  }

  /// Creates a channel again from its newest valid metadata, or without releases.
  private mutating func recreate(_ channel: ChannelName, _ role: DelegatedRole) async throws {
    var (metadata, contents) = try await store.intactContents(
      of: channel, signedBy: role.keys, from: state.targets.delegations?.keys ?? [:], in: state)
    let losses = try await removeLosses(from: &contents)
    contents.write(to: &metadata)
    guard try sign(metadata, role, "\(channel)") else { return }
    let kept = contents.releases.first.map { "with release \($0.number) as its newest" }
    findings.append(
      Finding(
        RepairFindingCode.metadataLost, subject: "\(channel)",
        "its metadata is lost, so the channel was created again \(kept ?? "without releases")",
        remedy:
          "publish what is missing; the next release is \(contents.newestNumber + 1)"))
    findings += losses
  }

  /// Returns the newest metadata of a role in the store that its keys have signed and that `parse` accepts.
  private func newestMetadata<Contents>(
    of role: DelegatedRole, _ parse: (TargetsMetadata) -> Contents?
  ) async throws -> (metadata: TargetsMetadata, contents: Contents)? {
    let name = role.name.text
    return try await store.newestMetadata(
      of: name, StoreLayout.versions(of: name, in: store), signedBy: role.keys,
      from: state.targets.delegations?.keys ?? [:], parse
    ).map { ($0.signed.contents, $0.contents) }
  }

  // MARK: - Files

  /// Removes the files from a channel that the store lacks.
  ///
  /// - Returns: Findings about what is removed; empty if nothing is lost.
  private mutating func removeLosses(
    from contents: inout ChannelContents
  ) async throws -> [Finding] {
    var losses: [Finding] = []
    let channel = contents.name
    for (index, release) in contents.releases.enumerated().reversed() {
      if try await !hasFiles(release, of: channel) {
        // The newest release has the number after which the next one follows.
        guard index > 0 else {
          findings.append(
            try await store.findingAboutLoss(
              of: channel.path(release.number, ChannelRelease.bundleName), release.bundle,
              in: contents))
          continue
        }
        contents.releases.remove(at: index)
        losses.append(
          Finding(
            RepairFindingCode.filesLost, subject: "\(channel)",
            "files of release \(release.number) are lost; devices no longer get it"))
        continue
      }
      var kept: [ChannelRelease.Delta] = []
      for delta in release.deltas
      where try await has(channel.path(release.number, delta.name), delta.file) {
        kept.append(delta)
      }
      guard kept.count < release.deltas.count else { continue }
      contents.releases[index].deltas = kept
      losses.append(
        Finding(
          RepairFindingCode.filesLost, subject: "\(channel)",
          "patches to release \(release.number) are lost; devices download the full bundle instead")
      )
    }
    if let testers = contents.testers, try await !has(testers.path, testers.file) {
      findings.append(
        try await store.findingAboutLoss(of: testers.path, testers.file, in: contents))
    }
    if let loss = try await repairHistory(of: &contents) { losses.append(loss) }
    return losses
  }

  private func has(_ path: String, _ file: TargetFile) async throws -> Bool {
    try await store.contains(StoreLayout.target(path, file), ObjectDigest(file))
  }

  /// Returns whether the store has the bundle of a release and its files for legacy clients.
  private func hasFiles(_ release: ChannelRelease, of channel: ChannelName) async throws -> Bool {
    let bundle = channel.path(release.number, ChannelRelease.bundleName)
    guard try await has(bundle, release.bundle) else { return false }
    guard let file = release.legacy else { return true }
    let path = channel.path(release.number, LegacyPatches.fileName)
    guard try await has(path, file) else { return false }
    let zip = StoreLayout.legacy(channel.app, "\(release.jsVersion).zip")
    guard try await store.contains(zip, ObjectDigest(release.bundle)) else { return false }
    let bytes = try await store.target(path, file, limit: LegacyPatches.maximumLength)
    guard let list = try? LegacyPatches(bytes, of: channel) else { return false }
    for patch in list.patches {
      guard let key = StoreLayout.legacyKey(channel.app, patch.file) else { continue }
      let record = TargetFile(length: patch.length, digest: patch.sha256)
      guard try await store.contains(key, ObjectDigest(record)) else { return false }
    }
    return true
  }

  /// Replaces the history up to a lost page by a history that ends there.
  ///
  /// - Returns: A finding about the releases that are no longer listed, or `nil` if no page is lost.
  private func repairHistory(of contents: inout ChannelContents) async throws -> Finding? {
    let (pages, lost) = try await store.readablePages(of: contents)
    guard lost != nil, var last = pages.last?.withoutOlder() else { return nil }
    let newest = contents.newestNumber
    let gaps = HistoryPage.gaps(in: pages.dropLast() + [last], upTo: newest)
    // A collection at the same time keeps the files of the next release.
    let path = contents.name.path(newest + 1, ChannelContents.historyName)
    var location = try await write(last, at: path)
    for page in pages.dropLast().reversed() {
      last = page.followed(by: location)
      location = try await write(last, at: path)
    }
    contents.history = location
    return Finding(
      RepairFindingCode.filesLost, subject: "\(contents.name)",
      "a page of the history is lost"
        + (gaps.isEmpty
          ? "" : "; `eros release list` no longer lists the releases \(gaps.numbers)"))
  }

  private func write(_ page: HistoryPage, at path: String) async throws -> ChannelContents.History {
    let object = try ObjectContents(page.bytes)
    let file = TargetFile(object)
    _ = try await store.put(StoreLayout.target(path, file), object)
    return .init(path: path, file: file)
  }
}

extension [ClosedRange<Int64>] {
  /// The ranges for messages, such as `1–84, 86`.
  package var numbers: String {
    map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

extension ObjectStore {
  /// Returns the newest intact metadata of a channel whose newest metadata is lost, without releases if there
  /// is none.
  ///
  /// The next release has a number above those that the store or a repair has lost.
  func intactContents(
    of channel: ChannelName, signedBy keys: RoleKeys, from table: KeyTable, in state: StoreState
  ) async throws -> (metadata: TargetsMetadata, contents: ChannelContents) {
    let role = channel.role
    let found = try await newestMetadata(
      of: role, StoreLayout.versions(of: role, in: self), signedBy: keys, from: table
    ) { try? ChannelContents(channel, $0) }
    var contents = found?.contents ?? ChannelContents(channel)
    contents.lostNumber = max(
      try await highestRelease(of: channel, above: contents.newestNumber),
      (try? state.snapshot.lostRelease(of: role)) ?? 0)
    let empty = TargetsMetadata(version: 1, expires: state.root.header.expires)
    return (found?.signed.contents ?? empty, contents)
  }

  /// Returns new metadata of a channel that is added again, with its newest intact contents.
  ///
  /// Its version is above all versions in the store, because devices may know them. A new channel is empty.
  ///
  /// - Throws: The errors of the store.
  func restoredMetadata(
    of channel: ChannelName, signedBy keys: RoleKeys, from table: KeyTable, in state: StoreState
  ) async throws -> TargetsMetadata {
    var (metadata, contents) = try await intactContents(
      of: channel, signedBy: keys, from: table, in: state)
    if contents.newestNumber > 0 { contents.write(to: &metadata) }
    let versions = try await StoreLayout.versions(of: channel.role, in: self)
    if let last = versions.last(where: { !MetadataVersions.isNearLimit($0) }) {
      metadata.header.version = max(metadata.version, last + 1)
    }
    return metadata
  }

  /// Returns the highest number of the releases of a channel that have files.
  ///
  /// The numbers are not signed. So a number counts only if it is at most
  /// ``RoleSelection/maximumReserve`` above a lower one, or above `newest`. A store keeps a page of the
  /// history for every 100 releases.
  func highestRelease(of channel: ChannelName, above newest: Int64) async throws -> Int64 {
    let prefix = StoreLayout.targetsPrefix + "\(channel)/"
    let numbers = try await StoreLayout.objects(prefix, in: self).compactMap {
      StoreLayout.release(of: $0.key)?.number
    }
    return numbers.sorted().reduce(newest) { highest, number in
      number > highest && number - highest <= RoleSelection.maximumReserve ? number : highest
    }
  }
}
