import ErosBundle
import ErosCore
import ErosRegistry
import ErosSourceMaps
import ErosTestSupport
import Testing

@testable import ErosRehearsal

@Suite("source maps of rehearsals", .temporaryFolder, .needsJavaScriptCore)
struct RehearsalSourceMapTests {
  /// A page whose third line throws in a function.
  private static let page =
    "// { \"framework\": \"Vue\" }\nfunction start() { none() }\nstart();\n"
  /// The second line of the page is line 11 of `src/home.js`, from column 3; the third line is line 21.
  private static let map =
    #"{"version":3,"sources":["webpack:///./src/home.js"],"names":["begin"],"mappings":";AAUEA;AAUF"}"#

  private func findings(
    _ files: [String: String], maps: String? = nil
  ) throws -> (findings: [RehearsalFinding], problems: [Finding]) {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(files.mapValues { Array($0.utf8) }, below: "dist")
    let source = try RehearsalSource(folder: folder.path("dist"))
    let rehearsal = Rehearsal(RehearsalProgram(path: Tool.built("eros-rehearse")))
    var results = try rehearsal.results(
      of: RehearsalPage.pages(of: source, board: nil, mediator: nil),
      on: [try RehearsalSurface(undescribed: .ios)], threads: 1)
    let project = try RehearsalProject(nil)
    var sourceMaps = try project.sourceMaps(of: source, in: maps.map { folder.path($0) })
    try sourceMaps.apply(to: &results)
    return (results.locatedFindings, sourceMaps.findings)
  }

  @Test("give findings and their stacks positions in sources")
  func beside() throws {
    let found = try findings(["pages/a.js": Self.page, "pages/a.js.map": Self.map])
    let first = try #require(found.findings.first)
    #expect(first.finding.file == "src/home.js")
    #expect(first.finding.position == TextPosition(line: 11, column: 3))
    #expect(first.finding.message.contains("dist/pages/a.js:2:"), "\(first.finding)")
    #expect(first.stack.map(\.position.line) == [11, 21])
    #expect(first.stack.first?.function == "begin")
    #expect(found.problems.isEmpty)
  }

  @Test("are also read at the end of a script")
  func inline() throws {
    let url = "//# sourceMappingURL=data:application/json;charset=utf-8;base64,"
    let page = Self.page + url + Base64.encode(Array(Self.map.utf8)) + "\n"
    let found = try findings(["pages/a.js": page])
    #expect(found.findings.first?.finding.file == "src/home.js")
    let broken = try findings(["pages/a.js": Self.page + url + "????\n"])
    #expect(broken.findings.first?.finding.position?.line == 2)
    #expect(broken.problems.map(\.code) == ["sourceMapInvalid"])
  }

  @Test("a malformed source map leaves the positions in the script")
  func malformed() throws {
    let found = try findings(["pages/a.js": Self.page, "pages/a.js.map": "{}"])
    #expect(found.findings.first?.finding.position?.line == 2)
    #expect(found.problems.map(\.code) == ["sourceMapInvalid"])
  }
}
