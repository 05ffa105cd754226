import ErosCore
import ErosFiles
import ErosRoutes
import ErosTestSupport
import Foundation
import Testing

@Suite("Route builds", .temporaryFolder)
struct RouteBuildTests {
  @Test("add hashes to file names and update the references")
  func names() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let built = try site.build()
    // The digits are the start of the output of `md5sum` for the built file.
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
    #expect(report.findings == [])
    #expect(report.files == 4)
  }

  @Test("produce the same bytes for the same source, and keep the time of an unchanged page")
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
    // The old page stays, because the maps of clients refer to it.
    #expect(
      try site.folder.readTree("out").files.keys.filter { $0.hasPrefix("rexxar/demo-") }.count == 2)
  }

  @Test("list the dropped routes")
  func dropped() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.build()
    let built = try site.build(
      plan: try SiteFixture.plan([("rexxar/other", "^app://example/demo$")]))
    #expect(built.dropped.map(\.uri) == ["^app://partial\\.example/other$"])
  }

  /// Files to add to the source, a route of the map, and the expected finding.
  static let refusals: [(files: [String], uri: String, page: String, code: String)] = [
    (["rexxar/my-page.html"], "^a$", "rexxar/demo", "page-name rexxar/my-page.html"),
    (["rexxar/my.page.html"], "^a$", "rexxar/demo", "page-name rexxar/my.page.html"),
    (["deep/img/x.png"], "^a$", "rexxar/demo", "name-clash img/x.png"),
    ([], "(", "rexxar/demo", "expression-invalid ("),
    ([], "^app://a", "rexxar/demo", "platforms-differ ^app://a"),
    ([], "^a$", "rexxar/none", "page-missing rexxar/none.html"),
    (["top.html"], "^a$", "top", "page-location top.html"),
    (["a/b/low.html"], "^a$", "a/b/low", "page-location a/b/low.html"),
    (["a\\b.js"], "^a$", "rexxar/demo", "source-entry a\\b.js"),
    (["rexxar/a#b.html"], "^a$", "rexxar/demo", "source-entry rexxar/a#b.html"),
    (["rexxar/my page.html"], "^a$", "rexxar/demo", "source-entry rexxar/my page.html"),
    (["rexxar/a%41.html"], "^a$", "rexxar/demo", "source-entry rexxar/a%41.html"),
    (["js/my app.js"], "^a$", "rexxar/demo", "source-entry js/my app.js"),
    (["my dir/app.css"], "^a$", "rexxar/demo", "source-entry my dir/app.css"),
    (["img/e\u{301}.png"], "^a$", "rexxar/demo", "source-entry img/e\u{301}.png"),
    (["routes.json"], "^a$", "rexxar/demo", "source-entry routes.json"),
  ]

  @Test("write nothing if an app would not find a file", arguments: refusals)
  func refused(files: [String], uri: String, page: String, code: String) throws {
    let site = try SiteFixture()
    try site.writeSource()
    for file in files { try site.folder.write("x", to: "dist/" + file) }
    let plan = try SiteFixture.plan([(page, uri)])
    let error = #expect(throws: RouteBuildError.self) { try site.build(plan: plan) }
    guard case .refused(_, let findings)? = error else { return }
    #expect(findings.map { site.summary(of: $0) } == [code])
    #expect(!(try site.folder.names(in: ".")).contains("out"))
    #expect(error?.exitStatus == .badData)
  }

  @Test("reject a hidden route, and files that refer to each other")
  func more() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write("load('app.js')", to: "dist/js/part.js")
    let plan = try SiteFixture.plan([("rexxar/demo", "^a.*$"), ("rexxar/other", "^ab$")])
    let error = #expect(throws: RouteBuildError.self) { try site.build(plan: plan) }
    guard case .refused(_, let findings)? = error else { return }
    #expect(Set(findings.map(\.code)) == ["route-hidden", "circular-reference"])
  }

  @Test("accept the routes of a configuration, with addresses of an earlier build or pages")
  func configuration() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let text = Array(
      #"{"version":"2.1","items":[{"uri":"^a$","remote_file":"https://example.com/site/rexxar/demo-252452ae58.html"},{"uri":"^b$","remote_file":"rexxar/other","pack_in_app":"false"}]}"#
        .utf8)
    let section = try JSONReader.read(text, file: "eros.native.json")
    let plan = try RoutePlan.read(
      section: section, base: SiteFixture.base, file: "eros.native.json",
      position: { TextPosition(ofByte: $0, in: text) })
    let built = try site.build(plan: plan)
    #expect(built.map.version == RouteVersion("2.1"))
    #expect(built.map.routes.map(\.isPackedInApp) == [true, false])
    #expect(
      built.map.routes.map(\.remoteFile.description)
        == ["rexxar/demo.html", "rexxar/other.html"].map {
          SiteFixture.base + "/" + (built.files[$0] ?? "")
        })
  }

  @Test("accept special characters in names that need no address, and non-ASCII letters")
  func specialNames() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let files = ["img/a#1.png", "img/a#2.png", "img/a?b c%20.png", "rexxar/搜索.html", "js/é~_.js"]
    for file in files { try site.folder.write("x", to: "dist/" + file) }
    let built = try site.build()
    #expect(files.allSatisfy { built.files[$0] != nil })
    #expect(try SiteVerifier.verify(site.folder.path("out")).isVerified)
  }

  @Test("support a host name in any script")
  func nonASCIIHost() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let base = "https://日本語日本語.jp/s"
    let built = try RouteBuilder(base: base, version: nil, time: 0)
      .build(site.folder.path("dist"), SiteFixture.plan(), into: site.folder.path("out"))
    let page = String(
      decoding: try site.folder.read("out/" + (built.files["rexxar/demo.html"] ?? "")),
      as: UTF8.self)
    #expect(page.contains("src=\"../" + (built.files["js/app.js"] ?? "-")))
    let report = try SiteVerifier.verify(site.folder.path("out"))
    #expect(report.findings == [] && report.files == 4)
    #expect(Set(built.map.routes.map(\.remoteFile.base)) == [base])
  }

  /// References in a page, and the built references.
  static let references = [
    ("<script src = ../js/part.js></script>", "src = ../js/PART>"),
    ("<script src=../js/part.js async>", "src=../js/PART async"),
    ("<style>@import url(../css/b.css)</style>", "url(../css/B)"),
    (#"<p style="background: URL(../css/b.css)">"#, "URL(../css/B)"),
    (#"<meta content="0;url=other.html">"#, "0;url=OTHER\""),
    (#"<meta content="0; URL=other.html">"#, "0; URL=OTHER\""),
    (#"<meta content="0;url='other.html'">"#, "url='OTHER'"),
    (#"<script>load("..\/js\/part.js")</script>"#, #""..\/js\/PART""#),
    (#"<script>load("..\\js\\part.js")</script>"#, #"js\\part.js""#),
  ]

  @Test("update references in all notations", arguments: references)
  func reference(text: String, built: String) throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write(text, to: "dist/rexxar/demo.html")
    let result = try site.build()
    var expected = built
    for (token, file) in [
      ("PART", "js/part.js"), ("B)", "css/b.css"), ("OTHER", "rexxar/other.html"),
    ] {
      let name = (result.files[file] ?? "-").split(separator: "/")[1]
      expected = expected.replacing(token, with: name + (token.hasSuffix(")") ? ")" : ""))
    }
    let page = String(
      decoding: try site.folder.read("out/" + (result.files["rexxar/demo.html"] ?? "")),
      as: UTF8.self)
    #expect(page.contains(expected), "\(page)")
    #expect(result.warnings == [])
  }

  @Test("reject missing files, and warn about files that apps do not find")
  func lost() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write(
      #"<script src=../js/app.js/><script src="no.js"></script><script src="no.js"></script><a href="https://elsewhere.example/x.html"><script src="../js/lib/deep.js">"#,
      to: "dist/rexxar/demo.html")
    try site.folder.write("deep()", to: "dist/js/lib/deep.js")
    let error = #expect(throws: RouteBuildError.self) { try site.build() }
    guard case .refused(_, let findings) = error else { return }
    #expect(
      findings.map { site.summary(of: $0) } == [
        "file-missing rexxar/demo.html", "file-missing rexxar/demo.html",
        "file-location js/lib/deep.js",
      ])
    #expect(findings.map(\.severity) == [.error, .error, .warning])
  }

  @Test("reject a page that refers to itself, as verify does")
  func itself() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write(#"<a href="./demo.html#top">"#, to: "dist/rexxar/demo.html")
    #expect(try summaries(site) == ["circular-reference rexxar/demo.html"])
  }

  @Test("report each cycle once, even if its files refer to each other repeatedly")
  func cycles() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let count = 3000
    for index in 0..<count {
      let next = "load('c\((index + 1) % count).js');"
      try site.folder.write(next + next + next, to: "dist/js/c\(index).js")
    }
    var found: [Finding] = []
    let time = processorTime { found = (try? findings(site)) ?? [] }
    #expect(time < .seconds(60))
    #expect(found.map(\.code) == ["circular-reference"])
    #expect(found.first?.message.contains("and \(count - 8) more refer to each other") == true)
  }

  private func findings(_ site: SiteFixture) throws -> [Finding] {
    let error = #expect(throws: RouteBuildError.self) { try site.build() }
    guard case .refused(_, let findings)? = error else { return [] }
    return findings
  }

  private func summaries(_ site: SiteFixture) throws -> [String] {
    try findings(site).map { site.summary(of: $0) }
  }

  @Test("list the findings about the source in the order of names")
  func sorted() throws {
    let site = try SiteFixture()
    try site.writeSource()
    let names = ["z", "m", "a", "k", "b", "x", "c", "y"].map { "img/" + $0 }
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: site.folder.path("dist/" + name), withDestinationPath: "x.png")
    }
    #expect(try summaries(site) == names.sorted().map { "source-entry " + $0 })
  }

  @Test("reject files that are too large before anything is written")
  func large() throws {
    let site = try SiteFixture()
    try site.writeSource()
    for (name, size) in [("js/big.js", 65 << 20), ("img/big.png", 513 << 20)] {
      try site.folder.write("", to: "dist/" + name)
      // A sparse file needs no disk space.
      let file = try #require(FileHandle(forWritingAtPath: site.folder.path("dist/" + name)))
      try file.truncate(atOffset: UInt64(size))
      try file.close()
    }
    #expect(try summaries(site) == ["source-entry img/big.png", "source-entry js/big.js"])
    #expect(!(try site.folder.names(in: ".")).contains("out"))
  }

  @Test("write nothing through a symlink in the output folder", arguments: ["js", "img"])
  func symlink(name: String) throws {
    let site = try SiteFixture()
    try site.writeSource()
    let elsewhere = try site.folder.makeFolder("elsewhere")
    _ = try site.folder.makeFolder("out")
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.path("out/" + name), withDestinationPath: elsewhere)
    let error = #expect(throws: FileError.self) { try site.build() }
    #expect(error?.exitStatus == .cannotCreate)
    #expect(try site.folder.names(in: "elsewhere") == [])
    #expect(try site.folder.readTree("out").files.keys.filter { $0.hasSuffix("staged") } == [])
  }

  @Test("replace a symlink to a file, and keep its target")
  func fileLink() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.folder.write("precious", to: "elsewhere")
    _ = try site.folder.makeFolder("out/img")
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.path("out/img/x.png"), withDestinationPath: site.folder.path("elsewhere"))
    try site.build()
    #expect(try site.folder.read("elsewhere") == Array("precious".utf8))
    #expect(try site.folder.read("out/img/x.png") == [0x89, 0xFF])
  }

  @Test("delete the remains of an interrupted build, and fail during another one")
  func leftovers() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.build()
    let before = try site.folder.readTree("out").files
    for name in [".routes.json", "js/.a.js", "old/.b.js", "img/.x.png"] {
      try site.folder.write("half", to: "out/\(name).eros-staged")
    }
    try site.build()
    #expect(try site.folder.readTree("out").files == before)
    let other = try StagedFile(site.folder.path("out/routes.json"))
    let error = #expect(throws: FileError.self) { try site.build() }
    #expect(error?.exitStatus == .busy)
    withExtendedLifetime(other) {}
  }

  @Test("remove only valid hashes from the addresses of a configuration")
  func configuredNames() throws {
    let text = Array(
      #"{"items":[{"uri":"^a$","remote_file":"rexxar/foo-bar.html"},{"uri":"^b$","remote_file":"rexxar/foo-252452ae58.html"},{"uri":"^c$","remote_file":"rexxar/foo-252452AE58.html"},{"uri":"^d$","remote_file":"rexxar/foo-.html"}]}"#
        .utf8)
    let plan = try RoutePlan.read(
      section: JSONReader.read(text, file: "c"), base: SiteFixture.base, file: "c",
      position: { TextPosition(ofByte: $0, in: text) })
    #expect(
      plan.entries.map(\.page) == [
        "rexxar/foo-bar.html", "rexxar/foo.html", "rexxar/foo-252452AE58.html", "rexxar/foo-.html",
      ])
  }

  @Test("follow a long chain of references")
  func chain() throws {
    let site = try SiteFixture()
    try site.writeSource()
    for index in 0..<600 {
      try site.folder.write("load('f\(index + 1).js')", to: "dist/js/f\(index).js")
    }
    #expect(try site.build().files.count == 607)
  }
}

