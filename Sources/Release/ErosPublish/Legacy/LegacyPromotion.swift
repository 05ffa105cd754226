import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// The files for legacy clients of a promotion.
///
/// If another publisher is faster, the promotion starts again and reuses the patches.
struct LegacyPromotion {
  let source: ChannelName
  let target: ChannelName
  let options: PublishRequest.Options
  let store: any ObjectStore
  let verifier: BundleVerifier
  /// The folder for bundles.
  let scratch: Folder
  /// The files, or `nil` if the promotion creates none.
  private(set) var publisher: LegacyPublisher?

  /// Reads the bundle of a release if the other channel has files for legacy clients, and completes
  /// the list of an interrupted promotion.
  ///
  /// - Parameters:
  ///   - release: The release in the first channel.
  ///   - draft: The next release of the other channel.
  /// - Returns: Whether a list was completed.
  /// - Throws: ``PublishError``, `DeltaError`, and the errors of the store.
  mutating func prepare(_ release: ChannelRelease, _ draft: ReleaseDraft) async throws -> Bool {
    guard draft.isLegacy, release.kind == .bundle else { return false }
    if publisher == nil { publisher = try await files(of: release) }
    // A malformed list is reported before anything is published.
    let jsVersion = draft.releases.first?.jsVersion ?? release.jsVersion
    guard let publisher, try await !publisher.lists(jsVersion), let newest = draft.releases.first,
      newest.bundle.digest == release.bundle.digest
    else { return false }
    try await publisher.addBundle()
    try await addPatches(to: publisher, draft)
    try await publisher.updateIndex(newest)
    return true
  }

  /// Writes the files of a release, and adds their signed list to the next release of the channel.
  ///
  /// The first release of a channel is published for the same clients as in the other channel.
  ///
  /// - Returns: The list, or `nil` if the release is not published for legacy clients.
  /// - Throws: ``PublishError``, and the errors of the store.
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

  /// Returns the files of a release, or `nil` if the store no longer has its bundle.
  private func files(of release: ChannelRelease) async throws -> LegacyPublisher? {
    let path = source.path(release.number, ChannelRelease.bundleName)
    let file = try await store.download(path, release.bundle, to: scratch, name: "promoted.zip")
    guard let file else { return nil }
    return LegacyPublisher(
      try read(file), try ObjectContents(file), to: target, in: store, verifier: verifier)
  }

  /// Adds the patches from the last releases of the channel, as far as they can be created.
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
