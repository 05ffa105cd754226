import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosPublish
import ErosRepository
import ErosServe
import ErosSigning
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A release store in a folder, with a channel and the configuration of a server.
struct ServedStore {
  static let downloads = "https://cdn.example.org/releases/"

  let folder: TemporaryFolder
  private(set) var store: FolderStore
  let channel: ChannelName
  let now: Int64
  private let keys: KeyRing
  private let pinnedRoot: [UInt8]

  /// Creates a store whose metadata was signed some days ago, and `root.json` and `server.json` beside
  /// it.
  init(in folder: TemporaryFolder, ageInDays: Int64 = 0) async throws {
    self.folder = folder
    now = Int64(Date().timeIntervalSince1970 * 1000) - ageInDays * 86_400_000
    store = try FolderStore(folder.path("store"), creating: true)
    let all = try Self.newKeys()
    channel = try ChannelName("my-app/production")
    let editor = try await Self.create(store, all, now: now)
    keys = editor.keys
    try await editor.roles.addChannel(channel, keys: [all[5].publicKey])
    pinnedRoot = editor.pinnedRoot
    try folder.write(pinnedRoot, to: "root.json")
    try folder.write(Self.config, to: "server.json")
    try folder.write("secret-0123456789\n", to: "token")
  }

  private static func newKeys() throws -> [SigningKey] {
    try (0..<6).map { _ in try SigningKey.generate() }
  }

  private static func create(
    _ store: FolderStore, _ keys: [SigningKey], now: Int64
  ) async throws -> StoreEditor {
    try await StoreCreation.create(
      store,
      StoreKeys(
        root: keys[0..<3].map(\.publicKey), threshold: 2, targets: [keys[3].publicKey],
        online: [keys[4].publicKey]),
      keys: KeyRing(keys), now: now)
  }

  /// Returns the root metadata of another store.
  func otherRoot() async throws -> [UInt8] {
    let other = try FolderStore(folder.path("other"), creating: true)
    return try await Self.create(other, Self.newKeys(), now: now).pinnedRoot
  }

  /// The configuration of a server.
  static let config = """
    {
      "root": "root.json", "downloads": "\(downloads)",
      "apps": { "my-app": { "channel": "my-app/production" } },
      "add": { "token": "token", "jsPaths": ["https://old.example.org/"] }
    }
    """

  /// Returns the store in the folder that has its path now.
  func reopened() throws -> ServedStore {
    var reopened = self
    reopened.store = try FolderStore(path)
    return reopened
  }

  /// The path of the store.
  var path: String { folder.path("store") }

  /// Returns an editor at another time.
  func editor(at time: Int64? = nil) -> StoreEditor {
    StoreEditor(store, keys: keys, pinnedRoot: pinnedRoot, now: time ?? now)
  }

  /// Copies all objects to another store.
  func copy(to other: some ObjectStore) async throws {
    var cursor: String?
    repeat {
      let page = try await store.list("", after: cursor)
      for item in page.items {
        let (bytes, _) = try #require(try await store.read(item.key, limit: 1 << 24))
        _ = try await other.create(item.key, ObjectContents(bytes), cache: .immutable)
      }
      cursor = page.next
    } while cursor != nil
  }

  /// Packs a bundle that was built `minutes` after the creation of the store.
  func bundle(_ minutes: Int, native: String = "1.0.0") throws -> ReadableFile {
    try packed(minutes, native: native).file
  }

  /// Packs a bundle, and returns its version, too.
  func packed(
    _ minutes: Int, native: String = "1.0.0"
  ) throws -> (file: ReadableFile, jsVersion: BundleVersion) {
    var generator = SeededGenerator(seed: 1)
    let text = (0..<4000).map { _ in String(UInt64.random(in: 0..<1_000_000, using: &generator)) }
    let pages = ["pages/a.js": text.joined(separator: ","), "pages/b.js": "release \(minutes)"]
    let name = "bundle-\(minutes)"
    try folder.write(pages.mapValues { Array($0.utf8) }, below: name)
    let file = try StagedFile(folder.path("\(name).zip"))
    let settings = BundlePacker.Settings(
      appName: "my-app", android: native, iOS: native, jsPath: nil,
      timestamp: now + Int64(minutes) * 60_000)
    let packed = try BundlePacker(settings, threads: 1).pack(
      BundleSource(folder.path(name)), into: file)
    try StagedFile.commit([file])
    return (try ReadableFile(folder.path("\(name).zip")), packed.manifest.jsVersion)
  }

  /// Publishes a bundle for legacy clients.
  @discardableResult
  func publish(
    _ minutes: Int, native: String = "1.0.0",
    _ change: (inout PublishRequest.Options) throws -> Void = { _ in }
  ) async throws -> Publication {
    var request = PublishRequest(try bundle(minutes, native: native), to: channel)
    request.options.isLegacy = true
    try change(&request.options)
    let publishing = request
    return try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor().releases.publish(
        publishing, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }

  /// Replaces the online key.
  func rotateOnlineKey() async throws {
    let new = try SigningKey.generate()
    try keys.add(new)
    try await editor().roles.rotate(.online, to: [new.publicKey])
  }

  /// Returns a loader as the server uses it.
  func loader(
    _ reader: (any ObjectReader)? = nil, at time: Int64? = nil, root: [UInt8]? = nil,
    config: String = Self.config
  ) throws -> SnapshotLoader {
    let time = time ?? now
    return SnapshotLoader(
      reader ?? store, pinnedRoot: root ?? pinnedRoot,
      config: try ServerConfig(Array(config.utf8), file: "server.json"),
      now: { Timestamp(milliseconds: time) })
  }

  /// Returns the app that a new loader loads.
  func app(equalVersions: Bool = false) async throws -> LegacyApp {
    let channel = "\"channel\": \"my-app/production\""
    var loader = try loader(
      config: Self.config.replacing(
        channel, with: channel + ", \"equalVersions\": \(equalVersions)"))
    return try #require(try await loader.load().apps["my-app"])
  }
}

extension LegacyCheck {
  /// A check of a client in an app with the version 1.0.0, unless another one is given.
  init(
    _ held: BundleVersion?, _ platform: Platform = .ios, version: String = "1.0.0",
    isDiff: Bool = true
  ) {
    self.init(
      app: "my-app", platform: platform, version: version, jsVersion: held.map { "\($0)" } ?? "",
      acceptsPatch: isDiff)
  }
}
