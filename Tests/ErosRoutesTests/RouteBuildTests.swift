import ErosCore
import ErosRoutes
import ErosTestSupport
import Testing

@Suite("A build of routes", .temporaryFolder)
struct RouteBuildTests {
  @Test("gives files names with their hash, and changes what refers to them")
  func names() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let built = try site.build()
    // The name is the beginning of what `md5sum` says of the built bytes.
    let part = try #require(built.files["js/part.js"])
    #expect(part == "js/part-9d8549cdf1.js")
    let app = try #require(built.files["js/app.js"])
    let text = String(decoding: try site.folder.read("out/" + app), as: UTF8.self)
    #expect(text == "load(\"./\(part.dropFirst(3))\"); load('\(part)'); // app.js")
    let page = String(
      decoding: try site.folder.read("out/" + (built.files["rexxar/demo.html"] ?? "")),
      as: UTF8.self)
    #expect(page.contains("src=\"../\(app)?v=1\""))
    let other = String(
      decoding: try site.folder.read("out/" + (built.files["rexxar/other.html"] ?? "")),
      as: UTF8.self)
    #expect(other == "<script src=/site/\(app)></script>")
    #expect(built.files["img/x.png"] == "img/x.png")
    #expect(built.map.routes.map(\.list) == [.items, .partialItems])
    let report = try SiteVerifier.verify(site.folder.path("out"))
    #expect(report.problems == [])
    #expect(report.files == 4)
  }

  @Test("is the same for the same source, and keeps the time of a file that is the same")
  func deterministic() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.build(time: 1_000_000)
    let first = try site.folder.readTree("out")
    let again = try site.build(time: 2_000_000)
    #expect(try site.folder.readTree("out").files == first.files)
    #expect(again.unchanged == again.files.count)
    try site.build(into: "other", time: 1_000_000)
    #expect(try site.folder.readTree("other").files == first.files)

    try site.writeSource(mark: "new")
    let changed = try site.build(time: 3_000_000)
    let times = changed.map.routes.map(\.deployTime)
    #expect(
      times == [
        DeployTime.text(secondsSince1970: 3_000_000), DeployTime.text(secondsSince1970: 1_000_000),
      ])
    #expect(changed.map.deployTime == times[0])
    // Maps in the field still name the old page.
    #expect(
      try site.folder.readTree("out").files.keys.filter { $0.hasPrefix("rexxar/demo-") }.count == 2)
  }

  @Test("says which routes have left the map")
  func dropped() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.build()
    let built = try site.build(
      plan: try SiteFixture.plan([("rexxar/other", "^app://example/demo$")]))
    #expect(built.dropped.map(\.uri) == ["^app://partial\\.example/other$"])
  }

  /// What is written over the source, what the map says, and what is found.
  static let refusals: [(files: [String], uri: String, page: String, code: String)] = [
    (["rexxar/my-page.html"], "^a$", "rexxar/demo", "page-name rexxar/my-page.html"),
    (["rexxar/my.page.html"], "^a$", "rexxar/demo", "page-name rexxar/my.page.html"),
    (["deep/img/x.png"], "^a$", "rexxar/demo", "name-clash img/x.png"),
    ([], "(", "rexxar/demo", "expression-invalid ("),
    ([], "^app://a", "rexxar/demo", "platforms-differ ^app://a"),
    ([], "^a$", "rexxar/none", "page-missing rexxar/none.html"),
    (["top.html"], "^a$", "top", "page-place top.html"),
    (["a/b/low.html"], "^a$", "a/b/low", "page-place a/b/low.html"),
    (["a\\b.js"], "^a$", "rexxar/demo", "source-entry a\\b.js"),
  ]

  @Test("refuses what an app would not find, and writes nothing", arguments: refusals)
  func refused(files: [String], uri: String, page: String, code: String) throws {
    let site = try SiteFixture()
    try site.writeSource()
    for file in files { try site.folder.write("x", to: "dist/" + file) }
    let plan = try SiteFixture.plan([(page, uri)])
    let error = #expect(throws: RouteBuildError.self) { try site.build(plan: plan) }
    guard case .refused(_, let problems)? = error else { return }
    #expect(problems.map { "\($0.code.rawValue) \($0.subject)" } == [code])
    #expect(!(try site.folder.names(in: ".")).contains("out"))
    #expect(error?.exitStatus == .badData)
  }

  @Test("refuses a hidden route, and files that refer to each other")
  func more() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write("load('app.js')", to: "dist/js/part.js")
    let plan = try SiteFixture.plan([("rexxar/demo", "^a.*$"), ("rexxar/other", "^ab$")])
    let error = #expect(throws: RouteBuildError.self) { try site.build(plan: plan) }
    guard case .refused(_, let problems)? = error else { return }
    #expect(Set(problems.map(\.code)) == [.routeHidden, .circularReference])
  }

  @Test("takes the routes of a configuration, with addresses of an earlier build or without")
  func configuration() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let text = Array(
      #"{"version":"2.1","items":[{"uri":"^a$","remote_file":"https://example.com/site/rexxar/demo-252452ae58.html"},{"uri":"^b$","remote_file":"rexxar/other","pack_in_app":"false"}]}"#
        .utf8)
    let section = try JSONReader.read(text, file: "eros.native.json")
    let plan = try RoutePlan.read(
      section: section, base: SiteFixture.base,
      RouteReader(file: "eros.native.json") { TextPosition(ofByte: $0.range.lowerBound, in: text) })
    let built = try site.build(plan: plan)
    #expect(built.map.version == RouteVersion("2.1"))
    #expect(built.map.routes.map(\.isPackedInApp) == [true, false])
    #expect(
      built.map.routes.map(\.remoteFile.description)
        == ["rexxar/demo.html", "rexxar/other.html"].map {
          SiteFixture.base + "/" + (built.files[$0] ?? "")
        })
  }

  @Test("goes down a long chain of references")
  func chain() throws {
    let site = try SiteFixture()
    try site.writeSource()
    for index in 0..<600 {
      try site.folder.write("load('f\(index + 1).js')", to: "dist/js/f\(index).js")
    }
    #expect(try site.build().files.count == 607)
  }
}

