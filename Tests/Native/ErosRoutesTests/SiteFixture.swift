import ErosCore
import ErosRoutes
import ErosTestSupport

/// A small site with its map.
struct SiteFixture {
  static let base = "https://example.com/site"

  let folder: TemporaryFolder

  init() throws { folder = try .ofTest() }

  /// Returns the code of a finding with its subject, or its path below the folder of the file.
  func summary(of finding: Finding) -> String {
    let file = finding.file ?? ""
    let folders = ["dist/", "out/"].map(folder.path)
    let prefix = folders.first(where: file.hasPrefix) ?? ""
    return "\(finding.code) \(finding.subject ?? String(file.dropFirst(prefix.count)))"
  }

  /// Writes a source of two pages with scripts and style sheets; `mark` distinguishes versions.
  func writeSource(_ name: String = "dist", mark: String = "") throws {
    try folder.write(
      [
        "rexxar/demo.html": Array(
          #"<link href="../css/a.css"><script src="../js/app.js?v=1"></script>\#(mark)"#.utf8),
        "rexxar/other.html": Array(#"<script src=/site/js/app.js></script>"#.utf8),
        "js/app.js": Array(#"load("./part.js"); load('js/part.js'); // app.js"#.utf8),
        "js/part.js": Array("part()".utf8),
        "css/a.css": Array("@import 'b.css'; a { background: url(../img/x.png) }".utf8),
        "css/b.css": Array("b {}".utf8),
        "img/x.png": [0x89, 0xFF],
      ], below: name)
  }

  static func plan(
    _ entries: [(page: String, uri: String)] = [
      ("rexxar/demo", "^app://example/demo$"),
      ("rexxar/other.html", "^app://partial\\.example/other$"),
    ], packed: Bool = true
  ) throws -> RoutePlan {
    let list = entries.map {
      #"{"filename":"\#($0.page)","uri":"\#($0.uri.replacing("\\", with: "\\\\"))","pack_in_app":\#(packed)}"#
    }
    return try RoutePlan.read(
      Array("[\(list.joined(separator: ","))]".utf8), file: "map.json", host: "example")
  }

  /// Builds a source into a folder.
  @discardableResult
  func build(
    _ source: String = "dist", into output: String = "out", plan: RoutePlan? = nil,
    version: String? = nil, time: Int64 = 0
  ) throws -> RouteBuilder.Result {
    try RouteBuilder(base: Self.base, version: version.map { RouteVersion($0) }, time: time)
      .build(folder.path(source), plan ?? Self.plan(), into: folder.path(output))
  }
}
