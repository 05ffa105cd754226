import ErosCore
import ErosPublish
import ErosServe
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Loading a store", .temporaryFolder)
struct SnapshotLoaderTests {
  private static let day: Int64 = 86_400_000

  private func url(_ file: String) -> String {
    "\(ServedStore.downloads)legacy/my-app/\(file)"
  }

  @Test("the answers are those of the signed channel")
  func answers() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let shipped = try served.bundle(-1)
    let old = try await served.publish(1)
    let new = try await served.publish(2) {
      $0.embedded = [.init(shipped, native: "1.0.0")]
    }
    let app = try await served.app()
    let index = try LegacyIndex(
      served.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    let patches = try #require(index.releases.first).patches
    #expect(patches.count == 2)
    for patch in patches {
      #expect(
        app.answer(to: FieldCheck(patch.from))
          == .patch(to: new.release.jsVersion, url: url(patch.file)))
    }
    #expect(app.answer(to: FieldCheck(new.release.jsVersion)) == .upToDate)
    #expect(patches.contains { $0.from == old.release.jsVersion })
    let list = try JSONReader.read(app.list, file: "list").value.object?["data"]?.array
    #expect(list?.count == 2)
  }

  @Test("only a publication after a change is loaded")
  func changes() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    try await served.publish(1)
    var loader = try served.loader()
    #expect(try await loader.loadIfChanged() != nil)
    #expect(try await loader.loadIfChanged() == nil)
    let second = try await served.publish(2)
    let snapshot = try #require(try await loader.loadIfChanged())
    #expect(snapshot.apps["my-app"]?.releases.first?.jsVersion == second.release.jsVersion)
    #expect(try await loader.loadIfChanged() == nil)
  }

  // MARK: - What is not signed

  @Test("an unsigned list has no effect")
  func unsignedList() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let first = try await served.publish(1)
    let second = try await served.publish(2)
    let answer = try await served.app().answer(to: FieldCheck(first.release.jsVersion))
    try served.folder.write("{}", to: "store/legacy/my-app/index.json")
    #expect(try await served.app().answer(to: FieldCheck(first.release.jsVersion)) == answer)
    guard case .patch(second.release.jsVersion, _) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test("a patch that is missing or has another length is not offered (rule 3)", arguments: [0, 7])
  func damagedPatch(length: Int) async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let first = try await served.publish(1)
    let second = try await served.publish(2)
    guard
      case .patch(_, let patch) = try await served.app().answer(
        to: FieldCheck(first.release.jsVersion))
    else {
      Issue.record("no patch")
      return
    }
    let key = try #require(ObjectKey(String(patch.dropFirst(ServedStore.downloads.count))))
    try await served.store.remove(key)
    if length > 0 {
      try served.folder.write([UInt8](repeating: 1, count: length), to: "store/\(key)")
    }
    #expect(
      try await served.app().answer(to: FieldCheck(first.release.jsVersion))
        == .bundle(second.release.jsVersion, url: url("\(second.release.jsVersion).zip")))
  }

  @Test("a release without a bundle for clients in the field is not offered to them")
  func notLegacy() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let first = try await served.publish(1)
    try await served.publish(2) { $0.isLegacy = false }
    #expect(try await served.app().releases.map(\.jsVersion) == [first.release.jsVersion])
  }

  @Test("a signed list of patches that was exchanged is refused, and the releases are kept")
  func exchangedList() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let first = try await served.publish(1)
    var loader = try served.loader()
    _ = try await loader.load()
    let second = try await served.publish(2)
    let list = try #require(second.contents.objects.first { $0.path.hasSuffix("legacy.json") })
    try served.folder.write("{}", to: "store/targets/\(list.file.consistentPath(of: list.path))")
    let snapshot = try await loader.load()
    #expect(snapshot.problems.count == 1)
    #expect(snapshot.apps["my-app"]?.releases.map(\.jsVersion) == [first.release.jsVersion])
  }

  // MARK: - Invalid stores

  @Test("metadata that has expired, is older or is signed by other keys is refused")
  func refused() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    try await served.publish(1)
    let old = try served.folder.read("store/metadata/timestamp.json")
    var later = try served.loader(at: served.now + 8 * Self.day)
    await #expect(throws: TrustError.self) { _ = try await later.load() }
    var loader = try served.loader()
    try await served.publish(2)
    _ = try await loader.load()
    try served.folder.write(old, to: "store/metadata/timestamp.json")
    await #expect(throws: TrustError.self) { _ = try await loader.loadIfChanged() }
    var foreign = try served.loader(root: try await served.otherRoot())
    await #expect(throws: TrustError.self) { _ = try await foreign.load() }
  }

  @Test("an app whose channel is missing does not stop the others")
  func missingChannel() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    try await served.publish(1)
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
    #expect(
      snapshot.problems == [
        "the store does not have the channel 'other/production' of the app 'other'"
      ])
  }

  // MARK: - Records

  @Test("a record of the old command line is compared with the signed release")
  func records() async throws {
    let served = try await ServedStore(in: TemporaryFolder.ofTest())
    let release = try await served.publish(1).release
    let app = try await served.app()
    func answer(_ fields: String) -> FieldRecord.Answer? {
      FieldRecord(FormFields(fields))?.answer(in: app, allowedPaths: ["https://old.example.org/"])
    }
    let record =
      "appName=my-app&jsVersion=\(release.jsVersion)&iOS=1.0.0&android=1.0.0"
      + "&jsPath=https://old.example.org/js/"
    #expect(answer(record + "&timestamp=\(release.built)") == .known)
    #expect(answer(record + "&timestamp=\(release.built + 1)") == .different)
    #expect(
      answer(
        record.replacing("android=1.0.0", with: "android=1.1.0") + "&timestamp=\(release.built)")
        == .different)
    #expect(
      answer(record.replacing("old.example", with: "evil.example") + "&timestamp=\(release.built)")
        == .forbiddenPath)
    #expect(
      answer("jsVersion=\(BundleVersion.numbered(1))&timestamp=1&jsPath=https://old.example.org/")
        == .unpublished)
    #expect(answer("jsVersion=x&timestamp=1&jsPath=y") == nil)
  }
}
