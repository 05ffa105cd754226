package import ErosBundle
package import ErosCore
package import ErosFiles
import ErosStore
package import ErosTrust

extension ReleasePublisher {
  /// Publishes the bundles of an export as the next releases of the channel.
  ///
  /// All releases become visible at once. If you interrupt the import, the channel stays as it was,
  /// and the next call uploads only the missing objects. Bundles that the channel already has are
  /// skipped, so you can import a later export from the same server.
  ///
  /// - Parameters:
  ///   - plan: The verified bundles.
  ///   - patchCount: The number of earlier bundles to make patches from, for legacy clients. Usable
  ///     patches in the bundle folder are published too.
  ///   - verifier: Verifies the bundles.
  ///   - scratch: An empty folder. The caller removes it.
  ///   - progress: Called with each step, on any thread.
  /// - Returns: The imported releases, and differences for clients.
  /// - Throws: ``PublishError`` if the import is impossible, `KeyError` if a key cannot be used, or
  ///   `TransportError` if the store is unreachable.
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

  private func list(_ releases: [ChannelRelease], of channel: ChannelName) async throws {
    let number = releases.first?.number ?? 0
    try await LegacyIndex.update(in: store, app: channel.app, number: number) { index in
      let listedVersions = Set(index.releases.map(\.jsVersion))
      let missing = releases.filter { !listedVersions.contains($0.jsVersion) }
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

package struct ImportOutcome: Sendable {
  package struct Release: Sendable {
    package let release: ChannelRelease
    /// `false` if the release appears only in the history.
    package let isOffered: Bool
    package let patchCount: Int
  }

  /// Published by this call, sorted by number.
  package internal(set) var imported: [Release] = []
  /// Bundles that the channel already had.
  package internal(set) var knownCount = 0
  var offered: [ChannelRelease] = []
  package internal(set) var findings: [Finding] = []
  /// `true` if clients get the releases of the old server only with `equalVersions` set.
  package internal(set) var needsEqualVersions = false
}