@Suite("Site verification", .temporaryFolder)
struct SiteVerifyTests {
  private func problems(_ change: (SiteFixture, [String: String]) throws -> Void) throws -> [String]
  {
    let site = try SiteFixture()
    try site.writeSource()
    try change(site, try site.build().files)
    return try SiteVerifier.verify(site.folder.path("out")).findings.map { site.summary(of: $0) }
  }

  @Test("finds a changed page and a changed script", arguments: ["rexxar/demo.html", "js/app.js"])
  func damage(source: String) throws {
    var name = ""
    let changed = try problems { site, files in
      name = files[source] ?? ""
      try site.folder.write("changed", to: "out/" + name)
    }
    #expect(changed == ["hash-mismatch " + name])
  }

  @Test("finds a missing file of a page that another page links to")
  func linked() throws {
    var name = ""
    let found = try problems { site, _ in
      // The first page of the map links to the second one.
      try site.folder.write(
        #"<a href="other.html"><script src="../js/app.js">"#, to: "dist/rexxar/demo.html")
      try site.folder.write(#"<script src="../js/part.js">"#, to: "dist/rexxar/other.html")
      let files = try site.build(into: "linked").files
      name = files["js/part.js"] ?? ""
      try FileManager.default.removeItem(atPath: site.folder.path("out"))
      try FileManager.default.moveItem(
        atPath: site.folder.path("linked"), toPath: site.folder.path("out"))
      try FileManager.default.removeItem(atPath: site.folder.path("out/" + name))
    }
    #expect(found == ["file-missing " + name])
  }

  @Test("ignores other sites if the addresses are paths")
  func paths() throws {
    let site = try SiteFixture()
    try site.folder.write(
      #"<script src="https://cdn.example/a/x.js"></script><script src="//cdn.example/y.js"></script><script src="/js/z.js"></script>"#,
      to: "out/r/page-7a93cb29e0.html")
    try site.folder.write("z()", to: "out/js/z.js")
    let map = { (file: String) in #"{"items":[{"uri":"^a$","remote_file":"\#(file)"}]}"# }
    for address in ["r/page-7a93cb29e0.html", "/r/page-7a93cb29e0.html"] {
      try site.folder.write(map(address), to: "out/routes.json")
      let report = try SiteVerifier.verify(site.folder.path("out"))
      #expect(report.findings.filter { !$0.has(RouteFindingCode.hashMismatch) } == [], "\(address)")
      #expect(report.files == 2)
    }
  }

  @Test("accepts that apps fetch a page without pack_in_app, unless all pages are required")
  func fetchedPages() throws {
    let site = try SiteFixture()
    try site.writeSource()
    try site.build(plan: SiteFixture.plan(packed: false))
    let route = #"{"uri":"^b$","remote_file":"https://example.com/site/r/away-c775298867.html"}"#
    let packed = route.replacing(#"html"}"#, with: #"html","pack_in_app":true}"#)
    let shipped =
      #"{"uri":"^s$","remote_file":"https://example.com/site/r/kept-4d8b6084f3.html","pack_in_app":true}"#
    try site.folder.write("kept", to: "out/r/kept-4d8b6084f3.html")
    func verify(_ routes: String, all: Bool = false) throws -> [String] {
      try site.folder.write(#"{"items":[\#(shipped),\#(routes)]}"#, to: "out/routes.json")
      return try SiteVerifier.verify(site.folder.path("out"), requiresAllPages: all)
        .findings.errors.map { site.summary(of: $0) }
    }
    let missing = ["file-missing r/away-c775298867.html"]
    #expect(try verify(route) == [])
    #expect(try SiteVerifier.verify(site.folder.path("out")).fetchedPages == 1)
    #expect(try verify(route, all: true) == missing)
    // A page that another route packs must exist.
    #expect(try verify(packed) == missing)
    #expect(try verify(route.replacing("^b$", with: "^c$") + "," + packed) == missing)
    // A page in the folder is checked, also if apps may fetch it.
    try site.folder.write("changed", to: "out/r/away-c775298867.html")
    #expect(try verify(route) == ["hash-mismatch r/away-c775298867.html"])
  }

  @Test(
    "a folder without any page of its map is not verified",
    arguments: [
      "", #"{"uri":"^b$","remote_file":"https://example.com/site/r/away-c775298867.html"}"#,
    ])
  func nothingToVerify(routes: String) throws {
    let site = try SiteFixture()
    try site.folder.write(#"{"items":[\#(routes)]}"#, to: "out/routes.json")
    let error = #expect(throws: RouteSandboxError.self) {
      try SiteVerifier.verify(site.folder.path("out"))
    }
    #expect(error == .nothingToVerify(map: site.folder.path("out/routes.json")))
    #expect(error?.exitStatus == .inputNotFound)
  }

  @Test("reports a page with a number in its name instead of a hash")
  func shortHash() throws {
    let site = try SiteFixture()
    // The MD5 of the page starts with 7.
    try site.folder.write("17", to: "out/r/demo-7.html")
    try site.folder.write(
      #"{"items":[{"uri":"^a$","remote_file":"https://x/r/demo-7.html"}]}"#, to: "out/routes.json")
    #expect(
      try SiteVerifier.verify(site.folder.path("out")).findings.map(\.code) == ["hash-missing"])
  }

  @Test("reports a page with an empty hash")
  func emptyHash() throws {
    let site = try SiteFixture()
    try site.folder.write("x", to: "out/r/page-.html")
    try site.folder.write(
      #"{"items":[{"uri":"^a$","remote_file":"https://x/r/page-.html"}]}"#, to: "out/routes.json")
    #expect(
      try SiteVerifier.verify(site.folder.path("out")).findings.map(\.code) == ["hash-missing"])
  }

  @Test("finds missing scripts and pages, and names without a hash")
  func missing() throws {
    let site = try SiteFixture()
    try site.folder.write(
      #"<script src="../js/no.js"></script><script src="https://elsewhere.example/x.js"></script><script>load("no.js")</script>"#,
      to: "out/r/page.html")
    let route = { (file: String) in
      #"{"uri":"^a$","remote_file":"https://example.com/\#(file)","pack_in_app":true}"#
    }
    let list = ["r/page.html", "r/none-0000000000.html", "../x.html", "r/page.js"].map(route)
    try site.folder.write(#"{"items":[\#(list.joined(separator: ","))]}"#, to: "out/routes.json")
    let report = try SiteVerifier.verify(site.folder.path("out/routes.json"))
    let errors = report.findings.errors
    #expect(
      errors.map { site.summary(of: $0) } == [
        // Of four equal expressions, three are hidden.
        "route-hidden ^a$", "route-hidden ^a$", "route-hidden ^a$",
        "hash-missing r/page.html", "file-missing js/no.js", "file-missing r/none-0000000000.html",
        "bad-address https://example.com/../x.html", "bad-address https://example.com/r/page.js",
      ])
  }
}
