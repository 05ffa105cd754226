import ErosBundle
import ErosCore
import ErosCrypto
package import ErosFiles
package import ErosPublish
package import ErosStore
import ErosTestSupport
package import ErosTrust
import Testing

extension TestStore {
  /// Returns pages that compress badly, one of which differs with each number.
  package static func pages(_ number: Int, size: Int = 20_000) -> [String: [UInt8]] {
    var generator = SeededGenerator(seed: 5)
    return [
      "pages/home.js": Array("// release \(number)".utf8),
      "images/photo.png": generator.noise(size),
    ]
  }

  /// Returns pages with two images that compress badly.
  ///
  /// Equal seeds make equal images.
  package static func pages(
    _ number: Int, photo: UInt64, map: UInt64
  ) -> [String: [UInt8]] {
    func noise(_ seed: UInt64, _ size: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: seed)
      return generator.noise(size)
    }
    return [
      "pages/home.js": Array("// release \(number)".utf8),
      "images/photo.png": noise(photo, 60_000), "images/map.png": noise(map, 100_000),
    ]
  }

  /// Packs a bundle whose build time is `second` seconds after the creation of the store.
  ///
  /// The bundle is also the file `bundle-<second>.zip`.
  package func packed(
    _ pages: [String: [UInt8]], second: Int, app: String? = nil, native: String = "1.0.0",
    iOS: String? = nil
  ) throws -> (file: ReadableFile, bundle: TestBundle) {
    let source = TestBundle.Source(
      pages, app: app ?? self.app, android: native, iOS: iOS ?? native,
      timestamp: now + Int64(second) * 1000)
    let bundle = try TestBundle.pack(source, in: folder)
    let name = "bundle-\(second).zip"
    try folder.write(bundle.zip, to: name)
    return (try ReadableFile(folder.path(name)), bundle)
  }

  /// Packs a bundle like ``packed(_:second:app:native:iOS:)``.
  package func bundle(
    _ pages: [String: [UInt8]], second: Int, app: String? = nil, native: String = "1.0.0",
    iOS: String? = nil
  ) throws -> ReadableFile {
    try packed(pages, second: second, app: app, native: native, iOS: iOS).file
  }

  @discardableResult
  package func publish(
    _ number: Int, size: Int = 20_000, native: String = "1.0.0",
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    try await publish(
      bundle(Self.pages(number, size: size), second: number, native: native), change)
  }

  /// Publishes a bundle in a channel, by default the first one.
  @discardableResult
  package func publish(
    _ bundle: ReadableFile, to other: ChannelName? = nil,
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    var request = PublishRequest(bundle, to: other ?? channel)
    try change(&request)
    return try await Folder.withScratchFolder(beside: folder.path("scratch")) { [request] scratch in
      try await editor.releases.publish(
        request, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }

  /// Promotes a release to another channel, by default from the first one and with the store's
  /// editor.
  @discardableResult
  package func promote(
    _ number: Int64, of source: ChannelName? = nil, to target: ChannelName,
    _ options: PublishRequest.Options = .init(), by other: StoreEditor? = nil
  ) async throws -> Publication {
    try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await (other ?? editor).releases.promote(
        number, of: source ?? channel, to: target, options, verifier: BundleVerifier(threads: 1),
        scratch: scratch)
    }
  }

  /// Publishes an earlier release again.
  @discardableResult
  package func rollBack(
    to number: Int64?, _ options: PublishRequest.Options = .init()
  ) async throws -> Publication {
    try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor.releases.rollBack(
        to: number, options, in: channel, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }

  /// Signs changed contents of a channel, by default the first one.
  package func sign(
    in other: ChannelName? = nil, at time: Int64? = nil,
    _ change: (inout ChannelContents) throws -> Void
  ) async throws {
    let channel = other ?? channel
    let state = try await StoreState.load(
      from: store, pinnedRoot: pinnedRoot, channels: [channel])
    var contents = try state.contents(of: channel)
    try change(&contents)
    var metadata = try #require(state.roles[channel.role])
    contents.write(to: &metadata)
    try await MetadataCommit(to: store, keys: editor.keys, now: time ?? now)
      .commit([channel.role: metadata], to: state)
  }

  /// Adds `count` releases to an empty channel.
  ///
  /// All but the last one are only written into the metadata, so they have no bundles.
  package func addReleases(_ count: Int) async throws {
    var contents = ChannelContents(channel)
    var page = HistoryPage()
    for number in 1..<Int64(count) {
      let digest = try SHA256Digest.of(Array("\(number)".utf8).span)
      let release = ChannelRelease(
        number: number, tree: try #require(TreeHash("\(digest)")),
        jsVersion: try #require(BundleVersion(String("\(digest)".prefix(32)))),
        built: now - 1_000_000_000 + number, native: [.ios: "1.0.0", .android: "1.0.0"],
        rollout: ChannelRelease.fullRollout, salt: String("\(digest)".prefix(32)), notes: nil,
        bundle: TargetFile(length: 1, digest: digest), deltas: [])
      // Only complete pages and the last one are read again.
      if page.entries.count >= HistoryPage.capacity {
        contents.history = try await write(page, at: number - 1)
      }
      page = page.adding(HistoryPage.Entry(release, published: now), current: contents.history)
      contents.add(release)
    }
    contents.history = try await write(page, at: Int64(count) - 1)
    try await sign { [contents] in $0 = contents }
    try await publish(count) { $0.options.deltaCount = 0 }
  }

  private func write(
    _ page: HistoryPage, at number: Int64
  ) async throws -> ChannelContents.History {
    let contents = try ObjectContents(page.bytes)
    let path = channel.path(number, ChannelContents.historyName)
    let file = TargetFile(length: Int64(contents.digest.size), digest: contents.digest.sha256)
    _ = try await store.create(StoreLayout.target(path, file), contents, cache: .immutable)
    return .init(path: path, file: file)
  }
}
