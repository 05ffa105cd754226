import ErosTestSupport
import Foundation
import Testing

@Suite("eros verify with several bundles", .temporaryFolder)
struct VerifySeveralTests {
  /// Writes the bundles `good/bundle.zip` and `other/bundle.zip`, and `bad.zip`, whose page differs.
  private func writeBundles(to folder: TemporaryFolder) async throws {
    try folder.writeApp()
    for output in ["good", "other"] {
      #expect(try await eros("pack", "--store", "-o", output, in: folder).status == 0)
    }
    var zip = try folder.read("good/bundle.zip")
    let text = Array("// page pages".utf8)
    let index = try #require(zip.indices.first { zip[$0...].starts(with: text) })
    zip[index + 3] = UInt8(ascii: "P")
    try folder.write(zip, to: "bad.zip")
  }

  @Test("verifies all, and ends with the worst status")
  func several() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    let good = try await eros("verify", "good/bundle.zip", "other", in: folder)
    #expect(good.status == 0, "\(good)")
    #expect(good.standardOutput.hasSuffix("\nverified: 2 bundles\n"), "\(good)")
    let mixed = try await eros("verify", "good/bundle.zip", "bad.zip", "other", in: folder)
    #expect(mixed.status == 65, "\(mixed)")
    #expect(mixed.standardOutput.contains("verified: good/bundle.zip\n"), "\(mixed)")
    #expect(mixed.standardOutput.contains("verified: other\n"), "\(mixed)")
    #expect(mixed.standardOutput.hasSuffix("\nnot verified: 1 of 3 bundles\n"), "\(mixed)")
    let missing = try await eros("verify", "good", "none.zip", in: folder)
    #expect(missing.status == 66)
    #expect(missing.standardOutput == "")
  }

  @Test("prints one JSON document, and one list of annotations")
  func formats() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    let json = try await eros("verify", "good", "bad.zip", "--json", in: folder).json()
    #expect(json["verified"] as? Bool == false)
    let bundles = try #require(json["bundles"] as? [[String: Any]])
    #expect(bundles.map { $0["bundle"] as? String } == ["good", "bad.zip"])
    #expect(bundles.map { $0["verified"] as? Bool } == [true, false])
    let single = try await eros("verify", "good", "--json", in: folder).json()
    #expect(single["bundles"] == nil && single["verified"] as? Bool == true)
    let junit = try await eros("verify", "bad.zip", "good", "--format", "junit", in: folder)
    #expect(junit.standardOutput.ranges(of: "<testsuites").count == 1, "\(junit)")
  }

  @Test("the JUnit tests of codes that were not checked are skipped")
  func skippedTests() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    try folder.write("text\n", to: "text.zip")
    func skipped(_ arguments: String...) async throws -> [String] {
      let result = try await runTool(
        Tool.built("eros"), ["verify", "--format", "junit"] + arguments, in: folder.path("."))
      return result.standardOutput.split(separator: "\n").filter { $0.contains("<skipped") }
        .compactMap { line in
          line.split(separator: "eros.verify.").last?.split(separator: "\"").first.map(String.init)
        }
    }
    let ofText = try await skipped("text.zip")
    #expect(ofText.contains("sha256Mismatch") && ofText.contains("manifestMissing"), "\(ofText)")
    #expect(!ofText.contains("notAZip"))
    #expect(try await skipped("good") == ["manifestMismatch"])
    #expect(try await skipped("good", "--manifest", "good/bundle.config") == [])
    #expect(try await skipped("good", "text.zip").contains("sha256Mismatch"))
    // A folder that eros pack wrote contains the manifest.
    #expect(try await skipped("good", "--manifest", "good") == [])
    try folder.write("{}", to: "none/md5.json")
    let zipped = try await runTool(
      "python3", ["-m", "zipfile", "-c", "../none.zip", "md5.json"], in: folder.path("none"))
    try #require(zipped.status == 0)
    let ofNone = try await skipped("none.zip")
    #expect(ofNone.contains("versionMismatch") && !ofNone.contains("crcMismatch"), "\(ofNone)")
    #expect(!ofNone.contains("manifestMalformed"), "\(ofNone)")
  }

  @Test("the hint for the folder of a project packs it")
  func projectFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("init", "app", in: folder)
    let result = try await eros("verify", "app", in: folder)
    #expect(result.status == 66)
    #expect(
      result.standardError.hasSuffix(
        "hint: pack it first: `eros pack --config app --output DIR`\n"), "\(result)")
    #expect(try await eros("pack", "--config", "app", "--output", "out", in: folder).status == 0)
  }

  @Test("reads a bundle from a pipe and from a file", arguments: ["cat FILE |", "< FILE"])
  func standardInput(source: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    func verify(_ file: String, _ options: String = "") async throws -> ToolResult {
      let input = source.replacing("FILE", with: file)
      let tool = "'\(Tool.built("eros"))' verify - \(options)"
      let command = source.hasSuffix("|") ? "\(input) \(tool)" : "\(tool) \(input)"
      return try await runTool("/bin/sh", ["-c", command], in: folder.path("."))
    }
    let good = try await verify("good/bundle.zip")
    #expect(good.status == 0, "\(good)")
    #expect(good.standardOutput.hasPrefix("verified: standard input\n"), "\(good)")
    let bad = try await verify("bad.zip")
    #expect(bad.status == 65)
    #expect(bad.standardOutput.contains("standard input: error: "), "\(bad)")
    #expect(try await verify("good/bundle.zip", "good").status == 0)
    #expect(try await verify("good/bundle.zip", "-").status == 64)
    guard source.hasSuffix("|") else { return }
    let large = try await verify("good/bundle.zip", "--max-size 100 --max-entries 1")
    #expect(large.status == 74 || large.status == 65, "\(large)")
  }

  @Test("--manifest belongs to one bundle")
  func config() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    let result = try await eros(
      "verify", "good", "other", "--manifest", "good/bundle.config", in: folder)
    #expect(result.status == 64, "\(result)")
  }
}
