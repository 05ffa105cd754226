import ErosBundle
import ErosCore
import ErosCrypto
import ErosDelta
import ErosDiff
import ErosFiles
import ErosStore
import ErosTrust

/// The publication of a bundle for clients in the field, which verify no signatures.
///
/// A client knows a bundle only by its `jsVersion`, so one `jsVersion` is one zip for ever.
actor LegacyPublisher {
  private static let maximumAttempts = 5

  private let store: any ObjectStore
  private let channel: ChannelName
  private let maker: UpdateMaker
  private let new: UpdateSide
  private let bundle: ObjectContents
  private var patches: [BundleVersion: LegacyIndex.Patch] = [:]
  private var skipped: Set<BundleVersion> = []

  init(
    _ bundle: ObjectContents, _ file: ReadableFile, to channel: ChannelName,
    in store: any ObjectStore, verifier: BundleVerifier
  ) throws {
    self.store = store
    self.channel = channel
    self.bundle = bundle
    maker = UpdateMaker(.bsdiff, level: .standard, verifier: verifier)
    new = try maker.read(file)
  }

  /// Writes the bundle under its `jsVersion`.
  ///
  /// - Throws: ``PublishError/sameLegacyVersion(_:_:)`` if another bundle has it.
  func addBundle() async throws {
    let key = key("\(new.release.jsVersion).zip")
    guard case .exists = try await store.create(key, bundle, cache: .immutable) else { return }
    guard try await store.contains(key, ObjectDigest(bundle.digest)) else {
      throw PublishError.sameLegacyVersion("\(new.release.jsVersion)", key.text)
    }
  }

  /// Makes, applies and writes the patch from an old bundle, if it is smaller than the bundle.
  func addPatch(from old: any ZipSource, scratch: Folder) async throws {
    let side = try maker.read(old)
    let from = side.release.jsVersion
    guard from != new.release.jsVersion, patches[from] == nil, skipped.insert(from).inserted else {
      return
    }
    let update = try maker.make(from: side, to: new, scratch: scratch)
    guard UInt64(update.bytes.count) < bundle.digest.size else { return }
    let contents = try ObjectContents(update.bytes)
    let file = try update.publishedName()
    let key = key(file)
    if case .exists = try await store.create(key, contents, cache: .immutable),
      try await !store.contains(key, ObjectDigest(contents.digest))
    {
      // The patch of another version of this tool; it applies to the same bundles.
      guard let found = try await present(key) else { return }
      patches[from] = .init(from: from, file: file, length: found.length, sha256: found.sha256)
      return
    }
    patches[from] = .init(
      from: from, file: file, length: contents.digest.size, sha256: contents.digest.sha256)
  }

  private func present(_ key: ObjectKey) async throws -> ObjectDigest? {
    let limit = 1 << 30
    guard let bytes = try await store.read(key, limit: limit)?.bytes else { return nil }
    return ObjectDigest(try ObjectContents(bytes).digest)
  }

  /// Adds a release to the list of files if an interrupted publication has not.
  func addMissing(_ release: ChannelRelease) async throws {
    guard release.jsVersion == new.release.jsVersion, release.tree == new.release.tree else {
      return
    }
    let found = try await store.read(key("index.json"), limit: LegacyIndex.maximumLength)
    let index = try found.map { try LegacyIndex($0.bytes, app: channel.app) } ?? LegacyIndex()
    guard !index.releases.contains(where: { $0.jsVersion == release.jsVersion }) else { return }
    try await addBundle()
    try await updateIndex(release)
  }

  /// Adds the bundle and its patches to the list of files.
  func updateIndex(_ release: ChannelRelease) async throws {
    let key = key("index.json")
    for _ in 1...Self.maximumAttempts {
      let found = try await store.read(key, limit: LegacyIndex.maximumLength)
      var index = try found.map { try LegacyIndex($0.bytes, app: channel.app) } ?? LegacyIndex()
      index.add(
        LegacyIndex.Release(
          jsVersion: release.jsVersion, built: release.built, native: release.native,
          channel: "\(channel)", number: release.number, length: bundle.digest.size,
          sha256: bundle.digest.sha256,
          patches: patches.values.sorted { $0.from < $1.from }))
      let contents = try ObjectContents(index.bytes)
      let cache = StoreLayout.timestampCache
      if let version = found?.status.version {
        let outcome = try await store.replace(key, contents, expecting: version, cache: cache)
        if case .replaced = outcome { return }
      } else if case .created = try await store.create(key, contents, cache: cache) {
        return
      }
    }
    throw PublishError.busy(attempts: Self.maximumAttempts)
  }

  private func key(_ file: String) -> ObjectKey { StoreLayout.legacy(channel.app, file) }
}
