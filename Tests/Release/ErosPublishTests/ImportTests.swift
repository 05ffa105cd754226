import ErosBundle
import ErosCore
import ErosFiles
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosPublish

@Suite("The import of an eros-publish server", .phase(.servers), .temporaryFolder)
struct ImportTests {
  /// The files of an old server with bundles of the app `my-app`.
  private struct OldServer {
    let test: TestStore
    private(set) var versions: [BundleVersion] = []
    private(set) var records: [String] = []

    init() async throws {
      test = try await TestStore()
      try test.folder.write("", to: "js/.empty")
    }

    mutating func add(_ second: Int, native: String = "1.0.0") throws {
      let bundle = try test.bundle(
        TestStore.pages(second), second: second, native: native)
      let manifest = try #require(BundleVerifier(threads: 1).verify(bundle).manifest)
      try test.folder.write(
        test.folder.read("bundle-\(second).zip"), to: "js/\(manifest.jsVersion).zip")
      versions.append(manifest.jsVersion)
      records.append(record(versions.count - 1, "\(TestStore.now + Int64(second) * 1000)", native))
    }

    func record(_ index: Int, _ time: String, _ native: String = "1.0.0") -> String {
      """
      {"_id": "\(index)", "appName": "my-app", "jsPath": "http://old/", "iOS": "\(native)", \
      "android": "\(native)", "jsVersion": "\(versions[index])", "timestamp": \(time), "__v": 0}
      """
    }

    func plan(_ text: String? = nil, skipsUnusable: Bool = false) throws -> ImportPlan {
      let text = text ?? "[\(records.joined(separator: ",\n"))]"
      return try ImportPlan(
        ServerExport(Array(text.utf8), file: "export.json"), to: test.channel,
        bundles: test.folder.path("js"), skipsUnusable: skipsUnusable,
        verifier: BundleVerifier(threads: 1))
    }

    @discardableResult
    func run(
      _ plan: ImportPlan? = nil, on editor: StoreEditor? = nil, patches: Int = 10
    ) async throws -> ImportOutcome {
      let plan = try plan ?? self.plan()
      try plan.check()
      return try await Folder.withScratchFolder(beside: test.folder.path("scratch")) {
        try await (editor ?? test.editor).releases.import(
          plan, patchCount: patches, verifier: BundleVerifier(threads: 1), scratch: $0)
      }
    }
  }

  private func codes(_ plan: ImportPlan, _ severity: Finding.Severity = .error) -> [String] {
    plan.findings.filter { $0.severity == severity }.map(\.code)
  }

