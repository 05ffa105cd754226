import ErosTestSupport
import Foundation
import Testing

@Suite("eros generate", .temporaryFolder)
struct GenerateCommandTests {
  private static let description = """
    {
      "appName": "demo",
      "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "generate": {
        "ios": { "out": "platforms/ios" },
        "android": { "out": "platforms/android", "package": "com.acme.eros" },
        "js": { "out": "types" }
      },
      "modules": [
        { "name": "acmeScan", "ios": "AcmeScan", "android": "com.acme.Scan",
          "methods": [{ "name": "scan" }] }
      ]
    }
    """

  private func write(_ folder: TemporaryFolder, replacing old: String = "", with new: String = "")
    throws
  {
    let text = old.isEmpty ? Self.description : Self.description.replacing(old, with: new)
    #expect(old.isEmpty || text != Self.description)
    try folder.write(text, to: "eros.native.json")
  }

  private func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  @Test("what is generated is up to date, and is not touched again")
  func twice() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let first = try await eros("generate", "--json", in: folder)
    #expect(first.status == 0, "\(first)")
    #expect((try first.json()["wrote"] as? [String])?.count == 8)
    let header = folder.path("platforms/ios/ErosErosRegistrant.h")
    let time = try modified(header)
    let second = try await eros("generate", in: folder)
    #expect(second.standardOutput == "Wrote 0, unchanged 8, removed 0.\n")
    #expect(try modified(header) == time)
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    let elsewhere = try await eros("generate", "--output", "out", in: folder)
    #expect(elsewhere.status == 0)
    #expect(try folder.readTree("out").files.count == 8)
  }

  @Test("a changed, a missing and a left-over file are reported by --check, and mended without")
  func check() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    let header = "platforms/ios/ErosErosRegistrant.h"
    let text = String(decoding: try folder.read(header), as: UTF8.self)
    try folder.write(text.replacing("@end", with: "@ends"), to: header)
    try FileManager.default.removeItem(atPath: folder.path("types/eros-native.names.js"))
    try write(folder, replacing: "\"js\": { ", with: "\"js\": { \"emit\": [\"dts\", \"names\"], ")
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 1)
    for line in [
      "different \(header)", "  -@ends", "  +@end", "missing types/eros-native.names.js",
      "orphaned types/eros-native.meta.js",
    ] { #expect(check.standardOutput.contains(line + "\n"), "\(check)") }
    #expect(try folder.names(in: "types") == ["eros-native.d.ts", "eros-native.meta.js"])
    let mended = try await eros("generate", in: folder)
    #expect(mended.standardOutput.hasSuffix("removed 1.\n"), "\(mended)")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    #expect(try folder.names(in: "types") == ["eros-native.d.ts", "eros-native.names.js"])
  }

  @Test("other line ends are no difference, but worth a note")
  func lineEnds() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    let header = "platforms/ios/ErosErosRegistrant.h"
    let text = String(decoding: try folder.read(header), as: UTF8.self)
    try folder.write(text.replacing("\n", with: "\r\n"), to: header)
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 0)
    #expect(check.standardError.contains("[N093]"), "\(check)")
  }

  @Test("a file of somebody else is replaced only when asked to")
  func foreign() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.write("mine\n", to: "types/eros-native.d.ts")
    let refused = try await eros("generate", in: folder)
    #expect(refused.status == 65)
    #expect(refused.standardError.contains("types/eros-native.d.ts: error: [E092] "))
    #expect(try folder.names(in: ".") == ["eros.native.json", "types"])
    #expect(try await eros("generate", "--force", in: folder).status == 0)
  }

  @Test("errors have their place and code, and nothing is written")
  func errors() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder, replacing: "\"acmeScan\"", with: "\"storage\"")
    let result = try await eros("generate", in: folder)
    #expect(result.status == 65)
    #expect(result.standardOutput == "")
    #expect(
      result.standardError.hasPrefix(
        "eros.native.json:10:15: error: [E021] the module 'storage' belongs to "), "\(result)")
    #expect(try folder.names(in: ".") == ["eros.native.json"])
    let json = try await eros("generate", "--json", in: folder)
    let problems = try json.json()["problems"] as? [[String: Any]]
    #expect(problems?.first?["code"] as? String == "E021")
    #expect(problems?.first?["pointer"] as? String == "/modules/0/name")
    try write(folder, replacing: "{ \"name\": \"scan\" }", with: "{ \"name\": \"onscan\" }")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(try await eros("generate", "--strict", in: folder).status == 65)
  }

  @Test("a change that breaks callers needs a higher version")
  func release() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let recorded = try await eros("generate", "--release", in: folder)
    #expect(recorded.standardOutput.contains("recorded ios 1.0.0\n"), "\(recorded)")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    try write(folder, replacing: "\"name\": \"scan\"", with: "\"name\": \"scam\"")
    _ = try await eros("generate", in: folder)
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 1)
    #expect(
      check.standardOutput.contains(
        """
        ios 1.0.0 -> 1.0.0: major change, the version must be at least 2.0.0
          module acmeScan: method scam added
          module acmeScan: method scan removed
        """), "\(check)")
  }

  @Test("templates of one's own are used, and others refused")
  func templates() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let shown = try await eros("templates", "show", "eros-native.names.js", in: folder)
    #expect(shown.standardOutput.hasPrefix("{% for line in header %}// {{ line|comment }}\n"))
    try folder.write(shown.standardOutput + "// mine\n", to: "t/eros-native.names.js.stencil")
    #expect(try await eros("generate", "--templates", "t", in: folder).status == 0)
    let names = String(decoding: try folder.read("types/eros-native.names.js"), as: UTF8.self)
    #expect(names.hasSuffix("};\n// mine\n"))
    try folder.write("", to: "t/no.js.stencil")
    let refused = try await eros("generate", "--templates", "t", in: folder)
    #expect(refused.status == 66)
    let list = try await eros("templates", "list", "--json", in: folder)
    #expect((try list.json()["templates"] as? [String])?.contains("ErosRegistrant.kt") == true)
  }

  @Test("the schema is printed as it is")
  func schema() async throws {
    let folder = try TemporaryFolder.ofTest()
    let schema = try await eros("generate", "--print-schema", in: folder)
    #expect(schema.status == 0)
    #expect(try schema.json()["title"] as? String == "eros.native.json")
  }
}
