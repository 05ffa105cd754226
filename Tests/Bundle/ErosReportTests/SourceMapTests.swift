import ErosCore
import ErosTestSupport
import Testing

@testable import ErosReport
@testable import ErosSourceMaps

@Suite("Source maps", .temporaryFolder)
struct SourceMapTests {
  private static let script = "var é='é';f(1);\ng(2);h(3)\n"

  private static func map(
    sources: [String] = ["webpack://app/./src/a.js", "../node_modules/b/b.js"], _ mappings: String
  ) -> String {
    let names = sources.map { "\"\($0)\"" }.joined(separator: ",")
    return "{\"version\":3,\"sources\":[\(names)],\"names\":[],\"mappings\":\"\(mappings)\"}"
  }

  /// Reports on a bundle of one script with the given source map.
  private func report(
    _ map: String, script: String = script, source: String? = nil
  ) throws -> (modules: ScriptModules?, findings: [Finding]) {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(map, to: "maps/p/a.js.map")
    if let source { try folder.write(source, to: "maps/p/a.js") }
    let reporter = BundleReporter(
      BundleReporterTests.reporter.verifier, sourceMaps: try SourceMapFolder(folder.path("maps")))
    let report = try reporter.report(on: BundleReporterTests.bundle(["p/a.js": script]))
    let file = report.files.first { $0.path.string == "p/a.js" }
    return (file?.modules, report.sourceMapFindings)
  }

  private static func sizes(_ modules: ScriptModules?) -> [String: UInt64] {
    Dictionary(uniqueKeysWithValues: (modules?.modules ?? []).map { ($0.name, $0.size) })
  }

