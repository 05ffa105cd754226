import ErosTestSupport
import Foundation
import Testing

@Suite("eros store import", .temporaryFolder)
struct StoreImportTests {
  private static let arguments = [
    "store", "import", "--store", "store", "--eros-publish", "export.json", "--bundles", "js",
    "--channel",
    "demo/production", "--keys", "keys",
  ]

  private func run(_ arguments: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    return try await runTool(
      Tool.built("eros"), arguments, in: folder.path("."), environment: ["COLUMNS": "80"])
  }

  /// Makes a store and the files of an old server, and returns the `jsVersion` of each bundle.
  private func prepare() async throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let made = try await run([
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
    ])
    try #require(made.status == 0, "\(made)")
    var versions: [String] = []
    var records: [String] = []
    for number in 1...3 {
      try folder.writeApp()
      try folder.write("// release \(number)\n", to: "dist/pages/home/index.js")
      let packed = try await run(["pack", "--output", "out", "--timestamp", "\(number)000"])
      try #require(packed.status == 0, "\(packed)")
      let manifest =
        try JSONSerialization.jsonObject(
          with: Data(folder.read("out/bundle.config"))) as? [String: Any]
      let version = try #require(manifest?["jsVersion"] as? String)
      try folder.write(folder.read("out/bundle.zip"), to: "js/\(version).zip")
      versions.append(version)
      records.append(
        """
        {"appName": "demo", "iOS": "1.0.0", "android": "1.0.0", "jsVersion": "\(version)", \
        "jsPath": "http://old/", "timestamp": \(number)000, "note": ""}
        """)
    }
    try folder.write("[\(records.joined(separator: ","))]", to: "export.json")
    return versions
  }

  @Test("imports the releases once, and names fields that it ignores")
  func imports() async throws {
    let versions = try await prepare()
    let dry = try await run(Self.arguments + ["--dry-run", "--json"]).json()
    #expect(dry["dryRun"] as? Bool == true)
    let result = try await run(Self.arguments)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("imported   3 releases into demo/production\n"))
    #expect(
      result.standardOutput.contains("release 3  \(versions[2]) for Android 1.0.0, iOS 1.0.0"))
    #expect(result.standardError.contains("warning: 'note': the field of 3 records"))
    let again = try await run(Self.arguments + ["--json"]).json()
    #expect(again["alreadyImported"] as? Int == 3)
    #expect((again["imported"] as? [Any])?.count == 0)
    let checked = try await run(["store", "check", "--store", "store", "--keys", "keys"])
    #expect(checked.status == 0, "\(checked)")
  }

  @Test("lists all errors of an export, and imports nothing")
  func errors() async throws {
    let versions = try await prepare()
    let folder = try TemporaryFolder.ofTest()
    try FileManager.default.removeItem(atPath: folder.path("js/\(versions[0]).zip"))
    try folder.write("no zip", to: "js/\(versions[1]).zip")
    let result = try await run(Self.arguments)
    #expect(result.status == 65)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("[bundleMissing]"))
    #expect(result.standardError.contains("[bundleUnusable]"))
    #expect(result.standardError.contains("error: nothing is imported"))
    let skipped = try await run(Self.arguments + ["--skip-unusable"])
    #expect(skipped.status == 0, "\(skipped)")
    #expect(skipped.standardOutput.contains("left out   2 records"))
    let missing = try await run(Self.arguments + ["--bundles", "none"])
    #expect(missing.status == 66, "\(missing)")
  }
}
