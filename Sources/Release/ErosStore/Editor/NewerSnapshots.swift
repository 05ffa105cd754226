import ErosCore
import ErosTrust

/// The signed snapshots of a store that are newer than the snapshot listed in its timestamp.
///
/// Either a publication was interrupted before it wrote the timestamp, or somebody has restored an
/// older copy of the timestamp. The store does not show which of them. In the second case devices
/// know these snapshots, and refuse lower versions of their roles.
struct NewerSnapshots {
  /// The maximum number of snapshots that are used.
  private static let maximumCount = 100

  /// The version of the snapshot that the timestamp lists.
  let listed: Int64
  /// The snapshots, newest first.
  let snapshots: [SnapshotMetadata]

  var isEmpty: Bool { snapshots.isEmpty }
  /// The version of the newest snapshot, or of the listed one.
  var newest: Int64 { snapshots.first?.version ?? listed }

  /// Reads the snapshots that the root trusts.
  ///
  /// - Parameters:
  ///   - listed: The version of the snapshot that the timestamp lists.
  ///   - root: The newest root metadata.
  ///   - store: The store.
  /// - Throws: The errors of the store.
  init(above listed: Int64, under root: RootMetadata, in store: any ObjectStore) async throws {
    let versions = try await StoreLayout.versions(of: "snapshot", in: store)
    try await self.init(versions, above: listed, under: root, in: store)
  }

  /// Reads the snapshots, if the versions that usually follow the listed one exist.
  ///
  /// Most writes find none. So two requests replace the list of all metadata: the next version, and
  /// the next version of a repair.
  ///
  /// - Throws: The errors of the store.
  init(
    after state: StoreState, under root: RootMetadata, probing store: any ObjectStore
  ) async throws {
    let listed = state.snapshot.version
    let next = [
      max(listed, state.timestamp.version) + 1, listed + StoreRepair.versionStep,
    ]
    var found: [Int64] = []
    for version in next where version <= TrustLimits.maximumVersion {
      let key = StoreLayout.metadata("snapshot", version: version)
      if try await store.status(of: key) != nil { found.append(version) }
    }
    if !found.isEmpty {
      do {
        found = try await StoreLayout.versions(of: "snapshot", in: store)
      } catch StoreError.s3(_, .accessDenied) {
        // The credentials permit reading objects, but not listing them.
      }
    }
    try await self.init(found, above: listed, under: root, in: store)
  }

  private init(
    _ versions: [Int64], above listed: Int64, under root: RootMetadata, in store: any ObjectStore
  ) async throws {
    var snapshots: [SnapshotMetadata] = []
    let newer = versions.filter { $0 > listed && $0 <= TrustLimits.maximumVersion }
    for version in newer.suffix(Self.maximumCount).reversed() {
      let signed: SignedMetadata<SnapshotMetadata>? = try await store.metadata(
        "snapshot", MetadataReference(version: version), limit: TrustLimits.standard.snapshotBytes)
      guard let signed, try signed.isSigned(by: root[.snapshot], from: root.keys) else { continue }
      snapshots.append(signed.contents)
    }
    self.listed = listed
    self.snapshots = snapshots
  }

  /// Checks that new metadata takes back nothing that the snapshots list.
  ///
  /// The command that was interrupted may be repeated: it makes the same changes with higher
  /// versions.
  ///
  /// - Parameters:
  ///   - changes: The new metadata, by role.
  ///   - state: The state that the changes are based on.
  ///   - store: The store.
  /// - Throws: ``PublishError/outdatedTimestamp(listed:newest:)``, and the errors of the store.
  func check(
    _ changes: [String: TargetsMetadata], to state: StoreState, in store: any ObjectStore
  ) async throws {
    for snapshot in snapshots {
      for role in snapshot.roleNames {
        guard let reference = snapshot[role],
          reference.version > (state.snapshot[role]?.version ?? 0)
        else { continue }
        let metadata: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          role.text, reference, limit: TrustLimits.standard.targetsBytes)
        let error = PublishError.outdatedTimestamp(listed: listed, newest: newest)
        guard let change = changes[role.text] else { throw error }
        // A publisher never makes a snapshot visible whose files the store has lost.
        guard let metadata else { continue }
        let channel = state.channels.first { $0.role == role.text }
        guard metadata.contents.hasSameContents(as: change, channel: channel) else { throw error }
      }
    }
  }
}

extension NewerSnapshots {
  /// Records in a snapshot what it hides when it becomes the newest one: the versions and the numbers of releases
  /// that devices may know.
  ///
  /// `eros store check` then reports the roles until they are signed with higher versions.
  func recordLosses(
    in snapshot: inout SnapshotMetadata, of state: StoreState, in store: any ObjectStore
  ) async throws {
    for role in Set(snapshots.flatMap(\.roleNames)) {
      let versions = snapshots.compactMap { $0[role]?.version }
      guard let version = versions.max(), version > (state.snapshot[role]?.version ?? 0) else {
        continue
      }
      snapshot.setLostVersion(version, of: role.text)
      guard let channel = state.channels.first(where: { $0.role == role.text }) else { continue }
      var numbers = [try snapshot.lostRelease(of: role.text)]
      for reference in snapshots.compactMap({ $0[role] }) {
        let metadata: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          role.text, reference, limit: TrustLimits.standard.targetsBytes)
        let contents = metadata.flatMap { try? ChannelContents(channel, $0.contents) }
        numbers += contents?.releases.map(\.number) ?? []
      }
      snapshot.setLostRelease(numbers.max() ?? 0, of: role.text)
    }
  }
}

extension TargetsMetadata {
  /// Returns whether two attempts of a command have written both.
  ///
  /// The salt, the time and the files of deltas of a release differ between attempts.
  fileprivate func hasSameContents(as other: TargetsMetadata, channel: ChannelName?) -> Bool {
    var metadata = self
    metadata.header = other.header
    if JSONWriter.write(metadata.json) == JSONWriter.write(other.json) { return true }
    guard let channel, let contents = try? ChannelContents(channel, self),
      let others = try? ChannelContents(channel, other),
      contents.releases.count == others.releases.count,
      contents.testers?.file.digest == others.testers?.file.digest,
      contents.publicURL == others.publicURL, contents.embedded == others.embedded
    else { return false }
    return zip(contents.releases, others.releases).allSatisfy {
      $0.number == $1.number && $0.tree == $1.tree && $0.fields(differingFrom: $1).isEmpty
    }
  }
}
