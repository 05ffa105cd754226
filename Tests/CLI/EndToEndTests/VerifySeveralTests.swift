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

  @Test("--config belongs to one bundle")
  func config() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await writeBundles(to: folder)
    let result = try await eros(
      "verify", "good", "other", "--config", "good/bundle.config", in: folder)
    #expect(result.status == 64, "\(result)")
  }
}
