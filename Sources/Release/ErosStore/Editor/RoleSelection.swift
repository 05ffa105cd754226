import ErosCore
import ErosTrust

/// Metadata that a repair could not use.
package struct MetadataLoss: Sendable, Equatable {
  package let role: String
  /// The newest version that signed metadata lists, or a version that is not used.
  package let lost: Int64
  /// The version used instead, or `nil` if none verifies and the role stays damaged.
  package let used: Int64?
  /// `true` if both versions are valid but neither includes the changes in the other.
  var isFork = false
  /// `true` if new metadata replaces a lost snapshot or the lost targets.
  var isReplaced = false
}

/// Selects metadata for each role from signed snapshots, for a repair.
///
/// It selects the newest version that verifies, as long as that includes the releases in all
/// others. Then no device that has seen one of the snapshots sees an older version. Otherwise two
/// publishers wrote at the same time, and at most one version became visible. Then it selects the
/// version in the newest snapshot, and reports the rest.
struct RoleSelection: Sendable {
  fileprivate struct Candidate {
    let reference: MetadataReference
    let metadata: TargetsMetadata
    /// `nil` for the targets role.
    var contents: ChannelContents?
  }

  /// A repair skips at most this many release numbers, so that forged objects cannot use them up.
  static let maximumReserve: Int64 = 1000

  private let store: any ObjectStore
  private let snapshots: [SnapshotMetadata]
  /// The snapshot that devices see, if known.
  private let visible: SnapshotMetadata?
  private(set) var targets: TargetsMetadata
  private var references: [RoleName: MetadataReference] = [:]
  private var channels: [(name: ChannelName, contents: ChannelContents?)] = []
  /// The highest number lost in each role.
  private var lostReleases: [String: Int64] = [:]
  /// Versions that devices may know, of roles that now have a lower one.
  private var lostVersions: [String: Int64] = [:]
  var losses: [MetadataLoss] = []
  /// `true` if no targets metadata verifies, so ``targets`` is new and has no channels.
  private(set) var replacesTargets = false
  var targetsReference: MetadataReference? {
    get { references[RoleName(TopLevelRole.targets.rawValue)] }
    set { references[RoleName(TopLevelRole.targets.rawValue)] = newValue }
  }

  /// Selects the metadata.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - root: The newest root metadata.
  ///   - snapshots: Signed snapshots, newest first.
  ///   - visible: The snapshot that a trusted timestamp lists.
  ///   - canReplaceTargets: `true` if new targets metadata can be signed.
  /// - Throws: ``PublishError/noSnapshot(_:)`` if no targets metadata verifies.
  init(
    _ store: any ObjectStore, _ root: RootMetadata, _ snapshots: [SnapshotMetadata],
    visible: SnapshotMetadata?, canReplaceTargets: Bool = false
  ) async throws {
    self.store = store
    self.snapshots = snapshots
    self.visible = visible
    targets = TargetsMetadata(version: 1, expires: root.header.expires)
    let targetsCandidate = try await select("targets", root[.targets], root.keys, channel: nil)
    if let targetsCandidate {
      targets = targetsCandidate.metadata
    } else {
      guard canReplaceTargets, let loss = losses.popLast() else {
        throw PublishError.noSnapshot(store.location)
      }
      losses.append(MetadataLoss(role: loss.role, lost: loss.lost, used: nil, isReplaced: true))
      targets.header.version = loss.lost + 1
      replacesTargets = true
    }
    for role in targets.delegations?.roles ?? [] {
      let channel = ChannelName(delegating: role)
      let candidate = try await select(
        role.name.text, role.keys, targets.delegations?.keys ?? [:], channel: channel)
      if let channel {
        let isSigned = references[role.name] != nil
        channels.append((channel, candidate?.contents ?? (isSigned ? nil : .init(channel))))
      }
    }
    try await keepOtherRoles()
    keepLostVersions()
    for (name, _) in channels {
      lostReleases[name.role] = snapshots.compactMap { try? $0.lostRelease(of: name.role) }.max()
    }
  }

  /// Lists the selected metadata.
  ///
  /// Version and expiry are not set yet.
  var snapshot: SnapshotMetadata {
    var snapshot = visible ?? snapshots[0]
    for (role, reference) in references { snapshot[role] = reference }
    snapshot.setLostReleases(lostReleases)
    snapshot.setLostVersions(lostVersions)
    return snapshot
  }

  /// `nil` for a channel whose metadata is lost.
  var newestReleases: [(name: ChannelName, newest: Int64?)] {
    channels.map { ($0.name, $0.contents?.newestNumber) }
  }

  // MARK: - Selecting

