package import ErosBundle
package import ErosCore
package import ErosFiles
import ErosStore
package import ErosTrust

extension ReleasePublisher {
  /// Publishes the bundles of an export as the next releases of their channel.
  ///
  /// All releases become visible together. An interrupted call leaves the channel unchanged, and
  /// the next call sends only the missing objects. Bundles that are already in the channel are
  /// omitted, so a later export of the same server adds only new records.
  ///
  /// - Parameters:
  ///   - plan: The verified bundles.
  ///   - patchCount: The number of earlier bundles to create patches from, for legacy clients.
  ///     Usable patches in the folder of the bundles are also published.
  ///   - verifier: The verifier of bundles.
  ///   - scratch: An empty folder. The caller removes it.
  ///   - progress: Called with each step, on any thread.
  /// - Returns: The releases.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
  package func `import`(
    _ plan: ImportPlan, patchCount: Int, verifier: BundleVerifier, scratch: Folder,
    progress: @escaping @Sendable (PublishStep) -> Void = { _ in }
  ) async throws -> ImportOutcome {
    let work = ImportWork(
      plan, editor, patchCount: patchCount, verifier: verifier, scratch: scratch, progress)
    let outcome = try await editor.update([plan.channel]) { try await work.change($0) }.result
    progress(.readingBack)
    try await list(outcome.offered.filter { $0.legacy != nil }, of: plan.channel)
    return outcome
  }

  // MARK: - The list of files

  /// Adds missing releases to the list of files for legacy clients.
  private func list(_ releases: [ChannelRelease], of channel: ChannelName) async throws {
    let number = releases.first?.number ?? 0
    try await LegacyIndex.update(in: store, app: channel.app, number: number) { index in
      let known = Set(index.releases.map(\.jsVersion))
      let missing = releases.filter { !known.contains($0.jsVersion) }
      for release in missing.reversed() {
        index.add(try await listed(release, of: channel))
      }
      return !missing.isEmpty
    }
  }

  private func listed(
    _ release: ChannelRelease, of channel: ChannelName
  ) async throws -> LegacyIndex.Release {
    var patches: [LegacyIndex.Patch] = []
    if let file = release.legacy {
      let bytes = try await store.target(
        channel.path(release.number, LegacyPatches.fileName), file,
        limit: LegacyPatches.maximumLength)
      patches = try LegacyPatches(bytes, of: channel).patches.map {
        .init(
          from: $0.from, file: $0.file, length: UInt64(clamping: $0.length), sha256: $0.sha256)
      }
    }
    let bundle = try ObjectDigest(release.bundle)
    return LegacyIndex.Release(
      jsVersion: release.jsVersion, built: release.built, native: release.native,
      channel: "\(channel)", number: release.number, length: bundle.length,
      sha256: bundle.sha256, patches: patches)
  }
}

/// The result of an import.
package struct ImportOutcome: Sendable {
  /// An imported release.
  package struct Release: Sendable {
    package let release: ChannelRelease
    /// Whether clients get the release; if not, it is only in the history.
    package let isOffered: Bool
    /// The number of patches for legacy clients.
    package let patchCount: Int
  }

  /// The releases published by this call, sorted by number.
  package internal(set) var imported: [Release] = []
  /// The number of bundles that were already in the channel.
  package internal(set) var knownCount = 0
  /// The releases that the channel offers.
  var offered: [ChannelRelease] = []
  /// The findings about patches and offered releases.
  package internal(set) var findings: [Finding] = []
  /// Whether clients get the same releases as from the old server only with `equalVersions`.
  package internal(set) var needsEqualVersions = false
}
