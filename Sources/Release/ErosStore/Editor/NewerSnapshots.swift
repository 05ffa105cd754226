import ErosCore
import ErosTrust

/// Signed snapshots that are newer than the snapshot in the timestamp.
///
/// A publication may still be running or may have been interrupted before writing the timestamp. Or
/// an old copy of the timestamp was restored: then devices know these snapshots and refuse lower
/// versions. The store does not show what happened.
struct NewerSnapshots {
  /// Counts unsigned snapshots as well.
  private static let maximumReads = 100
  /// Two are an error and more are no worse, so the search stops there.
  private static let maximumCount = 2

  /// The version in the timestamp.
  private let listed: Int64
  /// Newest first.
  private let versions: [Int64]

  /// Searches for snapshots that `root` trusts.
  ///
  /// - Parameters:
  ///   - listed: The snapshot version in the timestamp.
  ///   - root: The newest root metadata.
  ///   - store: The store.
  /// - Throws: `TransportError` if the store is unreachable.
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

  /// An error about several snapshots, a warning about one, or `nil`.
  ///
  /// An interrupted publication leaves one, and that should not fail a nightly check.
  var finding: Finding? {
    guard let newest = versions.first else { return nil }
    return Finding(
      StoreFindingCode.metadataDamaged, as: versions.count == 1 ? .warning : nil,
      subject: StoreLayout.timestamp.text,
      "the timestamp lists snapshot \(listed), but the store has snapshot \(newest): an older copy of the timestamp was restored, or a publication was interrupted or is still running",
      remedy:
        "repeat the command that was interrupted, or let devices see the newest metadata with `eros store refresh --store STORE --repair`, and compare `eros release list` with your releases"
    )
  }
}
