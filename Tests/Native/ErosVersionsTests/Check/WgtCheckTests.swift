import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Versions of uni-apps", .temporaryFolder)
struct WgtCheckTests {
  /// A project that has the build of a uni-app, and its first package in `out`.
  private func makeProject(packs: Bool = true) async throws -> CheckFixture {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "\"appBoard\": \"/config/index.js\",", "")
    try fixture.edit(
      "eros.native.json", "\"page\": { \"homePage\": \"/pages/home/index.js\" },", "")
    try setVersion("1.0.1", in: fixture)
    try fixture.write("service(1)", to: "\(Self.build)/app-service.js")
    try await fixture.commit("uni-app")
    if packs { try await pack(fixture) }
    return fixture
  }

  private static let build = "unpackage/dist/build/app-plus"

  private func pack(_ fixture: CheckFixture) async throws {
    let packed = try await runTool(
      Tool.built("eros"), ["pack", "--wgt", "--output", "out"], in: fixture.root)
    try #require(packed.status == 0, "\(packed)")
  }

  /// Writes the manifest of the sources, and the one that a build makes of it.
  private func setVersion(
    _ version: String, appID: String = "__UNI__1234567", in fixture: CheckFixture
  ) throws {
    try fixture.write(
      """
      { // HBuilderX writes comments.
        "name": "mall", "appid": "\(appID)", "versionName": "\(version)", "versionCode": "100"
      }
      """, to: "manifest.json")
    try fixture.write(
      """
      {"@platforms":["android"],"id":"\(appID)","version":{"name":"\(version)","code":"100"}}
      """, to: "\(Self.build)/manifest.json")
  }

  private func check(
    _ fixture: CheckFixture, _ base: CheckBaseRequest, source: String? = build
  ) throws -> [String] {
    try fixture.check(base, source: source.map { fixture.root + "/" + $0 }).short
      .filter { !$0.hasPrefix("nativeVersion") }
  }

  @Test(
    "a changed build needs a higher version than the last package",
    arguments: ["out", "out/bundle.zip", "out/__UNI__1234567.wgt"])
  func package(path: String) async throws {
    let fixture = try await makeProject()
    if path == "out" {
      // The folder's manifest has no version of the app.
      try FileManager.default.removeItem(atPath: fixture.root + "/out/bundle.config")
    }
    let base = CheckBaseRequest.path(fixture.root + "/" + path)
    #expect(try check(fixture, base) == [])
    try fixture.write("service(2)", to: "\(Self.build)/app-service.js")
    #expect(try check(fixture, base) == ["wgtRefused manifest.json"])
    for (version, isRefused) in [("1.0.0", true), ("1.0.1", true), ("1.0.10", false), ("2", false)]
    {
      try setVersion(version, in: fixture)
      #expect(
        try check(fixture, base) == (isRefused ? ["wgtRefused manifest.json"] : []), "\(version)")
    }
    try setVersion("2.0.0", appID: "__UNI__7654321", in: fixture)
    #expect(try check(fixture, base) == ["wgtRefused manifest.json"])
  }

  @Test("packages raise the version above the lowest one of the app, and never stay below it")
  func versionOfApp() async throws {
    let fixture = try await makeProject(packs: false)
    for (version, isReported) in [("1.2.0", false), ("1.3.0", false), ("1.1.0", true)] {
      try setVersion(version, in: fixture)
      let findings = try fixture.check(source: fixture.root + "/" + Self.build).short
        .filter { $0.hasSuffix("manifest.json:2") }
      #expect(Set(findings) == (isReported ? ["nativeVersionBehind manifest.json:2"] : []))
    }
  }

  @Test("a build that uni-app refuses is reported")
  func invalid() async throws {
    let fixture = try await makeProject()
    try setVersion("v2", in: fixture)
    let base = CheckBaseRequest.path(fixture.root + "/out/bundle.zip")
    #expect(try check(fixture, base) == ["wgtRefused manifest.json"])
  }

  @Test("against a commit, the sources decide: a lower version and another appid are reported")
  func commit() async throws {
    let fixture = try await makeProject(packs: false)
    let base = CheckBaseRequest.git(reference: "HEAD")
    for (version, isRefused) in [("1.0.1", false), ("1.0.2", false), ("1.0", true)] {
      try setVersion(version, in: fixture)
      let expected = isRefused ? ["wgtRefused manifest.json"] : []
      #expect(try check(fixture, base, source: nil) == expected, "\(version)")
    }
    try setVersion("1.0.2", appID: "__UNI__7654321", in: fixture)
    #expect(try check(fixture, base, source: nil) == ["wgtRefused manifest.json"])
  }
}