  /// Returns `nil` if no metadata of the role verifies.
  private mutating func select(
    _ role: String, _ keys: RoleKeys, _ table: KeyTable, channel: ChannelName?
  ) async throws -> Candidate? {
    let named = named(role)
    guard let newest = named.first else { return nil }
    var candidates: [Candidate] = []
    for reference in named where candidates.last?.reference.version != reference.version {
      let signed: SignedMetadata<TargetsMetadata>? = try await store.metadata(
        role, reference, limit: TrustLimits.standard.targetsBytes)
      guard let signed, try signed.isSigned(by: keys, from: table) else { continue }
      let contents = channel.map { try? ChannelContents($0, signed.contents) }
      if let contents, contents == nil { continue }
      candidates.append(
        Candidate(reference: reference, metadata: signed.contents, contents: contents ?? nil))
    }
    guard let chosen = try await choose(candidates, role) else {
      // If the reference were dropped, the next publication would start again with release 1.
      references[RoleName(role)] = newest
      losses.append(MetadataLoss(role: role, lost: newest.version, used: nil))
      return nil
    }
    references[RoleName(role)] = chosen.reference
    if let highest = candidates.first?.reference.version, highest < newest.version {
      losses.append(
        MetadataLoss(role: role, lost: newest.version, used: chosen.reference.version))
      lostVersions[role] = newest.version
    }
    return chosen
  }

  /// Returns the references to a role, each once, newest version first.
  ///
  /// Among equal versions, the reference in the newest snapshot comes first.
  private func named(_ role: String) -> [MetadataReference] {
    var uniqueReferences: [MetadataReference] = []
    for reference in snapshots.compactMap({ $0[role] })
    where reference.version <= TrustLimits.maximumVersion
      && !uniqueReferences.contains(where: { $0.names(sameFileAs: reference) })
    { uniqueReferences.append(reference) }
    // Sort by offset too, to keep the order of equal versions.
    return uniqueReferences.enumerated().sorted {
      ($1.element.version, $0.offset) < ($0.element.version, $1.offset)
    }.map(\.element)
  }

  /// Picks a candidate, and records the rejected side of a fork.
  private mutating func choose(_ candidates: [Candidate], _ role: String) async throws -> Candidate?
  {
    let oldest = candidates.compactMap(\.contents?.releases.first?.number).min() ?? 1
    var tips: [(candidate: Candidate, changes: Set<String>)] = []
    for candidate in candidates {
      let newest = candidate.newestChange
      guard !tips.contains(where: { newest.isSubset(of: $0.changes) }) else { continue }
      tips.append((candidate, try await changes(of: candidate, downTo: oldest)))
    }
    guard tips.count > 1 else { return tips.first?.candidate }
    func tip(of snapshot: SnapshotMetadata) -> Candidate? {
      tips.first { $0.candidate.reference.version == snapshot[role]?.version }?.candidate
    }
    if let visible = visible.flatMap({ tip(of: $0) }) { return visible }
    let chosen = snapshots.lazy.compactMap { tip(of: $0) }.first ?? tips[0].candidate
    for (other, _) in tips where other.reference.version != chosen.reference.version {
      losses.append(
        MetadataLoss(
          role: role, lost: other.reference.version, used: chosen.reference.version, isFork: true))
    }
    return chosen
  }

  /// Returns role names, or the salts of releases down to `oldest`.
  private func changes(of candidate: Candidate, downTo oldest: Int64) async throws -> Set<String> {
    guard let contents = candidate.contents else { return candidate.newestChange }
    var salts = Set(contents.releases.map(\.salt))
    var location = contents.history
    while let next = location {
      do {
        let page = try await store.page(next, of: contents.name)
        salts.formUnion(page.entries.map(\.release.salt))
        guard let last = page.entries.last?.release.number, last > oldest else { break }
        location = page.older
      } catch is PublishError {
        break
      }
    }
    return salts
  }

