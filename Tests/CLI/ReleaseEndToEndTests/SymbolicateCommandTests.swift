import ErosTestSupport
import Foundation
import Testing

@Suite("Symbolicate command", .temporaryFolder)
struct SymbolicateCommandTests {
  private static let store = [
    "--store", "store", "--channel", "demo/production", "--keys", "keys", "--no-rehearsal",
  ]
  private static let reading = [
    "--store", "store", "--channel", "demo/production", "--keys", "keys",
  ]
  private static let map =
    #"{"version":3,"sources":["webpack:///./src/home.vue"],"names":[],"mappings":"AAUA"}"#
  private static let stack =
    "TypeError: x\n    at go (file:///x/pages/home/index.js?a=1:2:4)\n    at other.js:1:1\n"

  private func run(_ arguments: [String]) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), arguments, in: TemporaryFolder.ofTest().path("."),
      environment: ["COLUMNS": "80"])
  }

  /// Runs a command that must exit with a status, and returns its result.
  @discardableResult
  private func run(
    _ status: Int32, _ arguments: [String], location: SourceLocation = #_sourceLocation
  ) async throws -> ToolResult {
    let result = try await run(arguments)
    #expect(result.status == status, "\(arguments): \(result)", sourceLocation: location)
    return result
  }

  /// Packs an app, creates a store, and writes a stack of its page.
  private func makeStore() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write(Self.map, to: "dist/pages/home/index.js.map")
    try folder.write(Self.stack, to: "stack.txt")
    try await run(0, ["pack", "--output", "one", "--timestamp", "1000"])
    try await run(
      0,
      ["store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production"])
    return folder
  }

  private func publish(_ bundle: String, _ more: String...) -> [String] {
    ["publish", bundle] + Self.store + more
  }

  @Test("publish keeps the maps of a release, and symbolicate finds them by its number and tree")
  func release() async throws {
    let folder = try await makeStore()
    let maps = ["--source-maps", "dist", "--map-archive", "maps"]
    let published = try await run(0, publish("one", "--json") + maps)
    let kept = try #require(try published.json()["sourceMaps"] as? [String: Any])
    #expect(kept["maps"] as? Int == 1 && kept["scripts"] as? Int == 3)
    let findings = try #require(try published.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["sourceMapMissing"])
    let text = (findings[0]["message"] as? String) ?? ""
    #expect(text.contains("'config/index.js', 'mediator/index.js'"), "\(text)")
    let tree = try #require(try folder.names(in: "maps").first)
    #expect(kept["folder"] as? String == "maps/\(tree)")

    let archive = ["stack.txt", "--map-archive", "maps"]
    let expected = "TypeError: x\n    at src/home.vue:11:1 (go)\n    at other.js:1:1\n"
    let byNumber = try await run(
      0, ["symbolicate"] + archive + ["--release", "1"] + Self.reading)
    #expect(byNumber.standardOutput == expected, "\(byNumber)")
    let hash = "440b44c230befa70"
    #expect(
      byNumber.standardError.hasSuffix(
        "note: mapped 1 of 2 frames\nnote: the hash of the stack is \(hash)\n"), "\(byNumber)")
    #expect(
      byNumber.standardError.contains(
        "using the source maps of release 1 (tree \(tree.prefix(12)))"), "\(byNumber)")
    #expect(byNumber.standardError.contains("'other.js': the release does not have this script"))
    let byTree = try await run(
      0, ["symbolicate"] + archive + ["--tree", String(tree.prefix(6)), "--json"])
    let document = try byTree.json()
    #expect(document["mapped"] as? Int == 1 && document["stackHash"] as? String == hash)
    let frames = try #require(document["frames"] as? [[String: Any]])
    let source = try #require(frames[0]["source"] as? [String: Any])
    #expect(source["path"] as? String == "src/home.vue" && source["line"] as? Int == 11)
    #expect(frames[1]["reason"] as? String == "scriptUnknown")
    let byBundle = try await run(0, ["symbolicate"] + archive + ["--bundle", "one"])
    #expect(byBundle.standardOutput == expected)
    let missing = try await run(66, ["symbolicate"] + archive + ["--tree", "000000"])
    #expect(missing.standardError.contains("'000000' does not identify a release"), "\(missing)")
  }

  @Test(
    "a rollback has the maps of the release that it restores; the configuration names the archive")
  func rollback() async throws {
    let folder = try await makeStore()
    let config = TemporaryFolder.config.dropFirst().trimmingPrefix("\n")
    try folder.write(
      "{ \"release\": { \"mapArchive\": \"private\" },\n" + config, to: "eros.native.json")
    try await run(0, publish("one", "--source-maps", "dist"))
    try folder.write("// two\n", to: "dist/pages/home/index.js")
    try await run(0, ["pack", "--output", "two", "--timestamp", "2000"])
    let second = try await run(0, publish("two"))
    #expect(second.standardError.contains("note: the source maps are not kept"), "\(second)")
    let missing = try await run(
      66, ["symbolicate", "stack.txt", "--release", "2"] + Self.reading)
    #expect(missing.standardError.contains("'private' does not have the source maps"), "\(missing)")
    try await run(0, ["release", "rollback", "--to", "1"] + Self.reading)
    let result = try await run(0, ["symbolicate", "stack.txt", "--release", "3"] + Self.reading)
    #expect(result.standardOutput.contains("at src/home.vue:11:1 (go)"), "\(result)")
  }

  @Test("maps are never kept in the store, and nothing is published without any map")
  func refusals() async throws {
    let folder = try await makeStore()
    for archive in ["store", "store/maps", "keys/../store/new/maps"] {
      let refused = try await run(
        73, publish("one", "--source-maps", "dist", "--map-archive", archive))
      #expect(refused.standardError.contains("is inside the store 'store'"), "\(refused)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "store")
    let linked = try await run(
      73, publish("one", "--source-maps", "dist", "--map-archive", "link"))
    #expect(linked.standardError.contains("is inside the store 'store'"), "\(linked)")
    let noFolder = try await run(
      66, publish("one", "--source-maps", "missing", "--map-archive", "maps"))
    #expect(noFolder.standardError.contains("missing"), "\(noFolder)")
    let none = try await run(
      66, publish("one", "--source-maps", "keys", "--map-archive", "maps"))
    #expect(none.standardError.contains("'keys' does not contain a usable source map"), "\(none)")
    let dry = try await run(
      0, publish("one", "--source-maps", "dist", "--map-archive", "maps", "--dry-run"))
    #expect(dry.standardOutput.contains("would keep"), "\(dry)")
    #expect(try !folder.names(in: ".").contains("maps"))
    #expect(try folder.names(in: "store").sorted().contains("targets") == false)
    // The folder of the release is a link into the store.
    try await run(0, publish("one", "--source-maps", "dist", "--map-archive", "other"))
    let tree = try #require(try folder.names(in: "other").first)
    try folder.makeFolder("store/x")
    try folder.makeFolder("maps")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("maps/\(tree)"), withDestinationPath: "../store/x")
    let inner = try await run(
      73,
      publish("one", "--source-maps", "dist", "--map-archive", "maps", "--allow-identical"))
    #expect(inner.standardError.contains("is inside the store 'store'"), "\(inner)")
    #expect(try folder.names(in: "store/x").isEmpty)
    let noArchive = try await run(64, publish("one", "--source-maps", "dist"))
    #expect(noArchive.standardError.contains("no archive of source maps"), "\(noArchive)")
  }

  @Test("the maps of a build must belong to the bundle; without a mapped frame, the status is 1")
  func build() async throws {
    let folder = try await makeStore()
    let command = ["symbolicate", "stack.txt", "--bundle", "one", "--source-maps", "dist"]
    let result = try await run(0, command)
    #expect(result.standardOutput.contains("at src/home.vue:11:1 (go)"), "\(result)")
    let offset = try await run(1, command + ["--line-offset", "1"])
    #expect(offset.standardError.contains("the source map has no source for 2:4"), "\(offset)")
    try folder.write("// other\n", to: "dist/pages/home/index.js")
    let stale = try await run(1, command)
    #expect(stale.standardError.contains("[sourceMapStale]"), "\(stale)")
    #expect(stale.standardOutput == Self.stack)
    let both = try await run(64, command + ["--tree", "000000"])
    #expect(both.standardError.contains("only one of"), "\(both)")
    let nothing = try await run(64, ["symbolicate", "stack.txt"])
    #expect(nothing.standardError.contains("no release is given"), "\(nothing)")
  }
}
