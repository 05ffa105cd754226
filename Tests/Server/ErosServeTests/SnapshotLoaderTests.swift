import ErosCore
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Synchronization
import Testing

@testable import ErosPublish
@testable import ErosServe

@Suite("Loading a store", .phase(.ownServer), .temporaryFolder)
struct SnapshotLoaderTests {
  private static let day: Int64 = 86_400_000

  private func url(_ file: String) -> String {
    "\(TestStore.downloads)legacy/my-app/\(file)"
  }

  @Test("the responses are those of the signed channel")
  func responses() async throws {
    let served = try await TestStore.served()
    let shipped = try served.bundle(TestStore.pages(-1), second: -1)
    let old = try await served.publishLegacy(1)
    let new = try await served.publishLegacy(2) {
      $0.embedded = [.init(shipped, native: "1.0.0")]
    }
    let app = try await served.app()
    let index = try LegacyIndex(
      served.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    let patches = try #require(index.releases.first).patches
    #expect(patches.count == 2)
    for patch in patches {
      #expect(
        app.response(to: LegacyCheck(patch.from))
          == .patch(to: new.release.jsVersion, url: url(patch.file)))
    }
    #expect(app.response(to: LegacyCheck(new.release.jsVersion)) == .upToDate)
    #expect(patches.contains { $0.from == old.release.jsVersion })
    let list = try JSONReader.read(app.list, file: "list").value.object?["data"]?.array
    #expect(list?.count == 1)
  }

