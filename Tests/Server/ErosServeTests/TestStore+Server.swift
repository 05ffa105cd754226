import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosServe
@testable import ErosStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TestStore {
  static let downloads = "https://cdn.example.org/releases/"

  /// Creates a store whose metadata was signed `ageInDays` days ago, with `root.json`,
  /// `server.json` and `token` beside it.
  static func served(ageInDays: Int64 = 0) async throws -> TestStore {
    let now = Timestamp.now().milliseconds
    let served = try await TestStore(now: now - ageInDays * day)
    try served.folder.write(served.pinnedRoot, to: "root.json")
    try served.folder.write(config, to: "server.json")
    try served.folder.writeSecret("secret-0123456789\n", to: "token")
    return served
  }

  /// Returns the root metadata of another store.
  func otherRoot() async throws -> [UInt8] {
    try await TestStore(FolderStore(folder.path("other"), creating: true), now: now).pinnedRoot
  }

  /// The configuration of a server.
  static let config = """
    {
      "root": "root.json", "downloads": "\(downloads)",
      "apps": { "my-app": { "channel": "my-app/production" } },
      "add": { "token": "token", "jsPaths": ["https://old.example.org/"] }
    }
    """

  /// Reopens the store's path, where there may be another folder now.
  func reopened() throws -> TestStore {
    var reopened = self
    reopened.store = try FolderStore(path)
    reopened.editor = try editor(store: reopened.store)
    return reopened
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

  /// Publishes pages for legacy clients.
  @discardableResult
  func publishLegacy(
    _ number: Int, native: String = "1.0.0",
    _ change: (inout PublishRequest.Options) throws -> Void = { _ in }
  ) async throws -> Publication {
    try await publish(number, native: native) {
      $0.options.isLegacy = true
      try change(&$0.options)
    }
  }

  /// Replaces the online key.
  func rotateOnlineKey() async throws {
    let new = try SigningKey.generate()
    try editor.keys.add(new)
    try await editor.roles.rotate(.online, to: [new.publicKey])
  }

  /// Returns a loader like that of the server.
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
  /// A check of a client in version 1.0.0 of an app, or in another one.
  init(
    _ held: BundleVersion?, _ platform: Platform = .ios, version: String = "1.0.0",
    isDiff: Bool = true
  ) {
    self.init(
      app: "my-app", platform: platform, version: version, jsVersion: held.map { "\($0)" } ?? "",
      acceptsPatch: isDiff)
  }
}

/// Writes a certificate `cert.pem`, its key `key.pem`, and another key `other.pem`.
func makeCertificate(
  in folder: TemporaryFolder, key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
) async throws {
  let made = try await runTool(
    "openssl",
    [
      "req", "-x509", "-newkey",
    ] + key + [
      "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=IP:127.0.0.1",
    ], in: folder.path)
  #expect(made.status == 0)
  let other = try await runTool(
    "openssl", ["genpkey", "-algorithm", "ed25519", "-out", "other.pem"], in: folder.path)
  #expect(other.status == 0)
}
