import ErosBundle
import ErosCore
import ErosDevice
import ErosPack
import ErosRegistry
import ErosSources
import ErosTestSupport
import ErosTransport
import Foundation
import Testing

/// Runs the examples of the articles.
@Suite("Documentation examples")
struct ExampleTests {
  static let pages = [
    "config/index.js": "var config = 1;\n", "mediator/index.js": "var mediator = 1;\n",
    "pages/home/home.js": "render('home');\n",
  ]
  static let builtAt = Date(timeIntervalSince1970: 1_700_000_000)

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.ofTest() }

  /// Packs the pages into the folder `name`, with a home page and a build time.
  @discardableResult
  private func pack(_ name: String, home: String? = nil, after minutes: Double = 0) throws
    -> PackedBundle
  {
    var pages = Self.pages
    if let home { pages["pages/home/home.js"] = home }
    try folder.write(pages.mapValues { Array($0.utf8) }, below: "dist-" + name)
    try folder.makeFolder(name)
    return try packPages(
      in: folder.path("dist-" + name), into: folder.path(name), for: "1.0.0",
      at: Self.builtAt.addingTimeInterval(minutes * 60))
  }

  // MARK: Bundles

  @Test("packing writes a zip and its manifest", .temporaryFolder)
  func packing() throws {
    let bundle = try pack("app")
    #expect(try folder.names(in: "app").sorted() == ["bundle.config", "bundle.zip"])
    #expect(try folder.read("app/bundle.config") == bundle.manifestBytes)
    #expect(bundle.manifest.timestamp == 1_700_000_000_000)
    #expect(bundle.manifest.appName == "hello-eros")
    #expect(bundle.files.map(\.path.string) == Self.pages.keys.sorted())
  }

  @Test("verification checks the bundle and the manifest beside it", .temporaryFolder)
  func verifying() throws {
    let bundle = try pack("app")
    let tree = try #require(bundle.manifest.treeHash)
    #expect(
      try checkBundle(folder.path("app/bundle.zip"), config: bundle.manifestBytes) == .release(tree)
    )

    let other = try pack("other", home: "render('other');\n")
    guard
      case .rejected(let reasons) = try checkBundle(
        folder.path("app/bundle.zip"), config: other.manifestBytes)
    else {
      Issue.record("another bundle's manifest was accepted")
      return
    }
    #expect(reasons.count == 1)
    #expect(reasons.first?.hasPrefix("manifestMismatch: ") == true)
  }

  @Test("only a verified bundle stays unpacked", .temporaryFolder)
  func unpacking() throws {
    try pack("app")
    let report = try unpackPages(of: folder.path("app/bundle.zip"), into: folder.path("pages"))
    #expect(report.verdict == .verified)
    #expect(
      try folder.read("pages/pages/home/home.js")
        == Array("// { \"framework\": \"Vue\" }\nrender('home');\n".utf8))

    var bytes = try folder.read("app/bundle.zip")
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: "damaged.zip")
    let damaged = try unpackPages(of: folder.path("damaged.zip"), into: folder.path("nothing"))
    #expect(damaged.verdict != .verified)
    #expect(!FileManager.default.fileExists(atPath: folder.path("nothing")))
  }

  // MARK: Sandboxes

  private func host(root: String = "{}") throws -> AppHost {
    try AppHost(
      library: folder.path("library"), resources: folder.path("app"), version: "1.0.0",
      root: Array(root.utf8))
  }

  @Test(
    "a host runs its embedded bundle, tries and confirms an update, and rolls back",
    .temporaryFolder)
  func hosting() throws {
    let own = try #require(pack("app").manifest.treeHash)
    let update = try #require(pack("new", home: "render('new');\n", after: 1).manifest.treeHash)
    let host = try host()

    let first = try host.launch()
    #expect(first.release == own)
    #expect(first.reason == .firstRun)
    #expect(first.token == nil)
    try host.confirm(first)

    #expect(
      try host.device.stage(DeliveredBundle(zip: folder.path("new/bundle.zip"))).outcome == .pending
    )
    #expect(try host.launch(inBackground: true).release == own)
    let trial = try host.launch()
    #expect(trial.release == update)
    #expect(trial.reason == .trial)
    try host.confirm(trial)
    #expect(try host.launch().reason == .confirmed)

    #expect(try host.device.rollBack().release == own)
    #expect(try host.launch().release == own)
  }

  @Test("without a confirmation, the previous release runs again", .temporaryFolder)
  func failedTrial() throws {
    let own = try #require(pack("app").manifest.treeHash)
    try pack("new", home: "crash();\n", after: 1)
    let host = try host()
    _ = try host.launch()
    let update = try DeliveredBundle(zip: folder.path("new/bundle.zip"))
    try host.device.stage(update)
    for _ in 1...2 { #expect(try host.launch().reason == .trial) }
    let last = try host.launch()
    #expect(last.release == own)
    #expect(last.reason == .recovered)
    #expect(throws: SandboxError.self) { try host.device.stage(update) }
  }

  /// A network that refuses every connection.
  private struct Offline: Transport {
    func exchange(
      _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
      body: (Span<UInt8>) throws -> Void
    ) async throws {
      throw TransportError.cannotConnect(origin: request.address.origin, reason: "offline")
    }
  }

  @Test("invalid root metadata is an error before anything is requested", .temporaryFolder)
  func badRoot() async throws {
    try pack("app")
    let host = try host()
    _ = try host.launch()
    await #expect { _ = try await host.update(over: Offline()) } throws: {
      ($0 as? FetchError)?.exitStatus == .usage
    }
  }

  @Test("the README's host shows a page and confirms it", .temporaryFolder)
  func starting() throws {
    let own = try #require(pack("app").manifest.treeHash)
    var shown: [String] = []
    let library = folder.path("library")
    try runPages(library: library, resources: folder.path("app")) { page in
      shown.append(page)
      return FileManager.default.fileExists(atPath: page)
    }
    #expect(
      shown == [
        folder.path("library/releases/releases/\(own)/bundle/pages/home/home.js")
      ])

    let update = try #require(pack("new", home: "render('new');\n", after: 1).manifest.treeHash)
    let device = Device(library + "/releases")
    try device.stage(DeliveredBundle(zip: folder.path("new/bundle.zip")))
    try runPages(
      library: library, resources: folder.path("app"),
      show: { FileManager.default.fileExists(atPath: $0) })
    let next = try device.launch()
    #expect(next.release == update)
    #expect(next.reason == .confirmed)
  }

  // MARK: Updates

  @Test(
    "a patch of either format produces the new bundle", .temporaryFolder,
    arguments: UpdateFormat.allCases)
  func updating(format: UpdateFormat) throws {
    let old = try pack("app").manifest
    let new = try pack("new", home: "render('new');\n", after: 1).manifest
    let patch = try makeUpdate(
      format, from: folder.path("app/bundle.zip"), to: folder.path("new/bundle.zip"),
      into: folder.path("."))
    switch format {
    case .bsdiff: #expect(patch.hasSuffix(".zip"))
    case .delta: #expect(patch.hasSuffix("/\(old.jsVersion)-\(new.jsVersion).erosdelta"))
    }

    let result = try applyUpdate(
      patch, to: folder.path("app/bundle.zip"), as: folder.path("made.zip"))
    #expect(result.format == format)
    #expect(result.isIdentical == (format == .delta ? true : nil))
    #expect(result.report.treeHash == new.treeHash)
    #expect(try folder.read("made.zip") == folder.read("new/bundle.zip"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("made.zip.unpacked")))

    // Apps apply only content deltas.
    guard format == .delta else { return }
    let host = try host()
    _ = try host.launch()
    #expect(try host.device.stage(DeliveredBundle(zip: patch)).outcome == .pending)
    #expect(try host.launch().release == new.treeHash)
  }

  // MARK: Registration

  /// Returns a configuration with the iOS module `acmeScan`.
  private func description(methods: String = #"{ "name": "scan", "args": ["text: string"] }"#)
    -> String
  {
    """
    {
      "appName": "acme",
      "version": { "android": "1.2.0", "iOS": "1.2.0" },
      "generate": { "ios": { "out": "ios/Generated", "prefix": "Acme" } },
      "modules": [
        { "name": "acmeScan", "ios": "AcmeScanModule", "methods": [\(methods)] }
      ]
    }
    """
  }

  @Test("tables are generated again only after a change of the configuration", .temporaryFolder)
  func generating() throws {
    try folder.write(description(), to: "eros.native.json")
    let written = try generateTables(of: "eros.native.json", in: folder.path("."))
    #expect(written.contains("ios/Generated/AcmeErosRegistrant.m"))
    #expect(written.contains("eros.registry.json"))
    let table = try folder.read("ios/Generated/AcmeErosRegistrant.m")
    #expect(String(decoding: table, as: UTF8.self).contains("AcmeScanModule"))
    #expect(try generateTables(of: "eros.native.json", in: folder.path(".")) == [])

    try folder.write(description(methods: #"{ "args": ["text: string"] }"#), to: "eros.native.json")
    #expect(throws: TableError.self) {
      try generateTables(of: "eros.native.json", in: folder.path("."))
    }
  }

  @Test("drift is found in native sources and in JavaScript", .temporaryFolder)
  func drift() throws {
    try folder.write(description(), to: "eros.native.json")
    try folder.write(
      """
      @implementation AcmeScanModule
      WX_EXPORT_METHOD(@selector(scanNow:))
      - (void)scanNow:(NSString *)text {}
      @end
      """, to: "ios/AcmeScanModule.m")
    try folder.write("weex.requireModule('acmeScan').sweep('a')\n", to: "src/index.js")
    let findings = try findDrift(
      of: folder.path("eros.native.json"), native: [folder.path("ios")],
      scripts: [folder.path("src")])
    let rules = Set(findings.compactMap { RegistryRule(rawValue: $0.code) })
    #expect(rules.isSuperset(of: [.methodMissing, .methodUndeclared, .methodUnknown]))
  }

  @Test("the required version follows from the changes of the surface", .temporaryFolder)
  func releasing() throws {
    let scan = #"{ "name": "scan", "args": ["text: string"] }"#
    let stop = #"{ "name": "stop" }"#
    let now = Array(description(methods: scan).utf8)
    let more = Array(description(methods: scan + ", " + stop).utf8)
    let other = Array(description(methods: stop).utf8)
    #expect(try versionNeeded(after: "1.2.0", from: now, to: now, on: .ios) == "1.2.0")
    #expect(try versionNeeded(after: "1.2.0", from: now, to: more, on: .ios) == "1.3.0")
    #expect(try versionNeeded(after: "1.2.0", from: now, to: other, on: .ios) == "2.0.0")
  }
}
