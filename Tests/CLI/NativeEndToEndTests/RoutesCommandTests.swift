import ErosTestSupport
import Foundation
import Testing

@Suite("eros routes", .temporaryFolder)
struct RoutesCommandTests {
  private static let base = "https://example.com/site"

  /// Writes and builds a site of one page.
  private func build(
    _ folder: TemporaryFolder, mark: String = "", output: String = "out", _ arguments: String...
  ) async throws -> ToolResult {
    try folder.write("<script src=\"../js/app.js\"></script>\(mark)", to: "dist/rexxar/demo.html")
    try folder.write("app()", to: "dist/js/app.js")
    try folder.write(
      #"[{"filename":"rexxar/demo","uri":"^app://example\\.com/demo/?(\\?.*)?$"}]"#, to: "map.json")
    return try await runTool(
      Tool.built("eros"),
      ["routes", "build", "dist", "--map", "map.json", "--base-url", Self.base, "--output", output]
        + arguments, in: folder.path("."), environment: ["SOURCE_DATE_EPOCH": "1700000000"])
  }

  @Test("a site is built, verified, installed, updated and resolved")
  func lifecycle() async throws {
    let folder = try TemporaryFolder.ofTest()
    let built = try await build(folder, "--version", "1.0.0", "--json").json()
    #expect(
      Set(built.keys) == [
        "bytes", "deployTime", "dropped", "files", "findings", "output", "routes", "skipped",
        "unchanged", "version",
      ])
    #expect(built["deployTime"] as? String == "Tue, 14 Nov 2023 22:13:20 GMT")
    #expect(try await eros("routes", "verify", "out", in: folder).status == 0)
    let installed = try await eros(
      "routes", "install", "--sandbox", "box", "--resource", "out", "--json", in: folder)
    #expect(try installed.json()["source"] as? String == "resource")

    #expect(try await build(folder, mark: "new", output: "out2", "--version", "1.1.0").status == 0)
    let difference = try await eros("routes", "diff", "out", "out2", "--json", in: folder).json()
    #expect((difference["changed"] as? [Any])?.count == 1)
    #expect(difference["fetchBytes"] as? Int == 50)
    let updated = try await eros(
      "routes", "install", "--sandbox", "box", "--update", "out2", in: folder)
    #expect(updated.standardOutput.contains("installed, with 1 page, 50 B"), "\(updated)")

    let uri = "app://example.com/demo?x=1"
    let found = try await eros("routes", "resolve", uri, "--sandbox", "box", "--json", in: folder)
      .json()
    #expect(found["source"] as? String == "cache")
    let path = try #require(found["path"] as? String)
    #expect(String(decoding: try folder.read(path), as: UTF8.self).hasSuffix("new"))
    let none = try await eros(
      "routes", "resolve", "app://example.com/x", "--sandbox", "box", in: folder)
    #expect(none.status == 1 && none.standardOutput.contains("does not match"))
  }