  @Test("the releases become a history, and those that clients may get have patches")
  func releases() async throws {
    var old = try await OldServer()
    for second in 1...5 { try old.add(second) }
    let outcome = try await old.run(patches: 2)
    #expect(outcome.imported.map(\.release.number) == [1, 2, 3, 4, 5])
    #expect(outcome.imported.map(\.isOffered) == [false, false, true, true, true])
    #expect(outcome.imported.map(\.patchCount) == [0, 0, 2, 2, 2])
    #expect(outcome.findings == [])
    let contents = try await old.test.contents()
    #expect(contents.releases.map(\.jsVersion) == Array(old.versions.reversed().prefix(3)))
    let history = try await old.test.store.firstPage(of: contents).page
    #expect(history.entries.map(\.release.jsVersion) == Array(old.versions.reversed()))
    let index = try LegacyIndex(
      old.test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    #expect(index.releases.map(\.number) == [5, 4, 3])
    #expect(index.releases.map(\.patches.count) == [2, 2, 2])
  }

  @Test("one import adds more releases than a page of the history contains")
  func pages() async throws {
    var old = try await OldServer()
    for second in 1...103 { try old.add(second) }
    try await old.run(patches: 0)
    let contents = try await old.test.contents()
    let first = try await old.test.store.firstPage(of: contents).page
    #expect(first.entries.map(\.release.number) == [103, 102, 101])
    let older = try #require(try await old.test.store.page(1, of: contents))
    #expect(older.entries.count == 100 && older.older == nil)
    // The next publication continues the history.
    try await old.test.publish(200)
    #expect(try await old.test.contents().newestNumber == 104)
  }

  @Test("the same export imports nothing, and a later one only its new records")
  func again() async throws {
    var old = try await OldServer()
    try old.add(1)
    try old.add(2)
    try await old.run()
    let before = try old.test.folder.read("store/metadata/timestamp.json")
    let same = try await old.run()
    #expect(same.imported.isEmpty && same.knownCount == 2)
    #expect(try old.test.folder.read("store/metadata/timestamp.json") == before)
    try old.add(3)
    let later = try await old.run()
    #expect(later.imported.map(\.release.number) == [3])
    #expect(later.imported.map(\.patchCount) == [2])
    // A record that was added to the old server late does not change the order of releases.
    try await old.test.publish(9)
    try old.add(5)
    let late = try await old.run()
    #expect(late.imported.isEmpty)
    #expect(late.findings.map(\.code).contains("recordTooOld"))
  }

  @Test("an import that is interrupted at any request is completed by the same command")
  func interrupted() async throws {
    var old = try await OldServer()
    for second in 1...3 { try old.add(second) }
    let folder = old.test.folder
    var index = 0
    while true {
      let name = "copy-\(index)"
      try FileManager.default.copyItem(atPath: folder.path("store"), toPath: folder.path(name))
      let copy = try FolderStore(folder.path(name))
      let faulty = FaultyStore(copy, .endsAfter, at: index)
      do {
        try await old.run(on: old.test.editor(store: faulty))
        break
      } catch is ConnectionLost {}
      var test = old.test
      test.editor = try old.test.editor(store: copy)
      let state = try await StoreState.load(
        from: copy, pinnedRoot: test.editor.pinnedRoot, channels: [test.channel])
      let count = try state.contents(of: test.channel).releases.count
      #expect([0, 3].contains(count), "request \(index): part of the import is visible")
      let outcome = try await old.run(on: test.editor)
      #expect(outcome.imported.count + outcome.knownCount == 3)
      let list = try LegacyIndex(
        folder.read(name + "/legacy/my-app/index.json"), app: "my-app")
      #expect(list.releases.map(\.number) == [3, 2, 1], "request \(index)")
      #expect(list.releases.map(\.patches.count) == [2, 1, 0], "request \(index)")
      index += 1
    }
    #expect(index > 20)
  }

  @Test("patches of the old server are published if they produce the bundle")
  func oldPatches() async throws {
    var old = try await OldServer()
    for second in 1...3 { try old.add(second) }
    try await old.run()
    let folder = old.test.folder
    let names = try folder.names(in: "store/legacy/my-app").filter { name in
      !old.versions.contains { name == "\($0).zip" } && name != "index.json"
    }
    #expect(names.count == 3)
    for name in names {
      try folder.write(folder.read("store/legacy/my-app/" + name), to: "js/" + name)
    }
    try folder.write(Array("not a patch".utf8), to: "js/" + names[0])
    let fresh = try await TestStore(
      FolderStore(folder.path("second"), creating: true), in: folder)
    // Another publisher commits first, so the import starts again.
    let commits = Atomic(0)
    let watched = WatchedStore(
      base: fresh.store,
      beforeReplacement: { key in
        guard key == StoreLayout.timestamp,
          commits.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        else { return }
        _ = try await fresh.editor.maintenance.refresh()
      })
    let outcome = try await old.run(on: fresh.editor(store: watched), patches: 0)
    #expect(commits.load(ordering: .relaxed) == 2)
    #expect(outcome.imported.map(\.patchCount).reduce(0, +) == 3)
    #expect(outcome.findings.map(\.code) == ["patchUnusable"])
  }

  @Test("records without a usable bundle are errors, or left out if clients do not need them")
  func unusable() async throws {
    var old = try await OldServer()
    for second in 1...5 { try old.add(second) }
    let folder = old.test.folder
    try FileManager.default.removeItem(atPath: folder.path("js/\(old.versions[0]).zip"))
    try folder.write([1, 2, 3], to: "js/\(old.versions[1]).zip")
    try folder.write(folder.read("js/\(old.versions[4]).zip"), to: "js/\(old.versions[2]).zip")
    let plan = try old.plan()
    #expect(codes(plan) == ["bundleMissing", "bundleUnusable", "bundleUnusable"])
    #expect(throws: PublishError.unusableRecords(findings: 3, canSkip: true)) { try plan.check() }
    let skipping = try old.plan(skipsUnusable: true)
    #expect(skipping.skippedCount == 3)
    #expect(try await old.run(skipping).imported.count == 2)
    // The newest one is never left out.
    try FileManager.default.removeItem(atPath: folder.path("js/\(old.versions[4]).zip"))
    #expect(throws: PublishError.unusableRecords(findings: 1, canSkip: false)) {
      try old.plan(skipsUnusable: true).check()
    }
  }

