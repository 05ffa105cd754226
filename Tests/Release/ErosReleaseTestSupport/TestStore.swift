import ErosCore
import ErosCrypto
package import ErosStore
package import ErosTestSupport
package import ErosTrust
import Testing

/// A release store in a temporary folder, with its keys and one channel.
package struct TestStore: Sendable {
  /// When most stores are created, in milliseconds since 1970.
  package static let now: Int64 = 1_700_000_000_000
  package static let day: Int64 = 86_400_000

  package let folder: TemporaryFolder
  package var store: any ObjectStore
  package let root: [SigningKey]
  package let targets: SigningKey
  package let online: SigningKey
  package let channelKey: SigningKey
  package let app: String
  package let channel: ChannelName
  /// When the store is created, in milliseconds since 1970.
  package let now: Int64
  package var editor: StoreEditor

  /// Path of the store's folder.
  package var path: String { folder.path("store") }
  /// The first root metadata.
  package var pinnedRoot: [UInt8] { editor.pinnedRoot }

  /// Creates a store with the channel `production` of an app.
  ///
  /// Objects are in `store`, which is by default the folder `store` in `folder`. `folder` is by
  /// default the test's folder.
  package init(
    _ store: (any ObjectStore)? = nil, in folder: TemporaryFolder? = nil, app: String = "my-app",
    now: Int64 = Self.now
  ) async throws {
    self.folder = try folder ?? TemporaryFolder.ofTest()
    self.store = try store ?? FolderStore(self.folder.path("store"), creating: true)
    root = try (0..<3).map { _ in try SigningKey.generate() }
    targets = try SigningKey.generate()
    online = try SigningKey.generate()
    channelKey = try SigningKey.generate()
    self.app = app
    channel = try ChannelName(app + "/production")
    self.now = now
    editor = try await StoreCreation.create(
      self.store,
      StoreKeys(
        root: root.map(\.publicKey), threshold: 2, targets: [targets.publicKey],
        online: [online.publicKey]),
      keys: KeyRing(root + [targets, online, channelKey]), now: now)
    try await editor.roles.addChannel(channel, keys: [channelKey.publicKey])
  }

  /// Returns an editor that has other keys, another store or another time.
  package func editor(
    keys: [SigningKey]? = nil, store: (any ObjectStore)? = nil, at time: Int64? = nil
  ) throws -> StoreEditor {
    StoreEditor(
      store ?? self.store, keys: try keys.map { try KeyRing($0) } ?? editor.keys,
      pinnedRoot: pinnedRoot, now: time ?? now)
  }

  /// Returns a channel as a device sees it.
  package func contents(_ channel: ChannelName? = nil) async throws -> ChannelContents {
    let channel = channel ?? self.channel
    let state = try await StoreState.load(
      from: store, pinnedRoot: pinnedRoot, channels: [channel])
    #expect(state.expired(at: editor.now).map(\.role) == [])
    return try state.contents(of: channel)
  }

  /// Returns the path of an object of a release in the store's folder, such as `bundle.zip`.
  package func object(_ suffix: String, of number: Int) throws -> String {
    let release = "store/targets/\(channel)/\(number)"
    let names = try folder.names(in: release).filter { $0.hasSuffix(suffix) }
    try #require(names.count == 1, "\(names)")
    return release + "/" + names[0]
  }

  /// Runs `body` with the URL of python's `http.server` for the store.
  package func withHTTPServer(_ body: (String) async throws -> Void) async throws {
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: path
    ) { server in
      let port = try #require(server.firstLine.split(separator: " ").compactMap { Int($0) }.first)
      try await body("http://127.0.0.1:\(port)")
    }
  }
}
