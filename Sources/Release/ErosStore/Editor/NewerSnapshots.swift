import ErosCore
import ErosTrust

/// The signed snapshots of a store that are newer than the snapshot listed in its timestamp.
///
/// Either a publication was interrupted before it wrote the timestamp or is still running, or somebody has
/// restored an older copy of the timestamp. The store does not show which. In the last case devices know these
/// snapshots, and refuse lower versions of their roles.
struct NewerSnapshots {
  /// The maximum number of snapshots that are read, including unsigned ones.
  private static let maximumReads = 100
  /// The number of snapshots after which the search ends.
  ///
  /// One is a warning, and two are as much an error as more.
  private static let maximumCount = 2

  /// The version of the snapshot that the timestamp lists.
  private let listed: Int64
  /// The versions of the newest snapshots, newest first.
  private let versions: [Int64]

  /// Searches for the snapshots that the root trusts.
  ///
  /// - Parameters:
  ///   - listed: The version of the snapshot that the timestamp lists.
  ///   - root: The newest root metadata.
  ///   - store: The store.
  /// - Throws: The errors of the store.
  init(above listed: Int64, under root: RootMetadata, in store: any ObjectStore) async throws {
    var versions: [Int64] = []
    let newer = try await StoreLayout.versions(of: "snapshot", in: store)
      .filter { $0 > listed && $0 <= TrustLimits.maximumVersion }
    for version in newer.suffix(Self.maximumReads).reversed()
    where versions.count < Self.maximumCount {
      let signed: SignedMetadata<SnapshotMetadata>? = try await store.metadata(
        "snapshot", MetadataReference(version: version), limit: TrustLimits.standard.snapshotBytes)
      guard let signed, try signed.isSigned(by: root[.snapshot], from: root.keys) else { continue }
      versions.append(signed.contents.version)
    }
    self.listed = listed
    self.versions = versions
  }

  /// A finding about the snapshots, or `nil` if there are none.
  ///
  /// One is only a warning: an interrupted publication leaves it, and should not fail a nightly check.
  var finding: Finding? {
    guard let newest = versions.first else { return nil }
    return Finding(
      StoreFindingCode.metadataDamaged, as: versions.count == 1 ? .warning : nil,
      subject: StoreLayout.timestamp.text,
      "the timestamp lists snapshot \(listed), but the store has snapshot \(newest): an older copy of the timestamp was restored, or a publication was interrupted or is still running",
      remedy:
        "repeat the command that was interrupted, or let devices see the newest metadata with `eros store refresh STORE --repair`, and compare `eros release list` with your releases"
    )
  }
}
