import ErosBundle
import ErosCore
import ErosCrypto
import ErosDelta
import ErosFiles
import ErosPack
import ErosPublish
import ErosRepository
import ErosSigning
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

/// A release store in a folder, with its keys and one channel.
struct TestStore {
  static let now: Int64 = 1_700_000_000_000
  static let day: Int64 = 86_400_000

  let folder: TemporaryFolder
  let store: any ObjectStore
  let root: [SigningKey]
  let targets: SigningKey
  let online: SigningKey
  let channelKey: SigningKey
  let channel: ChannelName
  var editor: StoreEditor

  /// The path of the store's folder.
  var path: String { folder.path("store") }

  /// Creates a store with the channel `my-app/production` in `folder`, or in another store.
  init(in folder: TemporaryFolder, _ other: (any ObjectStore)? = nil) async throws {
    self.folder = folder
    store = try other ?? FolderStore(folder.path("store"), creating: true)
    root = try (0..<3).map { _ in try SigningKey.generate() }
    targets = try SigningKey.generate()
    online = try SigningKey.generate()
    channelKey = try SigningKey.generate()
    channel = try ChannelName("my-app/production")
    let ring = try KeyRing(root + [targets, online, channelKey])
    editor = try await StoreCreation.create(
      store,
      StoreKeys(
        root: root.map(\.publicKey), threshold: 2, targets: [targets.publicKey],
        online: [online.publicKey]),
      keys: ring, now: Self.now)
    try await editor.roles.addChannel(channel, keys: [channelKey.publicKey])
  }

  /// Packs a bundle whose build time is `second` seconds after the store's creation.
  ///
  /// Build times of more than a day in the future are refused.
  func bundle(
    _ pages: [String: String], second: Int, app: String = "my-app",
    native: (android: String, iOS: String) = ("1.0.0", "1.0.0")
  ) throws -> ReadableFile {
    let name = "bundle-\(second)"
    try folder.write(pages.mapValues { Array($0.utf8) }, below: name)
    let path = folder.path("\(name).zip")
    let file = try StagedFile(path)
    let settings = BundlePacker.Settings(
      appName: app, android: native.android, iOS: native.iOS, jsPath: nil,
      timestamp: Self.now + Int64(second) * 1000)
    _ = try BundlePacker(settings, threads: 1).pack(BundleSource(folder.path(name)), into: file)
    try StagedFile.commit([file])
    return try ReadableFile(path)
  }

  /// Returns pages of which one differs with each number.
  static func pages(_ number: Int) throws -> [String: String] {
    var generator = SeededGenerator(seed: 5)
    let text = String(decoding: generator.text(20_000), as: UTF8.self)
    return ["pages/home.js": text + "\nrelease \(number)", "pages/list.js": text]
  }

  /// Publishes the pages with a number.
  @discardableResult
  func publish(
    _ number: Int, _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    try await publish(bundle(Self.pages(number), second: number), change)
  }

  @discardableResult
  func publish(
    _ bundle: ReadableFile, _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    var request = PublishRequest(bundle, to: channel)
    try change(&request)
    let verifier = BundleVerifier(threads: 2)
    return try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor.releases.publish(request, verifier: verifier, scratch: scratch)
    }
  }

  /// Publishes an earlier release again.
  @discardableResult
  func rollBack(
    to number: Int64?, _ options: PublishRequest.Options = .init()
  ) async throws -> Publication {
    try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor.releases.rollBack(
        to: number, options, in: channel, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }

  /// Returns the channel as a device sees it.
  func contents(_ channel: ChannelName? = nil) async throws -> ChannelContents {
    let channel = channel ?? self.channel
    let state = try await StoreState.load(
      from: store, pinnedRoot: editor.pinnedRoot, channels: [channel])
    #expect(state.expired(at: editor.now).map(\.role) == [])
    return try state.contents(of: channel)
  }

  /// Returns an editor with some of the keys, at another time.
  func editor(
    keys: [SigningKey]? = nil, store: (any ObjectStore)? = nil, at time: Int64 = Self.now
  ) throws -> StoreEditor {
    StoreEditor(
      store ?? self.store, keys: try keys.map { try KeyRing($0) } ?? editor.keys,
      pinnedRoot: editor.pinnedRoot, now: time)
  }
}
