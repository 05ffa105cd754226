import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosLegacyPatch
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosServe

@Suite("A fleet of legacy clients", .phase(.ownServer), .temporaryFolder)
struct FleetTests {
  /// A bundle with its contents.
  private struct Bundle: FieldBundle {
    let jsVersion: BundleVersion
    let built: Int64
    let native: String
    let bytes: [UInt8]
  }

  /// A client of the fleet.
  private struct Member {
    let client: LegacyClient
    var version: String
    var installed: Bundle
    var downloaded: Bundle?
    var patchCount = 0
    var bundleCount = 0

    /// The bundle that runs.
    var running: Bundle {
      guard let downloaded else { return installed }
      return downloaded.built >= installed.built ? downloaded : installed
    }

    mutating func install(_ bundle: Bundle) {
      guard client.applies(bundle.built, over: running.built, embedded: installed.built) else {
        return
      }
      if client.platform == .ios { installed = bundle } else { downloaded = bundle }
    }
  }

  /// The server, and the bundles by their digest.
  private struct World {
    let app: LegacyApp
    let store: any ObjectStore
    let bundles: [SHA256Digest: Bundle]

    func download(_ url: String) async throws -> [UInt8]? {
      let key = try #require(ObjectKey(String(url.dropFirst(TestStore.downloads.count))))
      return try await store.read(key, limit: 1 << 20)?.bytes
    }

    func bundle(_ bytes: [UInt8]) throws -> Bundle? { bundles[try SHA256Digest.of(bytes.span)] }
  }

  /// Starts the app of a client once.
  private func start(_ member: inout Member, _ world: World) async throws {
    let (held, base) = member.client.check(
      installed: member.installed, downloaded: member.downloaded)
    var isDiff = true
    for _ in 0..<3 {
      let check = LegacyCheck(
        held.jsVersion, member.client.platform, version: member.version, isDiff: isDiff)
      let response = world.app.response(to: check)
      if isDiff, held.built >= member.installed.built, case .bundle = response {
        #expect(!hasPatch(world, check), "a patch exists, but was not offered")
      }
      let sent = LegacyClient.ServerResponse(response.bytes)
      switch member.client.reaction(to: sent, asking: isDiff) {
      case .requestsBundle: isDiff = false
      case .nothing: return
      case .downloadsBundle(let url):
        let bytes = try #require(try await world.download(url))
        member.bundleCount += 1
        return member.install(try #require(try world.bundle(bytes)))
      case .downloadsPatch(let url):
        let patch = try #require(try await world.download(url))
        var rebuilt: [UInt8] = []
        try BSDiffDecoder(sizeLimit: 1 << 20).decode(
          patch: ZipBytes(patch, path: "patch"), old: ZipBytes(base.bytes, path: "old")
        ) { rebuilt += $0 }
        member.patchCount += 1
        return member.install(try #require(try world.bundle(rebuilt), "a patch for another base"))
      case let reaction: Issue.record("\(reaction)")
      }
    }
    Issue.record("a loop of checks")
  }

  private func hasPatch(_ world: World, _ check: LegacyCheck) -> Bool {
    let newest = world.app.releases.first { release in
      guard let needed = release.native[check.platform].flatMap({ NativeVersion($0) }),
        let version = NativeVersion(check.version)
      else { return false }
      return needed <= version
    }
    guard let held = BundleVersion(check.jsVersion) else { return false }
    return newest?.patches[held] != nil
  }

  /// Publishes releases, and returns the server and all bundles, those of the apps first.
  private func publish(_ served: TestStore) async throws -> (world: World, bundles: [Bundle]) {
    // The apps 1.0.0 and 2.0.0 ship with bundles that no channel has published.
    let shipped = [(-5, "1.0.0"), (35, "2.0.0")]
    let published = [(10, "1.0.0"), (20, "1.0.0"), (30, "1.0.0"), (40, "2.0.0")]
    let bundles = try (shipped + published).map { second, native in
      let packed = try served.packed(TestStore.pages(second), second: second, native: native)
      return Bundle(
        jsVersion: packed.bundle.jsVersion, built: served.now + Int64(second) * 1000,
        native: native,
        bytes: try packed.file.read(at: 0, count: 1 << 20))
    }
    for (second, native) in published {
      try await served.publishLegacy(second, native: native) { options in
        options.embedded = try shipped.filter { $0.0 < second }.map { shipped in
          .init(
            try served.bundle(TestStore.pages(shipped.0), second: shipped.0, native: shipped.1),
            native: shipped.1)
        }
        options.deltaCount = 2
      }
    }
    let world = World(
      app: try await served.app(), store: served.store,
      bundles: Dictionary(
        uniqueKeysWithValues: try bundles.map { (try SHA256Digest.of($0.bytes.span), $0) }))
    return (world, bundles)
  }

  /// Returns a client in one of the two apps.
  ///
  /// Some clients have downloaded a release, and others have updated the app since.
  private func member(
    isNew: Bool, _ bundles: [Bundle], _ generator: inout SeededGenerator
  ) -> Member {
    let client = LegacyClient(platform: .random(&generator))
    var member = Member(
      client: client, version: isNew ? "2.0.0" : "1.0.0", installed: bundles[isNew ? 1 : 0])
    guard
      let earlier = bundles.filter({ $0.native == "1.0.0" }).randomElement(using: &generator),
      Bool.random(using: &generator)
    else { return member }
    if client.platform == .android {
      member.downloaded = earlier
    } else {
      member.install(earlier)
    }
    return member
  }

  @Test(
    "200 clients at random versions converge on the newest release, by patches where they exist")
  func fleet() async throws {
    let served = try await TestStore.served()
    let (world, bundles) = try await publish(served)
    var generator = SeededGenerator(seed: 3)
    var counts = (patches: 0, bundles: 0)
    for index in 0..<200 {
      let isNew = Bool.random(using: &generator)
      var member = member(isNew: isNew, bundles, &generator)
      for _ in 0..<4 { try await start(&member, world) }
      let newest = bundles.last { $0.native == member.version || isNew }
      #expect(member.running.jsVersion == newest?.jsVersion, "client \(index) is stuck")
      #expect(member.patchCount + member.bundleCount <= 1, "client \(index) downloads again")
      counts.patches += member.patchCount
      counts.bundles += member.bundleCount
    }
    #expect(counts.patches > 50)
    #expect(counts.bundles > 5)
  }
}