  @Test("build reports all errors and exits with 65")
  func refused() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await build(folder)
    try folder.write("x", to: "dist/rexxar/my-page.html")
    try folder.write(#"[{"filename":"rexxar/no","uri":"("}]"#, to: "map.json")
    let result = try await eros(
      "routes", "build", "dist", "--map", "map.json", "--base-url", Self.base, "--output", "no",
      in: folder)
    #expect(result.status == 65)
    for code in ["page-name", "page-missing", "expression-invalid"] {
      #expect(result.standardError.contains("[\(code)]"), "\(result)")
    }
    let json = try await eros(
      "routes", "build", "dist", "--map", "map.json", "--base-url", Self.base, "--output", "no",
      "--json", in: folder)
    #expect(json.status == 65)
    let findings = try #require(try json.json()["findings"] as? [[String: Any]])
    #expect(
      Set(findings.compactMap { $0["code"] as? String }).isSuperset(
        of: ["page-name", "page-missing", "expression-invalid"]))
    let error = try #require(try json.json()["error"] as? [String: Any])
    #expect((error["problem"] as? String)?.hasSuffix("more errors") == true, "\(error)")
    #expect(try !folder.names(in: ".").contains("no"))
  }

  @Test("verify of a damaged site exits with 1")
  func damage() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await build(folder)
    for name in try folder.names(in: "out/js") { try folder.write("x", to: "out/js/" + name) }
    let result = try await eros("routes", "verify", "out", "--json", in: folder)
    #expect(result.status == 1)
    let findings = try #require(try result.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["hash-mismatch"])
  }

  @Test("a folder without a map is not the output of a build")
  func missingMap() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "out/index.html")
    let result = try await eros("routes", "verify", "out", in: folder)
    #expect(result.status == 66)
    #expect(
      result.standardError.hasSuffix("hint: pass the output folder of `eros routes build`\n"),
      "\(result)")
  }

  @Test("text from a route map is printed escaped")
  func hostileMap() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await build(folder)
    let hostile = #"\u001b[31m\u202e\ninjected"#
    try folder.write(
      #"{"version":"2\#(hostile)","deploy_time":"\#(hostile)","items":[{"uri":"^a\#(hostile)$","remote_file":"https://x/r/\#(hostile).html"}]}"#,
      to: "hostile/routes.json")
    var results = [
      try await eros("routes", "install", "--sandbox", "box", "--resource", "hostile", in: folder),
      try await eros(
        "routes", "resolve", "a\u{1B}[31m\u{202E}\ninjected", "--sandbox", "box", in: folder),
      try await eros("routes", "verify", "hostile", in: folder),
      try await eros("routes", "diff", "out", "hostile", in: folder),
    ]
    try folder.write(
      #"{"routes":{"version":"2\#(hostile)","items":[{"uri":"^a$","remote_file":"rexxar/demo"}]}}"#,
      to: "eros.native.json")
    results.append(
      try await eros(
        "routes", "build", "dist", "--config", "eros.native.json", "--base-url", Self.base,
        "--output", "hostile", in: folder))
    for result in results {
      let text = result.standardOutput + result.standardError
      #expect(text.contains("\\u{1b}[31m\\u{202e}"), "\(result)")
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(result)")
      #expect(!text.contains("\ninjected"), "\(result)")
    }
  }

  @Test(
    "on Android, resolve prints a page and a partial; unsupported expressions are warnings")
  func lists() async throws {
    let folder = try TemporaryFolder.ofTest()
    let route = { (uri: String, page: String) in
      #"{"uri":"\#(uri)","remote_file":"https://x/r/\#(page).html"}"#
    }
    try folder.write("part", to: "first/r/part.html")
    try folder.write(
      #"{"items":[\#(route("(x)\\\\1", "no")),\#(route("^app://.*$", "page"))],"partial_items":[\#(route("^app://a$", "part"))]}"#,
      to: "first/routes.json")
    _ = try await eros("routes", "install", "--sandbox", "box", "--resource", "first", in: folder)
    let arguments = ["routes", "resolve", "app://a", "--sandbox", "box", "--platform"]
    let shown = try await runTool(Tool.built("eros"), arguments + ["android"], in: folder.path("."))
    #expect(shown.status == 0)
    #expect(shown.standardOutput.contains("as a partial"), "\(shown)")
    #expect(shown.standardError.contains(#"the earlier route '(x)\1' may match too"#), "\(shown)")
    let android = try await runTool(
      Tool.built("eros"), arguments + ["android", "--json"], in: folder.path(".")
    ).json()
    #expect(android["route"] as? String == "^app://.*$")
    let part = try #require(android["part"] as? [String: Any])
    #expect(part["route"] as? String == "^app://a$" && part["source"] as? String == "resource")
    let ios = try await runTool(
      Tool.built("eros"), arguments + ["ios", "--json"], in: folder.path(".")
    ).json()
    #expect(ios["part"] is NSNull)
  }

  @Test("build reads routes from the configuration")
  func configuration() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await build(folder)
    try folder.write(
      #"{"appName":"a","routes":{"items":[{"uri":"^a$","remote_file":"rexxar/demo"}]}}"#,
      to: "eros.native.json")
    let arguments = [
      "routes", "build", "dist", "--base-url", Self.base, "--config", "eros.native.json",
    ]
    let result = try await runTool(
      Tool.built("eros"), arguments + ["--output", "other", "--json"], in: folder.path("."))
    #expect(try result.json()["routes"] as? Int == 1, "\(result)")
    try folder.write(#"{"routes":{"items":[{"uri":"^a$"}]}}"#, to: "eros.native.json")
    let bad = try await runTool(
      Tool.built("eros"), arguments + ["--output", "other"], in: folder.path("."))
    #expect(bad.status == 65)
    #expect(
      bad.standardError.contains("eros.native.json:1:21: 'remote_file' is missing in the entry"))
  }

  @Test("a site of several hundred files is built, verified, installed and resolved")
  func largeSite() async throws {
    let folder = try TemporaryFolder.ofTest()
    var random = SeededGenerator(seed: 1)
    let scripts = (0..<13).map { "script\($0).js" }
    let images = (0..<500).map { "image\($0).bin" }
    for script in scripts { try folder.write(random.text(20_000), to: "dist/js/" + script) }
    for image in images { try folder.write(random.noise(500), to: "dist/images/" + image) }
    var map: [[String: String]] = []
    for (index, script) in scripts.enumerated() {
      try folder.write(
        "<!doctype html><script src=\"../js/\(script)\"></script>",
        to: "dist/pages/page\(index).html")
      map.append(["filename": "pages/page\(index)", "uri": "^app://site/page\(index)(\\?.*)?$"])
    }
    try folder.write(Array(try JSONSerialization.data(withJSONObject: map)), to: "map.json")
    let built = try await eros(
      "routes", "build", "dist", "--map", "map.json", "--base-url", Self.base, "--version", "1",
      "--output", "out", "--json", in: folder)
    #expect(built.status == 0, "\(built)")
    #expect(
      (try built.json()["files"] as? [String: String])?.count
        == images.count + 2 * scripts.count)
    let verified = try await eros("routes", "verify", "out", "--json", in: folder).json()
    #expect(verified["files"] as? Int == 2 * scripts.count)
    #expect((verified["findings"] as? [Any])?.count == 0)
    #expect(
      try await eros("routes", "install", "--sandbox", "box", "--resource", "out", in: folder)
        .status == 0)
    for (index, script) in scripts.enumerated() {
      let found = try await eros(
        "routes", "resolve", "app://site/page\(index)?a", "--sandbox", "box", "--platform",
        "android", "--json", in: folder
      ).json()
      #expect(found["source"] as? String == "resource")
      let text = String(
        decoding: try folder.read(try #require(found["path"] as? String)), as: UTF8.self)
      #expect(text.contains("/" + script.dropLast(3) + "-"))
    }
  }
}