@Suite("The verification of a site", .temporaryFolder)
struct SiteVerifyTests {
  private func problems(_ change: (SiteFixture, [String: String]) throws -> Void) throws -> [String]
  {
    let site = try SiteFixture()
    try site.writeSource()
    try change(site, try site.build().files)
    return try SiteVerifier.verify(site.folder.path("out")).problems.map {
      $0.code.rawValue + " " + $0.subject
    }
  }

  @Test("finds what is missing and what was changed")
  func damage() throws {
    var name = ""
    let changed = try problems { site, files in
      name = files["rexxar/demo.html"] ?? ""
      try site.folder.write("changed", to: "out/" + name)
    }
    #expect(changed == ["hash-mismatch " + name])
  }

  @Test("finds a changed script")
  func script() throws {
    var name = ""
    let changed = try problems { site, files in
      name = files["js/app.js"] ?? ""
      try site.folder.write("changed", to: "out/" + name)
    }
    #expect(changed == ["hash-mismatch " + name])
  }

  @Test("finds scripts and pages that are not there, and names without a hash")
  func missing() throws {
    let site = try SiteFixture()
    try site.folder.write(
      #"<script src="../js/no.js"></script><script src="https://elsewhere.example/x.js"></script><script>load("no.js")</script>"#,
      to: "out/r/page.html")
    let route = { (file: String) in
      #"{"uri":"^a$","remote_file":"https://example.com/\#(file)"}"#
    }
    let list = ["r/page.html", "r/none-0000000000.html", "../x.html", "r/page.js"].map(route)
    try site.folder.write(#"{"items":[\#(list.joined(separator: ","))]}"#, to: "out/routes.json")
    let report = try SiteVerifier.verify(site.folder.path("out/routes.json"))
    let errors = report.problems.filter { $0.severity == .error }
    #expect(
      errors.map { $0.code.rawValue + " " + $0.subject } == [
        "hash-missing r/page.html", "file-missing js/no.js", "file-missing r/none-0000000000.html",
        "bad-address https://example.com/../x.html", "bad-address https://example.com/r/page.js",
      ])
    // The same expression three times hides itself; that is a warning here.
    #expect(report.problems.count { $0.code == .routeHidden && $0.severity == .warning } == 3)
  }
}