  /// Keeps roles that the selected targets no longer delegate to.
  ///
  /// Devices that have seen them refuse a snapshot that lacks them.
  private mutating func keepOtherRoles() async throws {
    for role in Set(snapshots.flatMap(\.roleNames)) where references[role] == nil {
      let named = named(role.text)
      guard let newest = named.first else { continue }
      references[role] = newest
      for reference in named where reference.version == newest.version {
        let file: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          role.text, reference, limit: TrustLimits.standard.targetsBytes)
        guard file != nil else { continue }
        references[role] = reference
        break
      }
    }
  }

  /// Carries over the losses of earlier repairs.
  private mutating func keepLostVersions() {
    for snapshot in snapshots {
      for role in snapshot.roleNames {
        guard let lost = try? snapshot.lostVersion(of: role.text),
          lost > max(references[role]?.version ?? 0, lostVersions[role.text] ?? 0)
        else { continue }
        lostVersions[role.text] = lost
      }
    }
  }

  // MARK: - Releases

  /// Reserves numbers of releases that have files but are missing from the selected metadata.
  ///
  /// Devices may have installed these releases, and numbers must only rise.
  mutating func reserveLostReleases() async throws {
    guard !losses.isEmpty else { return }
    var highest: [String: Int64] = [:]
    for item in try await StoreLayout.objects(StoreLayout.targetsPrefix, in: store) {
      guard let (name, releaseNumber) = StoreLayout.release(of: item.key),
        let number = releaseNumber,
        let newest = newest(name.role),
        number > newest, number <= newest + Self.maximumReserve
      else { continue }
      highest[name.role] = max(highest[name.role] ?? 0, number)
    }
    for (name, _) in channels where isAffected(name.role) {
      let numbers = [lostReleases[name.role], highest[name.role]].compactMap { $0 }
      lostReleases[name.role] = numbers.max()
    }
  }

  private func newest(_ role: String) -> Int64? {
    channels.first { $0.name.role == role }?.contents?.newestNumber
  }

  private func isAffected(_ role: String) -> Bool {
    losses.contains { [role, "snapshot", "targets"].contains($0.role) }
  }

  func lossFindings() async throws -> [(role: String, finding: Finding)] {
    var findings = losses.map { loss in
      (loss.role, Finding(loss, channels.first { $0.name.role == loss.role }?.name))
    }
    for (name, contents) in channels {
      guard let contents, let lost = lostReleases[name.role], lost > contents.newestNumber,
        isAffected(name.role)
      else { continue }
      findings.append(
        (name.role, Finding(lostReleases: lost, of: name, newest: contents.newestNumber)))
    }
    if losses.contains(where: { $0.role == TopLevelRole.targets.rawValue }) {
      for name in try await lostChannels() { findings.append((name.role, Finding(lost: name))) }
      let roles = targets.delegations?.roles ?? []
      if snapshots.contains(where: { $0[Brake.role] != nil }),
        !roles.contains(where: { $0.name == Brake.role })
      {
        findings.append((Brake.role.text, .lostBrake))
      }
    }
    return findings
  }

  /// Returns channels that have metadata and files but are no longer delegated.
  private func lostChannels() async throws -> [ChannelName] {
    let roles = Set(snapshots.flatMap(\.roleNames).map(\.text))
    let names = try await StoreLayout.objects(StoreLayout.targetsPrefix, in: store)
      .compactMap { StoreLayout.release(of: $0.key)?.channel }
    let listedNames = Set(channels.map(\.name))
    return Set(names).filter { roles.contains($0.role) && !listedNames.contains($0) }
      .sorted { inByteOrder("\($0)", "\($1)") }
  }

  func fileFindings() async throws -> [Finding] {
    var findings: [Finding] = []
    for (_, contents) in channels {
      guard let contents else { continue }
      var named = TargetsMetadata(version: 1, expires: targets.header.expires)
      contents.write(to: &named)
      for (path, file) in named.targets.sorted(by: { inByteOrder($0.key, $1.key) }) {
        let key = try StoreLayout.target(path, file)
        guard try await !store.contains(key, ObjectDigest(file)) else { continue }
        findings.append(try await store.findingAboutLoss(of: path, file, in: contents))
      }
    }
    return findings
  }
}

extension RoleSelection.Candidate {
  /// The newest release of a channel, by salt, or all delegated roles.
  fileprivate var newestChange: Set<String> {
    if let contents { return Set(contents.releases.prefix(1).map(\.salt)) }
    return Set((metadata.delegations?.roles ?? []).map(\.name.text))
  }
}

extension MetadataReference {
  fileprivate func names(sameFileAs other: MetadataReference) -> Bool {
    version == other.version && record.length == other.record.length
      && record.digest == other.record.digest
  }
}

// MARK: - Findings

enum RepairFindingCode: String, FindingCode {
  /// The newest metadata of a role is lost.
  case metadataLost
  /// Two publishers wrote metadata of a role at the same time, so one version is dropped.
  case metadataForked
  /// Releases are lost. Their numbers are not used again.
  case releasesLost
  /// Files are lost. The channel no longer lists them.
  case filesLost
  /// The private key of a role is needed to repair it.
  case keyMissing

  var severity: Finding.Severity { self == .filesLost ? .warning : .error }
}

