import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("The version of a project", .temporaryFolder)
struct VersionCheckTests {
  // MARK: Generated files

  @Test("is the same in the manifest of generated files, which a bump changes too")
  func generated() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    func generate(_ arguments: String...) async throws -> Int32 {
      try await runTool(Tool.built("eros"), ["generate"] + arguments, in: fixture.root).status
    }
    #expect(try await generate() == 0)
    let old = try fixture.read("eros.registry.json")
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    #expect(try await generate("--check") == 0)
    #expect(
      try fixture.read("eros.registry.json").replacing("\"1.3.0\"", with: "\"1.2.0\"") == old)
    #expect(try fixture.check().short == [])
    // A version that was changed by hand.
    try fixture.edit("eros.native.json", "\"iOS\": \"1.3.0\"", "\"iOS\": \"1.4.0\"")
    #expect(try fixture.check().short.contains("generatedStale eros.registry.json:5"))
    // Other JSON files of this name do not count.
    try fixture.write(#"{"appVersion": {"ios": "0.1"}}"#, to: "eros.registry.json")
    #expect(try !fixture.check().short.contains { $0.hasPrefix("generatedStale") })
    try fixture.write("{", to: "eros.registry.json")
    #expect(try !fixture.check().short.contains { $0.hasPrefix("generatedStale") })
  }

  // MARK: Advice

  @Test("advises a bump only if it would not refuse")
  func advice() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write(NativeFixture.infoPlist("1.1.0"), to: NativeFixture.plist)
    let simple = try #require(try fixture.check().findings.first)
    #expect(simple.remedy == "change all version locations with `eros bump`")
    let flavors = NativeFixture.groovy("versionName \"1.3.0\"").replacing(
      "buildTypes {",
      with: "productFlavors { free { versionName gitVersion() } }\n    buildTypes {")
    try fixture.write(flavors, to: NativeFixture.app)
    let finding = try #require(
      try fixture.check().findings.first { $0.has(CheckFindingCode.nativeVersionDiffers) })
    #expect(finding.remedy?.hasPrefix("write 1.2.0 here, or change all version locations") == true)
    #expect(finding.remedy?.contains("after you correct") == true)
    let result = try await runTool(Tool.built("eros"), ["version"], in: fixture.root)
    #expect(result.standardError.contains("the versions of the iOS app differ; `eros bump` makes"))
    #expect(
      result.standardError.contains("Android app differ; `eros bump` can make them equal after"))
  }

  // MARK: One platform

  private static let iOSOnly = """
    {
      "appName": "demo",
      "version": { "iOS": "1.2.0" },
      "page": { "homePage": "/pages/home/index.js" },
      "zipFolder": { "iOS": "/ios/Demo/Demo" }
    }

    """

  @Test("is not required of the platform that an app does not have")
  func onePlatform() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try FileManager.default.removeItem(atPath: fixture.root + "/platforms/android")
    try fixture.write(Self.iOSOnly, to: "eros.native.json")
    #expect(try fixture.check().short == [])
    #expect(try fixture.project().config.validate().errors == [])
    #expect(try fixture.project().platforms == [.ios])
    for arguments in [["pack", "--quiet"], ["check"], ["bump", "minor"]] {
      let result = try await runTool(Tool.built("eros"), arguments, in: fixture.root)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
    let android = try await runTool(
      Tool.built("eros"), ["bump", "1.3.0", "--platform", "android"], in: fixture.root)
    #expect(android.status == 65)
    #expect(android.standardError.contains("no version of the Android app found"))
  }

  @Test(
    "is required if a misspelled key shows the platform, but not for a folder without a project",
    arguments: [
      ("\"iOS\": \"/ios", "\"android\": \"/android/Demo\", \"iOS\": \"/ios", false),
      ("\"iOS\": \"1.2.0\"", "\"iOS\": \"1.2.0\", \"andriod\": \"1.2.0\"", true),
    ])
  func bothPlatforms(old: String, new: String, isRequired: Bool) async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try FileManager.default.removeItem(atPath: fixture.root + "/platforms/android")
    try fixture.write(Self.iOSOnly, to: "eros.native.json")
    try fixture.edit("eros.native.json", old, new)
    #expect(
      try fixture.check().short.contains("versionMissing eros.native.json:3") == isRequired)
    #expect(
      try fixture.project().config.validate().errors.map(\.code)
        == (isRequired ? ["keyMissing"] : []))
  }

  @Test("is required if a native project shows the platform")
  func nativeProject() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write(Self.iOSOnly, to: "eros.native.json")
    #expect(try fixture.check().short == ["versionMissing eros.native.json:3"])
  }

  // MARK: Build times

  @Test("warns of build times in seconds, before 2015 and in the future")
  func buildTimes() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    let now: Int64 = 1_700_000_000_000
    for (time, code) in [
      (1_700_000_000, "timestampTooOld"), (1_420_070_399_999, "timestampTooOld"),
      (1_420_070_400_000, nil), (now, nil), (now + 86_400_000, nil),
      (now + 86_400_001, "timestampInFuture"),
    ] as [(Int64, String?)] {
      try await fixture.pack(timestamp: Int(time))
      let versions = try fixture.project()
      let check = try ProjectCheck(
        versions, .read(versions.project), against: .none, threads: 2, now: now)
      #expect(Set(check.findings.map(\.code)) == Set([code].compactMap(\.self)), "\(time)")
      #expect(check.isOK)
      let isInSeconds = check.findings.first?.remedy?.contains("--timestamp 1700000000000`") == true
      #expect(isInSeconds == (time == 1_700_000_000))
    }
    let pack = try await runTool(
      Tool.built("eros"), ["pack", "--timestamp", "1700000000", "--output", "out"],
      in: fixture.root)
    #expect(pack.standardError.contains("1700000000 looks like seconds"))
    let verify = try await runTool(
      Tool.built("eros"), ["verify", "out/bundle.zip"], in: fixture.root)
    #expect(verify.status == 0 && verify.standardOutput.contains("[timestampTooOld]"))
  }
}