  @Test("each form of an export has the same records")
  func forms() async throws {
    var old = try await OldServer()
    try old.add(1)
    try old.add(2)
    let time = TestStore.now + 1000
    let forms = [
      "{\"resCode\": 0, \"msg\": \"success\", \"data\": [\(old.records.joined(separator: ","))]}",
      old.records.joined(separator: "\n") + "\n",
      [
        old.record(0, "{\"$numberLong\": \"\(time)\"}"), old.records[1],
      ].joined(separator: "\r\n"),
      "[\(old.record(0, "\(time).0")), \(old.record(1, "1.700000002e12"))]",
      "[\(old.record(0, "\"\(time)\"")), \(old.records[1])]",
    ]
    for form in forms {
      let plan = try old.plan(form)
      #expect(plan.findings == [], "\(form)")
      try plan.check()
    }
    #expect(try old.plan(old.records[0]).findings == [])
  }

  @Test("malformed documents and records are named")
  func malformed() async throws {
    var old = try await OldServer()
    try old.add(1)
    for text in ["", "[]", "7", "{\"data\": 7}", "[", "\u{FEFF}[]", "{\"data\": []}"] {
      let error = #expect(throws: PublishError.self, "\(text)") { try old.plan(text) }
      #expect(error?.exitStatus == .badData)
    }
    let good = old.records[0]
    let bad = [
      "7", "null", "{}", good.replacing("my-app", with: ""), good.replacing("1.0.0", with: ""),
      good.replacing("\(old.versions[0])", with: "../../etc/passwd"),
      old.record(0, "-1"), old.record(0, "1e300"), old.record(0, "1.5"), old.record(0, "[]"),
      good.replacing("\"iOS\": \"1.0.0\"", with: "\"iOS\": 1"),
      old.record(0, "{\"$numberLong\": \"x\"}"), old.record(0, "{\"$numberLong\": {}}"),
    ]
    for record in bad {
      let plan = try old.plan("[\(good), \(record)]")
      #expect(codes(plan) == ["recordInvalid"], "\(record)")
      #expect(plan.findings.first?.subject == "record 2")
    }
  }

  @Test("repeated records, unknown fields and other apps are reported")
  func remarks() async throws {
    var old = try await OldServer()
    try old.add(1)
    let records = [
      old.records[0], old.records[0], old.record(0, "1"),
      old.records[0].replacing("\"my-app\"", with: "\"other\""),
      old.records[0].replacing("\"__v\"", with: "\"force\""),
    ]
    let plan = try old.plan("[\(records.joined(separator: ","))]")
    #expect(codes(plan, .note) == ["otherApp", "recordRepeated"])
    #expect(codes(plan, .warning) == ["fieldIgnored"])
    #expect(try await old.run(plan).imported.count == 1)
    // The bundle was packed again after the record was made.
    #expect(codes(try old.plan("[\(old.record(0, "1"))]"), .warning) == ["bundleDiffers"])
    let error = #expect(throws: PublishError.self) {
      try old.plan("[\(records[3])]")
    }
    #expect(error == .noRecords(app: "my-app", found: ["other"]))
    // The invalid record may be of this app.
    let invalid = try old.plan("[\(records[3]),{\"appName\":\"my-app\"}]")
    #expect(codes(invalid, .error) == ["recordInvalid"])
    #expect(throws: PublishError.unusableRecords(findings: 1, canSkip: true)) {
      try invalid.check()
    }
  }

  @Test("a jsVersion that the channel has with other bytes is refused")
  func otherBytes() async throws {
    var old = try await OldServer()
    try old.add(1)
    try await old.run()
    _ = try old.test.bundle(TestStore.pages(1), second: 7)
    try old.test.folder.write(
      old.test.folder.read("bundle-7.zip"), to: "js/\(old.versions[0]).zip")
    await #expect(throws: PublishError.sameVersion("\(old.versions[0])", number: 1)) {
      try await old.run()
    }
  }
}