  @Test("only a publication after a change is loaded")
  func changes() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    var loader = try served.loader()
    #expect(try await loader.loadIfChanged() != nil)
    #expect(try await loader.loadIfChanged() == nil)
    let second = try await served.publishLegacy(2)
    let snapshot = try #require(try await loader.loadIfChanged())
    #expect(snapshot.apps["my-app"]?.releases.first?.jsVersion == second.release.jsVersion)
    #expect(try await loader.loadIfChanged() == nil)
  }

  @Test("a rotation between the reading of the timestamp and of the root is followed")
  func rotation() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let store = ChangingStore(base: served.store) { try await served.rotateOnlineKey() }
    var loader = try served.loader(store)
    _ = try await loader.load()
    let second = try await served.publishLegacy(2)
    store.changesAfterTimestamp.store(true, ordering: .sequentiallyConsistent)
    let snapshot = try #require(try await loader.loadIfChanged())
    #expect(snapshot.apps["my-app"]?.releases.first?.jsVersion == second.release.jsVersion)
  }

  // MARK: - What is not signed

  @Test("an unsigned list has no effect")
  func unsignedList() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1)
    let second = try await served.publishLegacy(2)
    let response = try await served.app().response(to: LegacyCheck(first.release.jsVersion))
    try served.folder.write("{}", to: "store/legacy/my-app/index.json")
    #expect(try await served.app().response(to: LegacyCheck(first.release.jsVersion)) == response)
    guard case .patch(second.release.jsVersion, _) = response else {
      Issue.record("\(response)")
      return
    }
  }

  @Test(
    "a patch that is missing or damaged is not offered (rule 3)", arguments: [0, 7, Int.max])
  func damagedPatch(length: Int) async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1)
    let second = try await served.publishLegacy(2)
    guard
      case .patch(_, let patch) = try await served.app().response(
        to: LegacyCheck(first.release.jsVersion))
    else {
      Issue.record("no patch")
      return
    }
    let key = try #require(ObjectKey(String(patch.dropFirst(TestStore.downloads.count))))
    let intact = try served.folder.read("store/\(key)")
    var loader = try served.loader()
    #expect(try await loader.load().problems.isEmpty)
    try await served.store.remove(key)
    if length > 0 {
      let bytes = [UInt8](repeating: 1, count: min(length, intact.count))
      try served.folder.write(bytes, to: "store/\(key)")
    }
    let snapshot = try await loader.load()
    #expect(
      snapshot.apps["my-app"]?.response(to: LegacyCheck(first.release.jsVersion))
        == .bundle(second.release.jsVersion, url: url("\(second.release.jsVersion).zip")))
    #expect(snapshot.problems.count == 1)
    try await served.store.remove(key)
    try served.folder.write(intact, to: "store/\(key)")
    let repaired = try await loader.load()
    #expect(repaired.problems.isEmpty)
    #expect(
      repaired.apps["my-app"]?.response(to: LegacyCheck(first.release.jsVersion))
        == .patch(to: second.release.jsVersion, url: patch))
  }

  @Test("a bundle that is damaged is not offered, and clients that have it do not go back")
  func damagedBundle() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1).release
    let second = try await served.publishLegacy(2).release
    let file = "store/legacy/my-app/\(second.jsVersion).zip"
    var bytes = try served.folder.read(file)
    bytes[100] ^= 1
    let key = try #require(ObjectKey("legacy/my-app/\(second.jsVersion).zip"))
    try await served.store.remove(key)
    try served.folder.write(bytes, to: file)
    var loader = try served.loader()
    let snapshot = try await loader.load()
    let app = try #require(snapshot.apps["my-app"])
    #expect(app.releases.map(\.jsVersion) == [first.jsVersion])
    #expect(app.response(to: LegacyCheck(second.jsVersion)) == .upToDate)
    #expect(
      snapshot.problems.map(\.text) == [
        "'\(key)' in the store is missing or differs from the signed metadata"
      ])
  }

  @Test("only the newest release for each version of the app is examined")
  func hiddenReleases() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1, native: "1.0").release
    let hidden = try await served.publishLegacy(2, native: "1.1").release
    let third = try await served.publishLegacy(3, native: "1.1").release
    try await served.publishLegacy(4, native: "1.1") { $0.rollout = 0 }
    let app = try await served.app()
    #expect(app.releases.count == 3)
    #expect(!app.releases.contains { $0.jsVersion == hidden.jsVersion })
    #expect(app.response(to: LegacyCheck(nil, version: "1.0")).label == "full")
    #expect(app.response(to: LegacyCheck(first.jsVersion, version: "1.0")) == .upToDate)
    #expect(app.response(to: LegacyCheck(hidden.jsVersion, version: "1.1")).label == "patch")
    #expect(app.response(to: LegacyCheck(third.jsVersion, version: "1.1")) == .upToDate)
  }

  @Test("a release without a bundle for legacy clients is not offered to them")
  func notLegacy() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1)
    try await served.publishLegacy(2) { $0.isLegacy = false }
    #expect(try await served.app().releases.map(\.jsVersion) == [first.release.jsVersion])
  }

  @Test("a signed list of patches that is missing or exchanged only costs the patches")
  func exchangedList() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1)
    var loader = try served.loader()
    _ = try await loader.load()
    let second = try await served.publishLegacy(2)
    let list = try #require(second.contents.objects.first { $0.path.hasSuffix("legacy.json") })
    try served.folder.write("{}", to: "store/targets/\(list.file.consistentPath(of: list.path))")
    let snapshot = try await loader.load()
    #expect(snapshot.problems.count == 1)
    #expect(
      snapshot.apps["my-app"]?.response(to: LegacyCheck(first.release.jsVersion))
        == .bundle(second.release.jsVersion, url: url("\(second.release.jsVersion).zip")))
  }

  // MARK: - Invalid stores

  @Test("metadata that has expired, is older or is signed by other keys is refused")
  func refused() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let old = try served.folder.read("store/metadata/timestamp.json")
    var later = try served.loader(at: served.now + 8 * Self.day)
    await #expect(throws: TrustError.self) { _ = try await later.load() }
    var loader = try served.loader()
    try await served.publishLegacy(2)
    _ = try await loader.load()
    try served.folder.write(old, to: "store/metadata/timestamp.json")
    await #expect(throws: TrustError.self) { _ = try await loader.loadIfChanged() }
    var foreign = try served.loader(root: try await served.otherRoot())
    await #expect(throws: TrustError.self) { _ = try await foreign.load() }
  }

  @Test("an app whose channel is missing does not stop the others")
  func missingChannel() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let config = """
      {"root": "r", "downloads": "https://cdn.example.org/", "apps": {
        "other": {"channel": "other/production"}, "my-app": {"channel": "my-app/production"}}}
      """
    let now = served.now
    var loader = SnapshotLoader(
      served.store, pinnedRoot: try served.folder.read("root.json"),
      config: try ServerConfig(Array(config.utf8), file: "server.json"),
      now: { Timestamp(milliseconds: now) })
    let snapshot = try await loader.load()
    #expect(snapshot.apps["my-app"]?.releases.count == 1)
    #expect(snapshot.missingApps == ["other"])
    #expect(
      snapshot.problems.map(\.text) == [
        "the app 'other' cannot be served from the channel 'other/production': the store does not "
          + "have the channel 'other/production'; it has 'my-app/production'"
      ])
  }

  // MARK: - Records

  @Test("a record of the old command line is compared with the signed release")
  func records() async throws {
    let served = try await TestStore.served()
    let release = try await served.publishLegacy(1).release
    let app = try await served.app()
    let allowed = try WebAddress("https://old.example.org")
    func response(_ fields: String) -> LegacyRecord.Outcome? {
      LegacyRecord(FormFields(fields))?.outcome(in: app, allowedPaths: [allowed])
    }
    let record =
      "appName=my-app&jsVersion=\(release.jsVersion)&iOS=1.0.0&android=1.0.0"
      + "&jsPath=https://old.example.org/js/"
    #expect(response(record + "&timestamp=\(release.built)") == .known)
    #expect(response(record + "&timestamp=\(release.built + 1)") == .different)
    #expect(
      response(
        record.replacing("android=1.0.0", with: "android=1.1.0") + "&timestamp=\(release.built)")
        == .different)
    #expect(
      response(
        record.replacing(".org/js", with: ".org.evil.com/js") + "&timestamp=\(release.built)")
        == .forbiddenPath)
    #expect(
      response(
        record.replacing("old.example", with: "evil.example") + "&timestamp=\(release.built)")
        == .forbiddenPath)
    #expect(
      response("jsVersion=\(BundleVersion.numbered(1))&timestamp=1&jsPath=https://old.example.org/")
        == .unpublished)
    #expect(response("jsVersion=x&timestamp=1&jsPath=y") == nil)
  }
}

/// A store that changes after its timestamp was read.
private final class ChangingStore: ObjectReader {
  let changesAfterTimestamp = Atomic(false)
  private let base: any ObjectReader
  private let change: @Sendable () async throws -> Void

  init(base: any ObjectReader, change: @escaping @Sendable () async throws -> Void) {
    self.base = base
    self.change = change
  }

  var location: String { base.location }

  func status(of key: ObjectKey) async throws -> ObjectStatus? { try await base.status(of: key) }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try await base.read(key, from: offset, limit: limit, into: sink)
  }

  func read(
    _ key: ObjectKey, limit: Int, unless known: ObjectVersion?
  ) async throws -> ConditionalRead {
    let result = try await base.read(key, limit: limit, unless: known)
    if key == StoreLayout.timestamp,
      changesAfterTimestamp.exchange(false, ordering: .sequentiallyConsistent)
    {
      try await change()
    }
    return result
  }
}
