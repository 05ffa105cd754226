import ErosCore
import ErosTrust

/// The signed snapshots of a store that are newer than the snapshot listed in its timestamp.
///
/// Either a publication was interrupted before it wrote the timestamp or is still running, or somebody has
/// restored an older copy of the timestamp. The store does not show which. In the last case devices know these
/// snapshots, and refuse lower versions of their roles.
struct NewerSnapshots {
  /// The maximum number of snapshots that are read.
  private static let maximumCount = 100

  /// The version of the snapshot that the timestamp lists.
  let listed: Int64
  /// The snapshots, newest first.
  let snapshots: [SnapshotMetadata]

  /// Reads the snapshots that the root trusts.
  ///
  /// - Parameters:
  ///   - listed: The version of the snapshot that the timestamp lists.
  ///   - root: The newest root metadata.
  ///   - store: The store.
  /// - Throws: The errors of the store.
  init(above listed: Int64, under root: RootMetadata, in store: any ObjectStore) async throws {
    var snapshots: [SnapshotMetadata] = []
    let newer = try await StoreLayout.versions(of: "snapshot", in: store)
      .filter { $0 > listed && $0 <= TrustLimits.maximumVersion }
    for version in newer.suffix(Self.maximumCount).reversed() {
      let signed: SignedMetadata<SnapshotMetadata>? = try await store.metadata(
        "snapshot", MetadataReference(version: version), limit: TrustLimits.standard.snapshotBytes)
      guard let signed, try signed.isSigned(by: root[.snapshot], from: root.keys) else { continue }
      snapshots.append(signed.contents)
    }
    self.listed = listed
    self.snapshots = snapshots
  }

  /// A finding about the snapshots, or `nil` if there are none.
  ///
  /// One is only a warning: an interrupted publication leaves it, and should not fail a nightly check.
  var finding: Finding? {
    guard let newest = snapshots.first?.version else { return nil }
    return Finding(
      StoreFindingCode.metadataDamaged, as: snapshots.count == 1 ? .warning : nil,
      subject: StoreLayout.timestamp.text,
      "the timestamp lists snapshot \(listed), but the store has snapshot \(newest): an older copy of the timestamp was restored, or a publication was interrupted or is still running",
      remedy:
        "repeat the command that was interrupted, or let devices see the newest metadata with `eros store refresh STORE --repair`, and compare `eros release list` with your releases"
    )
  }
}
