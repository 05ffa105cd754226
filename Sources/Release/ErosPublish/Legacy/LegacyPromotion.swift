import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// Publishes files for legacy clients during a promotion.
///
/// If another publisher is faster, the promotion starts again and reuses the patches.
struct LegacyPromotion {
  let source: ChannelName
  let target: ChannelName
  let options: PublishRequest.Options
  let store: any ObjectStore
  let verifier: BundleVerifier
  /// Holds downloaded bundles.
  let scratch: Folder
  /// `nil` if the promotion creates no files for legacy clients.
  private(set) var publisher: LegacyPublisher?

  /// Downloads the bundle if the target channel serves legacy clients.
  ///
  /// If an interrupted promotion left the list incomplete, completes it.
  ///
  /// - Parameters:
  ///   - release: The release in the source channel.
  ///   - draft: The next release in the target channel.
  /// - Returns: `true` if a list was completed.
  /// - Throws: ``PublishError`` if the list cannot be completed, or `DeltaError` if the bundle is
  ///   invalid.
  mutating func prepare(_ release: ChannelRelease, _ draft: ReleaseDraft) async throws -> Bool {
    guard draft.isLegacy, release.kind == .bundle else { return false }
    if publisher == nil { publisher = try await files(of: release) }
    // Report a malformed list before publishing anything.
    let jsVersion = draft.releases.first?.jsVersion ?? release.jsVersion
    guard let publisher, try await !publisher.lists(jsVersion), let newest = draft.releases.first,
      newest.bundle.digest == release.bundle.digest
    else { return false }
    try await publisher.addBundle()
    try await addPatches(to: publisher, draft)
    try await publisher.updateIndex(newest)
    return true
  }

  /// Writes the files for legacy clients, and adds their signed list to the draft.
  ///
  /// The first release of a channel is published for the same clients as in the source channel.
  ///
  /// - Returns: The list, or `nil` if legacy clients do not get the release.
  /// - Throws: ``PublishError/sameLegacyVersion(_:_:)`` if another bundle has this `jsVersion`.
  func add(_ release: ChannelRelease, to draft: inout ReleaseDraft) async throws -> TargetFile? {
    guard let publisher else {
      guard let list = release.legacy, draft.releases.isEmpty, options.isLegacy == nil
      else { return nil }
      let path = source.path(release.number, LegacyPatches.fileName)
      return try await draft.copy(list, path, as: LegacyPatches.fileName) ? list : nil
    }
    try await publisher.addBundle()
    try await addPatches(to: publisher, draft)
    let list = try ObjectContents(await publisher.signedList.bytes)
    return try await draft.add(list, as: LegacyPatches.fileName)
  }

  /// Returns `nil` if the store no longer has the bundle.
  private func files(of release: ChannelRelease) async throws -> LegacyPublisher? {
    let path = source.path(release.number, ChannelRelease.bundleName)
    let file = try await store.download(path, release.bundle, to: scratch, name: "promoted.zip")
    guard let file else { return nil }
    return LegacyPublisher(
      try read(file), try ObjectContents(file), to: target, in: store, verifier: verifier)
  }

  /// Adds patches from the last releases of the channel, where they can be made.
  private func addPatches(to publisher: LegacyPublisher, _ draft: ReleaseDraft) async throws {
    for base in draft.releases.prefix(options.deltaCount) {
      guard await !publisher.hasTried(base.jsVersion) else { continue }
      let path = target.path(base.number, ChannelRelease.bundleName)
      do {
        let file = try await store.download(path, base.bundle, to: scratch, name: "base.zip")
        if let file { try await publisher.addPatch(from: read(file), scratch: scratch) }
      } catch is DeltaError {
        // Legacy clients then download the full bundle.
      }
    }
  }

  private func read(_ file: ReadableFile) throws -> UpdateSide {
    try UpdateMaker(.bsdiff, level: .standard, verifier: verifier).read(file)
  }
}
