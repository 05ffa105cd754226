import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosServe

/// The decision of eros-publish, from the table of its responses.
private struct OldServer {
  struct Record {
    let jsVersion: BundleVersion
    let built: Int64
    let native: String
  }

  /// A response, with the MD5 names of its files.
  enum Outcome: Equatable {
    case full(BundleVersion)
    /// 401: the `jsVersion` is not known to the version of the app.
    case unknown(full: BundleVersion)
    case patch(to: BundleVersion)
    case upToDate
    case noRecord
  }

  var records: [Record] = []

  func response(version: String, jsVersion: BundleVersion?, isDiff: Bool) -> Outcome {
    let known = records.filter { $0.native == version }
    guard let newest = known.max(by: { $0.built < $1.built })?.jsVersion else { return .noRecord }
    guard isDiff else { return .full(newest) }
    guard known.contains(where: { $0.jsVersion == jsVersion }) else {
      return .unknown(full: newest)
    }
    return jsVersion == newest ? .upToDate : .patch(to: newest)
  }

  var export: String {
    let items = records.map {
      """
      {"appName": "my-app", "jsPath": "http://old/", "iOS": "\($0.native)", \
      "android": "\($0.native)", "jsVersion": "\($0.jsVersion)", "timestamp": \($0.built)}
      """
    }
    return "[\(items.joined(separator: ","))]"
  }
}

@Suite("Responses after an import", .phase(.ownServer), .temporaryFolder)
struct ImportedResponsesTests {
  private static let unknown = BundleVersion("0123456789abcdef0123456789abcdef")

  /// Compares each response to a client of the old server.
  private func compare(_ natives: [String], needsEqualVersions: Bool) async throws {
    let served = try await TestStore.served()
    var old = OldServer()
    try served.folder.write("", to: "js/.empty")
    for (index, native) in natives.enumerated() {
      let second = index - natives.count
      let packed = try served.packed(TestStore.pages(second), second: second, native: native)
      try served.folder.write(
        served.folder.read("bundle-\(second).zip"), to: "js/\(packed.bundle.jsVersion).zip")
      old.records.append(
        .init(
          jsVersion: packed.bundle.jsVersion, built: served.now + Int64(second) * 1000,
          native: native))
    }
    let plan = try ImportPlan(
      ServerExport(Array(old.export.utf8), file: "export.json"), to: served.channel,
      bundles: served.folder.path("js"), skipsUnusable: false,
      verifier: BundleVerifier(threads: 1))
    let outcome = try await Folder.withScratchFolder(beside: served.folder.path("scratch")) {
      try await served.editor.releases.import(
        plan, patchCount: 10, verifier: BundleVerifier(threads: 1), scratch: $0)
    }
    #expect(outcome.findings == [])
    #expect(outcome.needsEqualVersions == needsEqualVersions)
    let app = try await served.app(equalVersions: needsEqualVersions)
    for native in Set(natives) {
      let own = old.records.filter { $0.native == native }.map(\.jsVersion)
      for held in own + [Self.unknown, nil] {
        for platform in Platform.allCases {
          for isDiff in [true, false] {
            let check = LegacyCheck(held, platform, version: native, isDiff: isDiff)
            try expect(
              app.response(to: check),
              old.response(version: native, jsVersion: held, isDiff: isDiff))
          }
        }
      }
    }
  }

  private func expect(_ new: LegacyResponse, _ old: OldServer.Outcome) throws {
    switch (old, new) {
    // 401 stops clients on Android for ever.
    case (.full(let version), .bundle(let found, let url)),
      (.unknown(let version), .bundle(let found, let url)):
      #expect(found == version)
      #expect(url == TestStore.downloads + "legacy/my-app/\(version).zip")
    case (.patch(let version), .patch(let found, _)): #expect(found == version)
    case (.upToDate, .upToDate): return
    default: Issue.record("the old server: \(old), the new one: \(new)")
    }
  }

  @Test("clients get the same responses when the versions of the app rise")
  func rising() async throws {
    try await compare(
      ["1.0.0", "1.0.0", "1.0.0", "1.1.0", "1.1.0", "2.0.0", "2.0.0"], needsEqualVersions: false)
  }

  @Test("with equalVersions, clients get the same responses after releases for older apps")
  func mixed() async throws {
    try await compare(
      ["1.0.0", "1.1.0", "1.1.0", "1.0.0", "1.0.0", "1.0.0", "1.0.0"], needsEqualVersions: true)
  }
}