  @Test("bytes count for the source of the mapping before them; columns are UTF-16 code units")
  func sizes() throws {
    // Columns 0 (source 0) and 10 (source 1); on line 2, column 5 (source 0).
    let found = try report(Self.map("AAAA,UCAA;KDAA"))
    #expect(found.findings.isEmpty)
    #expect(found.modules?.origin == .sourceMap)
    #expect(
      Self.sizes(found.modules) == [
        "src/a.js": 12 + 5, "node_modules/b/b.js": 6, "(other code)": 5,
      ])
    let total = UInt64(Self.script.utf8.count)
    #expect(found.modules?.modules.reduce(0) { $0 + $1.size } == total)
  }

  @Test("the sections of an index map follow each other in the script")
  func sections() throws {
    func section(_ line: Int, _ column: Int, _ source: String, _ mappings: String) -> String {
      "{\"offset\":{\"line\":\(line),\"column\":\(column)},\"map\":\(Self.map(sources: [source], mappings))}"
    }
    let index =
      "{\"version\":3,\"sections\":[\(section(0, 0, "a.js", "AAAA")),\(section(0, 10, "b.js", "AAAA;KAEE"))]}"
    let found = try report(index)
    #expect(found.findings.isEmpty, "\(found.findings)")
    #expect(Self.sizes(found.modules) == ["a.js": 12, "b.js": 11, "(other code)": 5])
    let map = try SourceMap(Array(index.utf8), file: "a.map")
    let position = TextPosition(line: 2, column: 7)
    let original = try #require(try map.original(at: position))
    #expect(original.source == "b.js" && original.position == TextPosition(line: 3, column: 3))
    #expect(try map.original(at: TextPosition(line: 1, column: 10))?.source == "a.js")
    #expect(try map.original(at: TextPosition(line: 1, column: 11))?.source == "b.js")
    #expect(try map.original(at: TextPosition(line: 2, column: 2)) == nil)
  }

  @Test(
    "malformed sections are a finding",
    arguments: [
      (#"[{}]"#, "'offset'"), (#"[{"offset":{"line":-1,"column":0}}]"#, "'offset'"),
      (#"[{"offset":{"line":0,"column":0},"url":"a"}]"#, "'map'"),
      (#"[{"offset":{"line":0,"column":0},"map":{"version":3,"sections":[]}}]"#, "'map'"),
      (#"{}"#, "'sections'"),
    ])
  func malformedSections(sections: String, reason: String) throws {
    let found = try report("{\"version\":3,\"sections\":\(sections)}")
    #expect(found.findings.first?.message.contains(reason) == true, "\(found.findings)")
  }

  @Test("a line that packing added is skipped; the map of another build is not used")
  func addedLine() throws {
    let script = "// { \"framework\": \"Vue\"}\n" + Self.script
    let found = try report(Self.map("AAAA,UCAA"), script: script, source: Self.script)
    #expect(Self.sizes(found.modules)["src/a.js"] == 12)
    let stale = try report(Self.map("AAAA"), source: "other")
    #expect(stale.modules == nil)
    #expect(stale.findings.map(\.code) == ["sourceMapStale"])
  }

  @Test("a folder without a map of any script is a finding")
  func missing() throws {
    let folder = try TemporaryFolder.ofTest()
    let reporter = BundleReporter(
      BundleReporterTests.reporter.verifier, sourceMaps: try SourceMapFolder(folder.path(".")))
    let report = try reporter.report(on: BundleReporterTests.bundle(["p/a.js": "1"]))
    #expect(report.sourceMapFindings.map(\.code) == ["sourceMapMissing"])
    #expect(throws: (any Error).self) { try SourceMapFolder(folder.path("none")) }
  }

  @Test(
    "a malformed map is a finding with its reason",
    arguments: [
      ("", "1:1"), ("[]", "expected an object"), ("{}", "'version' is not 3"),
      (#"{"version":2,"sources":[],"mappings":""}"#, "'version' is not 3"),
      (#"{"version":3,"mappings":""}"#, "'sources'"),
      (#"{"version":3,"sources":[]}"#, "'mappings'"),
      (#"{"version":3,"sources":[],"mappings":"","sourceRoot":1}"#, "'sourceRoot'"),
      (map("A?AA"), "invalid character"), (map("é"), "invalid character"),
      (map("AA"), "2 fields"), (map("AAAAAA"), "6 fields"), (map("g"), "middle of a number"),
      (map("gggggggggC"), "more than 32 bits"), (map("D"), "negative"), (map("ADAA"), "negative"),
      (map("AEAA"), "source 2 of 2"), (map("+/////H"), "too large"),
      (map("gzB"), "outside the script's line"), (map("K,D"), "outside the script's line"),
      (map(";;;;C"), "outside the script's line"), (map("+///////////"), "more than 32 bits"),
    ])
  func malformed(map: String, reason: String) throws {
    let found = try report(map)
    #expect(found.modules == nil)
    #expect(found.findings.map(\.code) == ["sourceMapInvalid"])
    #expect(found.findings.first?.message.contains(reason) == true, "\(found.findings)")
  }

  @Test("random mappings give sizes that total the script's, or a finding")
  func random() throws {
    var random = SeededGenerator(seed: 11)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/,;,;AC")
    var valid = 0
    for _ in 0..<1500 {
      let count = Int.random(in: 0..<24, using: &random)
      let mappings = String(
        (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
      let found = try report(Self.map(mappings))
      guard let modules = found.modules else { continue }
      valid += 1
      let total = modules.modules.reduce(0) { $0 + $1.size }
      #expect(total == UInt64(Self.script.utf8.count), "\(mappings)")
    }
    #expect(valid > 0)
  }

  @Test("names from a map are data, without folders above the project")
  func names() throws {
    let sources = [
      "../../../etc/passwd", "webpack:///./src/b.vue?1a2b", "</script><script>", "",
    ]
    let map = Self.map(sources: sources, "AAAA,CCAA,CCAA,CCAA")
    let found = try report(map)
    #expect(Self.sizes(found.modules)["etc/passwd"] == 1)
    #expect(Self.sizes(found.modules)["src/b.vue"] == 1)
    #expect(Self.sizes(found.modules)["</script><script>"] == 1)
  }
}
