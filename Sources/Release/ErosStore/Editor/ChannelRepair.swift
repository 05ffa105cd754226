import ErosCore
import ErosCrypto
import ErosTrust

/// Repairs channels and the brake in a store whose remaining metadata is valid.
///
/// Afterwards, channels list only files that the store has. The repair depends on the loss:
///
/// - A lost history page is replaced by a page with the releases that are still known.
/// - A lost delta is no longer listed, so devices download the full bundle.
/// - A release whose bundle is lost is no longer listed, unless it is the newest.
/// - A channel with no valid metadata is created again, with higher versions and numbers.
/// - A role whose newest version is lost is signed again with a higher version, because devices
///   that know the lost version refuse lower ones.
///
/// Each change needs the key of the channel. If you lack it, a finding names it.
struct ChannelRepair {
  struct Outcome {
    /// Roles that were signed again.
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

  /// Repairs the losses.
  ///
  /// If nothing is lost, nothing is written.
  ///
  /// - Parameter editor: Has the online key and the keys of the channels.
  /// - Returns: The signed roles, and findings about losses.
  /// - Throws: ``PublishError/busy(attempts:)`` or ``PublishError/expired(role:since:)`` if nothing
  ///   can be written.
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

  /// Adds new metadata for a role if its keys are available.
  ///
  /// - Returns: `false` if a key is missing. A finding says so.
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

  /// Returns `true` if devices may know a higher version than the snapshot lists.
  private func isBehind(_ role: String) throws -> Bool {
    try state.snapshot.lostVersion(of: role) > 0
  }

  private mutating func checkTargets() throws {
    let role = TopLevelRole.targets.rawValue
    guard try isBehind(role) else { return }
    do {
      _ = try editor.keys.signers(of: .targets, under: state.root)
    } catch PublishError.missingKeys {
      // The repair of the store has reported how to sign it.
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

  /// Returns metadata that the snapshot lists, or `nil` if it is lost.
  private func metadata(of role: DelegatedRole) async throws -> TargetsMetadata? {
    guard let reference = state.snapshot[role.name] else { return nil }
    let signed: SignedMetadata<TargetsMetadata>? = try await store.metadata(
      role.name.text, reference, limit: TrustLimits.standard.targetsBytes)
    let keys = state.targets.delegations?.keys ?? [:]
    guard let signed, try signed.isSigned(by: role.keys, from: keys) else { return nil }
    return signed.contents
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

  /// Creates a channel again, from its newest valid metadata if there is any.
  private mutating func recreate(_ channel: ChannelName, _ role: DelegatedRole) async throws {
    var (metadata, contents) = try await store.intactContents(
      of: channel, signedBy: role.keys, from: state.targets.delegations?.keys ?? [:], in: state)
    let losses = try await removeLosses(from: &contents)
    contents.write(to: &metadata)
    guard try sign(metadata, role, "\(channel)") else { return }
    findings.append(
      Finding(
        RepairFindingCode.metadataLost, subject: "\(channel)",
        contents.releases.first.map {
          "its metadata is lost, so the channel was created again with release \($0.number) as its newest"
        } ?? "its metadata is lost, so the channel was created again without releases",
        remedy:
          "publish what is missing; the next release is \(contents.newestNumber + 1)"))
    findings += losses
  }

  /// Returns the newest metadata that the role's keys have signed and `parse` accepts.
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

  /// Removes files from the channel that the store lacks.
  ///
  /// - Returns: Findings about the removed files.
  private mutating func removeLosses(
    from contents: inout ChannelContents
  ) async throws -> [Finding] {
    var losses: [Finding] = []
    let channel = contents.name
    for (index, release) in contents.releases.enumerated().reversed() {
      if try await !hasFiles(release, of: channel) {
        // Keep the newest release, because the next number depends on it.
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
      var deltas: [ChannelRelease.Delta] = []
      for delta in release.deltas
      where try await has(channel.path(release.number, delta.name), delta.file) {
        deltas.append(delta)
      }
      guard deltas.count < release.deltas.count else { continue }
      contents.releases[index].deltas = deltas
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

  /// Checks the bundle and the files for legacy clients.
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

  /// Ends the history before the first lost page.
  ///
  /// - Returns: A finding about releases that are no longer listed, or `nil` if every page is
  ///   intact.
  private func repairHistory(of contents: inout ChannelContents) async throws -> Finding? {
    let (pages, lost) = try await store.readablePages(of: contents)
    guard lost != nil, var last = pages.last?.withoutOlder() else { return nil }
    let newest = contents.newestNumber
    let gaps = HistoryPage.gaps(in: pages.dropLast() + [last], upTo: newest)
    // A concurrent collection keeps files of the next release.
    let path = contents.name.path(newest + 1, ChannelContents.historyName)
    var location = try await write(last, at: path)
    for page in pages.dropLast().reversed() {
      last = page.followed(by: location)
      location = try await write(last, at: path)
    }
    contents.history = location
    return Finding(
      RepairFindingCode.filesLost, subject: "\(contents.name)",
      gaps.isEmpty
        ? "a page of the history is lost"
        : "a page of the history is lost; `eros release list` no longer lists the releases \(gaps.numbers)"
    )
  }

  private func write(_ page: HistoryPage, at path: String) async throws -> ChannelContents.History {
    let object = try ObjectContents(page.bytes)
    let file = TargetFile(object)
    _ = try await store.put(StoreLayout.target(path, file), object)
    return .init(path: path, file: file)
  }
}

extension [ClosedRange<Int64>] {
  /// Formats the ranges as `1–84, 86`.
  package var numbers: String {
    map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

extension ObjectStore {
  /// Returns the newest intact metadata of a lost channel, with no releases if there is none.
  ///
  /// The next release gets a number above all that the store or a repair has lost.
  func intactContents(
    of channel: ChannelName, signedBy keys: RoleKeys, from table: KeyTable, in state: StoreState
  ) async throws -> (metadata: TargetsMetadata, contents: ChannelContents) {
    let role = channel.role
    let newest = try await newestMetadata(
      of: role, StoreLayout.versions(of: role, in: self), signedBy: keys, from: table
    ) { try? ChannelContents(channel, $0) }
    var contents = newest?.contents ?? ChannelContents(channel)
    contents.lostNumber = max(
      try await highestRelease(of: channel, above: contents.newestNumber),
      (try? state.snapshot.lostRelease(of: role)) ?? 0)
    let empty = TargetsMetadata(version: 1, expires: state.root.header.expires)
    return (newest?.signed.contents ?? empty, contents)
  }

  /// Returns metadata for a channel that is added again, with its newest intact contents.
  ///
  /// Its version is above every version in the store, because devices may know them. A new channel
  /// is empty.
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

  /// Returns the highest release number in the channel that has files.
  ///
  /// The numbers are not signed. So a number counts only if it exceeds a lower one, or `newest`, by
  /// at most ``RoleSelection/maximumReserve``. History pages are kept for every 100 releases and
  /// close the gaps.
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