extension Finding {
  fileprivate init(_ loss: MetadataLoss, _ channel: ChannelName?) {
    let subject = loss.role.escapedForDisplay
    guard !loss.isReplaced else {
      self.init(
        RepairFindingCode.metadataLost, subject: subject,
        loss.role == TopLevelRole.targets.rawValue
          ? "version \(loss.lost) is lost, and no other version is valid; the new version has no channels"
          : "no snapshot is valid; a new one lists the newest valid files",
        remedy: Self.comparison(of: channel))
      return
    }
    guard let used = loss.used else {
      self.init(
        RepairFindingCode.metadataLost, subject: subject,
        "version \(loss.lost) is lost, and no other version is valid",
        remedy: "restore the file from a copy")
      return
    }
    guard !loss.isFork else {
      self.init(
        RepairFindingCode.metadataForked, subject: subject,
        "versions \(min(loss.lost, used)) and \(max(loss.lost, used)) were written at the same time; version \(used) is used",
        remedy: Self.comparison(of: channel))
      return
    }
    let command = MetadataLifetime.command(signing: loss.role, of: channel)
    let remedy: Message =
      loss.role == "snapshot"
      ? Self.comparison(of: channel)
      : "sign a newer version with `\(command)`, so that devices that know the lost version get updates"
    self.init(
      RepairFindingCode.metadataLost, subject: subject,
      "version \(loss.lost) is lost; version \(used) is used", remedy: remedy)
  }

  /// Names the channel in the command, if it is known.
  static func comparison(of channel: ChannelName?) -> Message {
    let selection = channel.map { " --channel \($0)" } ?? ""
    return "compare `eros release list\(selection)` with your releases, and publish what is missing"
  }

  fileprivate init(lost channel: ChannelName) {
    self.init(
      RepairFindingCode.metadataLost, subject: "\(channel)",
      "the list of channels no longer has it",
      remedy:
        "add it again with `eros channel add \(channel) --store STORE --channel-key KEY` and its earlier key; it keeps its releases"
    )
  }

  fileprivate static let lostBrake = Finding(
    RepairFindingCode.metadataLost, subject: Brake.role.text,
    "the list of roles no longer has it, so the brake limits no release any longer",
    remedy:
      "add it again with `eros store brake add --store STORE --brake-key KEY` and its earlier key; it keeps its limits, unless it was removed on purpose"
  )

  fileprivate init(lostReleases lost: Int64, of channel: ChannelName, newest: Int64) {
    self.init(
      RepairFindingCode.releasesLost, subject: "\(channel)",
      "the store has files up to release \(lost), but the newest release is \(newest)",
      remedy: "publish what is missing; the next release is \(lost + 1)")
  }
}

// MARK: - Lost releases in the snapshot

extension SnapshotMetadata {
  private static let lostReleasesKey = "lostReleases"
  private static let lostVersionsKey = "lostVersions"

  /// Returns the highest release number that a repair has lost in a role, or 0.
  ///
  /// - Throws: `TrustError.malformed` if the number is damaged, because it might be used again.
  func lostRelease(of role: String) throws(TrustError) -> Int64 {
    try number(of: role, in: Self.lostReleasesKey)
  }

  /// Returns a version that a repair has lost, if the snapshot lists a lower one, or 0.
  ///
  /// Devices that know the version refuse the snapshot until the role is signed with a higher one.
  ///
  /// - Throws: `TrustError.malformed` if the version is damaged.
  func lostVersion(of role: String) throws(TrustError) -> Int64 {
    let lost = try number(of: role, in: Self.lostVersionsKey)
    return lost > self[role]?.version ?? 0 ? lost : 0
  }

  private func number(of role: String, in key: String) throws(TrustError) -> Int64 {
    do throws(JSONFieldFailure) {
      guard var fields = try unknown.erosFields(), let list = fields.optionalValue(key)
      else { return 0 }
      var numbers = try JSONFields(list, "'\(key)'")
      return try numbers.optionalInteger(role, from: 1) ?? 0
    } catch {
      throw .malformed(file: TopLevelRole.snapshot.file, reason: error.clause)
    }
  }

  fileprivate mutating func setLostReleases(_ numbers: [String: Int64]) {
    set(numbers.filter { $0.value > 0 }, in: Self.lostReleasesKey)
  }

  /// Records lost versions.
  ///
  /// `nil` removes one.
  ///
  /// Roles that are not in `lost` keep theirs until a higher version is listed.
  mutating func setLostVersions(_ lost: [String: Int64?]) {
    var versions = lost.compactMapValues(\.self)
    for name in roleNames.map(\.text) where !lost.keys.contains(name) {
      if let lost = try? lostVersion(of: name), lost > 0 { versions[name] = lost }
    }
    set(versions, in: Self.lostVersionsKey)
  }

  private mutating func set(_ numbers: [String: Int64], in key: String) {
    unknown.setErosFields([
      key: numbers.isEmpty ? nil : .sorted(numbers.mapValues { .integer($0) })
    ])
  }
}
