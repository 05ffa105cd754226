import ErosBundle
import ErosCore
import ErosCrypto
import ErosFetch
import ErosFiles
import ErosPack
import ErosPublish
import ErosRepository
import ErosSandbox
import ErosSigning
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

/// A release store in a folder with the channel `my-app/production`, and its keys.
struct FetchStore {
  static let now: Int64 = 1_700_000_000_000

  let folder: TemporaryFolder
  let store: any ObjectStore
  let channel: ChannelName
  let editor: StoreEditor

  /// The path of the store.
  var path: String { folder.path("store") }
  /// The first root metadata.
  var root: [UInt8] { editor.pinnedRoot }

  init(_ other: (any ObjectStore)? = nil) async throws {
    folder = try TemporaryFolder.ofTest()
    store = try other ?? FolderStore(folder.path("store"), creating: true)
    channel = try ChannelName("my-app/production")
    let root = try (0..<3).map { _ in try SigningKey.generate() }
    let targets = try SigningKey.generate()
    let online = try SigningKey.generate()
    let channelKey = try SigningKey.generate()
    editor = try await StoreCreation.create(
      store,
      StoreKeys(
        root: root.map(\.publicKey), threshold: 2, targets: [targets.publicKey],
        online: [online.publicKey]),
      keys: KeyRing(root + [targets, online, channelKey]), now: Self.now)
    try await editor.roles.addChannel(channel, keys: [channelKey.publicKey])
  }

  /// Publishes pages of about `size` bytes that differ with `number`.
  @discardableResult
  func publish(
    _ number: Int, size: Int = 20_000, native: String = "1.0.0",
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    var generator = SeededGenerator(seed: 5)
    let noise = generator.noise(size)
    let pages = [
      "pages/home.js": Array("// release \(number)".utf8), "images/photo.png": noise,
    ]
    return try await publish(pages, number, native: native, change)
  }

  /// Publishes files; their build time is `second` seconds after the creation of the store.
  @discardableResult
  func publish(
    _ pages: [String: [UInt8]], _ second: Int, native: String = "1.0.0",
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws -> Publication {
    let bundle = try pack(pages, second, native: native)
    var request = PublishRequest(try ReadableFile(bundle), to: channel)
    try change(&request)
    let final = request
    return try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor.releases.publish(
        final, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }

  /// Packs a bundle and returns its path.
  func pack(_ pages: [String: [UInt8]], _ second: Int, native: String = "1.0.0") throws -> String {
    let name = "bundle-\(second)"
    try folder.write(pages, below: name)
    let path = folder.path("\(name).zip")
    let file = try StagedFile(path)
    let settings = BundlePacker.Settings(
      appName: "my-app", android: native, iOS: native, jsPath: nil,
      timestamp: Self.now + Int64(second) * 1000)
    _ = try BundlePacker(settings, threads: 1).pack(BundleSource(folder.path(name)), into: file)
    try StagedFile.commit([file])
    return path
  }

  /// Returns the contents of the channel.
  func contents() async throws -> ChannelContents {
    try await StoreState.load(from: store, pinnedRoot: root, channels: [channel])
      .contents(of: channel)
  }

  /// Returns the path of an object of a release in the store's folder, such as `bundle.zip`.
  func object(_ suffix: String, of number: Int) throws -> String {
    let folder = "store/targets/my-app/production/\(number)"
    let names = try self.folder.names(in: folder).filter { $0.hasSuffix(suffix) }
    try #require(names.count == 1, "\(names)")
    return folder + "/" + names[0]
  }

  /// Returns a device whose sandbox is in a folder of the test.
  func device(
    _ name: String = "sandbox", over transport: any Transport,
    at address: String = "http://store.test/",
    _ settings: Fetcher.Settings = Self.settings
  ) throws -> TestDevice {
    TestDevice(
      sandbox: Sandbox(folder.path(name), verifier: BundleVerifier(threads: 1)),
      transport: transport, address: try WebAddress(address), root: root, settings: settings)
  }

  /// Settings without pauses.
  static var settings: Fetcher.Settings {
    var settings = Fetcher.Settings()
    settings.retries.sleep = { _ in }
    return settings
  }
}

/// A device of a test.
struct TestDevice {
  let sandbox: Sandbox
  let transport: any Transport
  let address: WebAddress
  var root: [UInt8]?
  var settings: Fetcher.Settings
  var reports: ReportServer?

  func fetcher() throws -> Fetcher {
    try Fetcher(
      sandbox, store: address, channel: "my-app/production", root: root, transport: transport,
      settings: settings, reports: reports)
  }

  @discardableResult
  func fetch(
    app: NativeApp? = nil, id: String? = nil, now: Int64 = FetchStore.now
  ) async throws -> FetchResult {
    try await fetcher().fetch(app: app, id: id, now: Timestamp(milliseconds: now))
  }

  func check(now: Int64 = FetchStore.now) async throws -> FetchResult {
    try await fetcher().check(now: Timestamp(milliseconds: now))
  }

  /// Starts the app and confirms the release.
  @discardableResult
  func launch(
    confirming: Bool = true, now: Int64 = FetchStore.now
  ) throws -> Sandbox.Launch {
    let launch = try sandbox.launch(now: Timestamp(milliseconds: now))
    if confirming, let token = launch.token { _ = try sandbox.confirm(token: token) }
    return launch
  }

  /// The pending release.
  func pending() throws -> TreeHash? { try sandbox.currentState().pending?.tree }

  /// The names and contents of the folder with the trusted metadata.
  func trusted() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let folder = try Folder(sandbox.path + "/trust")
    for name in try folder.names() {
      let file = try folder.openFile(name)
      files[name] = try file.read(at: 0, count: Int(file.status.size))
    }
    return files
  }

  /// The names of the files in `downloads/`.
  func downloads() throws -> [String] { try Folder(sandbox.path + "/downloads").names().sorted() }
}
