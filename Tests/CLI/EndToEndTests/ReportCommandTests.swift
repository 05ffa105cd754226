import ErosTestSupport
import Foundation
import Testing

@Suite("eros report", .temporaryFolder)
struct ReportCommandTests {
  private func packVersions(in folder: TemporaryFolder) async throws {
    try folder.writeApp()
    for version in 1...2 {
      try folder.write("// version \(version)\n", to: "dist/pages/home/index.js")
      let packed = try await eros(
        "pack", "--output", "v\(version)", "--timestamp", "\(version)000", in: folder)
      try #require(packed.status == 0)
    }
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> ToolResult {
    try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
  }

  @Test("report writes a reproducible page and prints a summary")
  func page() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let arguments = ["v1/bundle.zip", "v2/bundle.zip", "--output"]
    let made = try await runTool(
      Tool.built("eros"), ["report"] + arguments + ["page.html"], in: folder.path("."))
    #expect(made.status == 0, "\(made)")
    #expect(made.standardOutput.contains("0 added, 1 changed, 0 moved, 0 removed"))
    #expect(made.standardOutput.contains("content delta  "))
    let page = try folder.read("page.html")
    #expect(page.starts(with: Array("<!DOCTYPE html>".utf8)))
    try folder.write("existing", to: "again.html")
    let again = try await runTool(
      Tool.built("eros"), ["report"] + arguments + ["again.html"], in: folder.path("."))
    #expect(again.status == 0)
    #expect(try folder.read("again.html") == page)
  }

  @Test("--json prints the page's data, with and without a page")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let printed = try await eros("report", "v1/bundle.zip", "v2/bundle.zip", "--json", in: folder)
    let document = try printed.json()
    let updates = try #require(document["updates"] as? [[String: Any]])
    #expect(updates.map { $0["form"] as? String } == ["zip", "bsdiff", "delta"])
    for (form, name) in [("bsdiff", "u.bin"), ("delta", "u.erosdelta")] {
      _ = try await eros("diff", "v1/bundle.zip", "v2/bundle.zip", "--output", name, in: folder)
      let cost = updates.first { $0["form"] as? String == form }
      #expect(cost?["bytes"] as? Int == (try folder.read(name).count))
    }
    let bundle = try #require(document["bundle"] as? [String: Any])
    #expect(bundle["bytes"] as? Int == (try folder.read("v2/bundle.zip").count))
    #expect(bundle["verdict"] as? String == "verified")
    let both = try await eros(
      "report", "v1/bundle.zip", "v2/bundle.zip", "--json", "--output", "p.html", in: folder)
    #expect(both.standardOutput == printed.standardOutput)
    #expect(try folder.names(in: ".").contains("p.html"))
    let alone = try await eros("report", "v2/bundle.zip", "--json", in: folder).json()
    #expect(alone["old"] is NSNull)
    #expect((alone["updates"] as? [Any])?.isEmpty == true)
  }

  @Test("without --output, report prints the summary, and says how to get the page")
  func summaryOnly() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let result = try await run(["report", "v2/bundle.zip"], in: folder)
    #expect(result.status == 0)
    let lines = result.standardOutput.split(separator: "\n")
    #expect(lines.first?.hasPrefix("bundle") == true)
    #expect(!lines.contains { $0.hasPrefix("page") })
    #expect(result.standardError == "hint: --output FILE.html writes a page with all files\n")
  }

  @Test("the page of an invalid bundle contains its findings, and report exits with 65")
  func unsafe() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let made = try await eros("report", "eros.native.json", "--output", "p.html", in: folder)
    #expect(made.status == 65)
    #expect(made.standardOutput.contains("unsafe"))
    #expect(String(decoding: try folder.read("p.html"), as: UTF8.self).contains("notAZip"))
    let old = try await eros(
      "report", "eros.native.json", "v1/bundle.zip", "--output", "q.html", in: folder)
    #expect(old.status == 65)
    #expect(old.standardError.contains("'eros.native.json' is not a safe zip"))
    #expect(old.standardError.contains("\nhint: "))
    #expect(try !folder.names(in: ".").contains("q.html"))
  }

  @Test("a page that cannot be written does not change existing files")
  func outputs() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let before = try folder.read("v1/bundle.zip")
    for (output, status) in [
      ("v1", 73), ("v1/bundle.zip", 73), ("v2/../v2/bundle.zip", 73), ("no/page.html", 73),
    ] {
      let made = try await eros(
        "report", "v1/bundle.zip", "v2/bundle.zip", "--output", output, in: folder)
      #expect(made.status == Int32(status), "\(output): \(made)")
      #expect(made.standardError.hasPrefix("error: "))
      #expect(made.standardOutput == "")
    }
    #expect(try folder.read("v1/bundle.zip") == before)
    #expect(try !folder.names(in: ".").contains("no"))
    let wrong = try await run(
      ["report", "v2/bundle.zip", "--json", "--max-image-side", "0"], in: folder)
    #expect(wrong.status == 64, "\(wrong)")
  }

  @Test("a full disk exits with 74 and keeps the previous page", .needsMount)
  func fullDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let small = try folder.makeFolder("small")
    try await SmallDisk.withMounted(kilobytes: 20, at: small) {
      try folder.write("previous", to: "small/page.html")
      let made = try await eros(
        "report", "v2/bundle.zip", "--output", "small/page.html", in: folder)
      #expect(made.status == 74, "\(made)")
      #expect(try folder.names(in: "small") == ["page.html"])
      #expect(try folder.read("small/page.html") == Array("previous".utf8))
    }
  }

  @Test("the image limits are applied and printed in the data")
  func limits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let document = try await eros(
      "report", "v2/bundle.zip", "--json", "--max-image-side", "640", "--max-image-bytes", "4K",
      in: folder
    ).json()
    let limits = try #require(document["imageLimits"] as? [String: Any])
    #expect(limits["side"] as? Int == 640 && limits["bytes"] as? Int == 4096)
    let files = try #require(document["files"] as? [[String: Any]])
    let logo = files.first { $0["path"] as? String == "assets/logo.png" }
    let findings = try #require(logo?["imageFindings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["wrongContent"])
  }

  @Test("a size over its budget is a finding in all formats, and report exits with 1")
  func budget() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let arguments = ["report", "v1/bundle.zip", "v2/bundle.zip", "--budget", "total=100,page=1GB"]
    let text = try await run(arguments + ["--output", "p.html"], in: folder)
    #expect(text.status == 1)
    #expect(text.standardOutput.contains("v2/bundle.zip: error: the zip has "))
    #expect(text.standardOutput.contains("exceeded (1 finding): total "))
    #expect(text.standardOutput.contains("compared with  bundle.zip, version "))
    #expect(try folder.names(in: ".").contains("p.html"))
    let json = try await run(arguments + ["--json"], in: folder)
    #expect(json.status == 1)
    let budget = try #require(try json.json()["budget"] as? [String: Any])
    #expect((budget["findings"] as? [Any])?.count == 1)
    let github = try await run(arguments + ["--format", "github"], in: folder)
    #expect(github.status == 1)
    #expect(github.standardOutput.contains("title=totalOverBudget::the zip has "))
    let junit = try await run(arguments + ["--format", "junit"], in: folder)
    #expect(junit.standardOutput.contains(#"tests="3" failures="1" errors="0" skipped="1""#))
    let markdown = try await run(arguments + ["--format", "markdown"], in: folder)
    #expect(markdown.status == 1)
    #expect(markdown.standardOutput.hasPrefix("<!-- eros report -->\n### Bundle size\n"))
    #expect(markdown.standardOutput.contains("| **over** 100 B |"), "\(markdown)")
    #expect(markdown.standardOutput.contains("`totalOverBudget`"))
    #expect(markdown.standardOutput.contains("| | now | before | change | budget |"))
    #expect(markdown.standardOutput.contains("\n| largest script, "))
    #expect(!markdown.standardOutput.contains("\n- same "))
    let page = try await run(arguments + ["--output", "sizes.md"], in: folder)
    #expect(page.status == 64 && page.standardOutput == "")
    #expect(page.standardError.contains("--output writes an HTML page"), "\(page)")
    let met = try await eros(
      "report", "v2/bundle.zip", "--budget", "total=1MiB", "--format", "github", in: folder)
    #expect(met.status == 0 && met.standardOutput == "")
  }

  @Test("the budget of the configuration applies to report and check; options replace its limits")
  func configuredBudget() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    func write(_ budget: String) throws {
      let section = "{\n  \"check\": { \"budget\": \(budget) },"
      try folder.write(section + config.dropFirst(), to: "eros.native.json")
    }
    try write(#"{ "total": 100, "page": "1.5 MB" }"#)
    let report = ["report", "v2/bundle.zip", "--output", "p.html"]
    #expect(try await run(report, in: folder).status == 1)
    #expect(try await run(report + ["--budget", "total=1MB"], in: folder).status == 0)
    // Without a packed bundle: the pages are packed for the check.
    let checked = try await eros("check", in: folder)
    #expect(checked.status == 1)
    #expect(checked.standardOutput.contains("dist: error: the zip has "), "\(checked)")
    #expect(checked.standardOutput.contains("[totalOverBudget]"), "\(checked)")
    let packed = try await eros("pack", "--output", "v3", in: folder)
    #expect(packed.status == 0)
    #expect(packed.standardError.contains("warning: the zip has "), "\(packed)")
    let packedJSON = try await eros("pack", "--output", "v3", "--json", in: folder).json()
    let warnings = (packedJSON["findings"] as? [[String: Any]])?.map { $0["code"] as? String }
    #expect(warnings?.contains("totalOverBudget") == true)
    let delta = try await eros(
      "check", "--against", "v1/bundle.zip", "--budget", "total=9MB,delta=1", in: folder)
    #expect(delta.standardOutput.contains("[deltaOverBudget]"), "\(delta)")
    let page = "dist/pages/home/index.js"
    let pages = try await eros("check", "--budget", "total=9MB,page=1", in: folder)
    #expect(pages.standardOutput.contains("\(page): error: the script has "), "\(pages)")
    let excused = try await eros(
      "check", "--budget", "total=9MB,page=1", "--disable", "pageOverBudget:\(page)", in: folder)
    #expect(!excused.standardOutput.contains(page), "\(excused)")
    #expect(excused.standardOutput.contains("dist/config/index.js: error: the script has "))
    try folder.write(
      "{ \"check\": { \"bugdet\": { \"total\": 1 } }," + config.dropFirst(), to: "eros.native.json")
    #expect(try await run(report, in: folder).status == 65)
    let misspelled = try await eros("check", in: folder)
    #expect(misspelled.status == 1)
    #expect(misspelled.standardOutput.contains("[keyUnknown]"), "\(misspelled)")
    try write(#"{ "total": "2 melons" }"#)
    let invalid = try await run(report, in: folder)
    #expect(invalid.status == 65)
    #expect(invalid.standardError.contains("eros.native.json:2:"), "\(invalid)")
    #expect(invalid.standardError.contains("'2 melons' is not a size such as 200KB"))
    let validated = try await eros("config", "validate", in: folder)
    #expect(validated.standardOutput.contains("[sizeMalformed]"))
  }

  @Test(
    "a malformed budget is a usage error with its reason",
    arguments: [
      ("total", "'total' is not a limit"), ("totl=1MB", "'totl' is not 'total', 'page' or 'delta'"),
      ("page=", "'' is not a size"), ("page=1TB", "'1TB' is not a size"),
      ("page=0", "'0' is not from 1 byte"), ("page=-1KB", "'-1KB' is not a size"),
      ("page=1,page=2", "'page' has two limits"), ("delta=1KB", "needs an older bundle"),
    ])
  func malformedBudget(budget: String, problem: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let made = try await runTool(
      Tool.built("eros"), ["report", "b.zip", "--json", "--budget", budget], in: folder.path("."))
    #expect(made.status == 64)
    #expect(made.standardError.contains(problem), "\(made)")
  }

  @Test("--against draws the history, and compares with the previous release")
  func history() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let empty = try folder.makeFolder("releases")
    let report = ["report", "v2/bundle.zip", "--against", "releases", "--json"]
    let none = try await run(report, in: folder)
    #expect(none.status == 66)
    #expect(none.standardError.contains("no other bundle found in 'releases'"), "\(none)")
    #expect(!empty.isEmpty)
    try folder.write(folder.read("v1/bundle.zip"), to: "releases/1.zip")
    let document = try await run(report, in: folder).json()
    let history = try #require(document["history"] as? [[String: Any]])
    #expect(history.map { $0["name"] as? String } == ["1.zip", "bundle.zip"])
    #expect(history.last?["isCurrent"] as? Bool == true)
    #expect((document["updates"] as? [Any])?.count == 3)
    let missing = try await eros(
      "report", "v2/bundle.zip", "--against", "none", "--json", in: folder)
    #expect(missing.status == 66)
  }

  private static let framework = "// { \"framework\": \"Vue\" }\n"
  private static let page = framework + "new Vue({ el: '#root', render: (h) => h('div') });\n"

  /// Packs pages that pass, fail and are not judged.
  private func packPages(in folder: TemporaryFolder) async throws {
    try folder.writeApp()
    // The page allocates before it renders: the memory of a small page may not grow.
    try folder.write(
      Self.framework + "const list = Array.from({ length: 400000 }, (_, i) => ({ i }));\n"
        + "new Vue({ el: '#root', render: (h) => h('div', list.length) });\n",
      to: "dist/pages/home/index.js")
    try folder.write(Self.page + "none();\n", to: "dist/pages/broken/index.js")
    try folder.write(
      Self.framework + "new Vue({ el: '#root', created() { window.x } });\n",
      to: "dist/pages/browser/index.js")
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
  }

  @Test(
    "--rehearse shows the first renders, and the pages that failed or were not judged",
    .needsJavaScriptCore)
  func rehearsal() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packPages(in: folder)
    let report = ["report", "out/bundle.zip", "--rehearse"]
    let text = try await run(report + ["--output", "p.html"], in: folder)
    #expect(text.status == 0, "\(text)")
    #expect(text.standardOutput.contains("first render  2 of 4 pages rendered, median "), "\(text)")
    #expect(text.standardOutput.contains(", 1 failed, 1 not judged\n"), "\(text)")
    #expect(text.standardOutput.contains(" ████████████████████  pages/"), "\(text)")
    #expect(
      text.standardOutput.contains(
        "\nfailed\n  pages/broken/index.js: ReferenceError: Can't find variable: none\n"), "\(text)"
    )
    #expect(
      text.standardOutput.contains("\nnot judged\n  pages/browser/index.js: it needs 'window'"),
      "\(text)")
    let html = String(decoding: try folder.read("p.html"), as: UTF8.self)
    #expect(html.contains(#""verdict":"notJudged""#))
    let markdown = try await run(report + ["--format", "markdown"], in: folder)
    #expect(
      markdown.standardOutput.contains("### First render\n\n2 of 4 pages rendered, median "),
      "\(markdown)")
    #expect(!markdown.standardOutput.contains("not listed"), "\(markdown)")
    #expect(markdown.standardOutput.contains("| failed: ReferenceError"), "\(markdown)")
    #expect(markdown.standardOutput.contains("| – | – | not judged: it needs"), "\(markdown)")
    let document = try await run(report + ["--json"], in: folder).json()
    let rehearsal = try #require(document["rehearsal"] as? [String: Any])
    let pages = try #require(rehearsal["pages"] as? [[String: Any]])
    let home = try #require(pages.first { $0["path"] as? String == "pages/home/index.js" })
    #expect(home["verdict"] as? String == "passed" && home["reason"] is NSNull)
    let platforms = try #require(home["platforms"] as? [[String: Any]])
    #expect(Set(platforms.compactMap { $0["platform"] as? String }) == ["ios", "android"])
    for (key, minimum) in [("firstRenderSeconds", 0), ("firstRenderBytes", 1_000_000.0)] {
      let values = platforms.compactMap { ($0[key] as? NSNumber)?.doubleValue }
      #expect((home[key] as? NSNumber)?.doubleValue == values.max())
      // The second platform may use memory that the first one has freed, which is no growth.
      #expect(values.count == 2 && values.contains { $0 > minimum }, "\(home)")
    }
    let plain = try await eros("report", "out/bundle.zip", "--json", in: folder).json()
    #expect(plain["rehearsal"] is NSNull)
  }

  @Test("the Markdown of many pages lists failed and unjudged pages first", .needsJavaScriptCore)
  func manyPages() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packPages(in: folder)
    // The page fails before it renders.
    try folder.write(Self.framework + "none();\n", to: "dist/pages/broken/index.js")
    for number in 1...10 { try folder.write(Self.page, to: "dist/pages/p\(number)/index.js") }
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    let report = ["report", "out/bundle.zip", "--rehearse"]
    let markdown = try await run(report + ["--format", "markdown"], in: folder)
    let rows = markdown.standardOutput.split(separator: "\n").filter { $0.hasPrefix("| pages/") }
    #expect(rows.count == 10, "\(markdown)")
    #expect(rows.first?.contains("pages/broken/index.js | – | – | failed: ") == true, "\(markdown)")
    #expect(rows.dropFirst().first?.contains("| not judged: ") == true, "\(markdown)")
    #expect(markdown.standardOutput.contains("\n\n11 of 14 pages rendered, median "), "\(markdown)")
    #expect(markdown.standardOutput.contains("\n\n4 more pages not listed\n"), "\(markdown)")
    let text = try await run(report, in: folder)
    #expect(text.standardOutput.contains("\n  6 more; --output lists all\n"), "\(text)")
  }

  @Test("a bundle without pages is not rehearsed, and gets its report", .needsJavaScriptCore)
  func rehearsalWithoutPages() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for name in ["mediator", "pages"] {
      try FileManager.default.removeItem(atPath: folder.path("dist/" + name))
    }
    let config = TemporaryFolder.config.replacing(
      #""page": { "homePage": "/pages/home/index.js", "mediatorPage": "/mediator/index.js" },"#,
      with: "")
    try folder.write(config, to: "eros.native.json")
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    let result = try await run(["report", "out/bundle.zip", "--rehearse"], in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(
      result.standardError.contains("note: not rehearsed: the bundle contains no pages\n"),
      "\(result)")
    #expect(!result.standardOutput.contains("first render"), "\(result)")
  }

  @Test(
    "the language of the page is that of --language, or of the environment",
    arguments: [
      ("zh-CN", ["LANG": "C"], "zh-CN"), ("en", ["LANG": "zh_CN.UTF-8"], "en"),
      (nil, ["LANG": "zh_CN.UTF-8"], "zh-CN"),
      (nil, ["LC_ALL": "C", "LANG": "zh_CN.UTF-8"], "en"),
      (nil, ["LC_MESSAGES": "zh_CN.UTF-8", "LANG": "C"], "zh-CN"),
    ])
  func language(option: String?, environment: [String: String], expected: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let unset = ["LC_ALL": "", "LC_MESSAGES": "", "LANG": ""]
    let options = ["--output", "p.html"] + (option.map { ["--language", $0] } ?? [])
    let result = try await runTool(
      Tool.built("eros"), ["report", "v1/bundle.zip"] + options, in: folder.path("."),
      environment: unset.merging(environment) { $1 })
    #expect(result.status == 0, "\(result)")
    let html = String(decoding: try folder.read("p.html"), as: UTF8.self)
    #expect(html.contains("<html lang=\"\(expected)\">"))
  }

  @Test("an unknown language of the page is a usage error that lists the languages")
  func unknownLanguage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await run(
      ["report", "b.zip", "--output", "p.html", "--language", "fr"], in: folder)
    #expect(result.status == 64, "\(result)")
    #expect(
      result.standardError.contains("'fr'") && result.standardError.contains("zh-CN"), "\(result)")
  }

  @Test("--rehearse without its program is an error that names the package")
  func rehearsalWithoutProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packPages(in: folder)
    try await copyEros(to: folder)
    let result = try await runTool(
      folder.path("eros"), ["report", "out/bundle.zip", "--rehearse", "--output", "p.html"],
      in: folder.path("."), environment: ["PATH": "/nowhere"])
    #expect(result.status == 69, "\(result)")
    #expect(result.standardError.contains("install the package 'eros-rehearse'"), "\(result)")
    #expect(try !folder.names(in: ".").contains("p.html"))
  }

  @Test("--source-map names the modules; a broken map is a warning, a missing folder an error")
  func sourceMaps() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let report = ["report", "v2/bundle.zip", "--output", "p.html", "--source-map"]
    let missing = try await run(report + ["maps"], in: folder)
    #expect(missing.status == 66)
    let map = #"{"version":3,"sources":["src/home.vue"],"mappings":";AAAA"}"#
    try folder.write(map, to: "maps/pages/home/index.js.map")
    let made = try await run(report + ["maps", "--json"], in: folder)
    #expect(made.status == 0)
    #expect(made.standardOutput.contains("src/home.vue"), "\(made)")
    try folder.write("{", to: "maps/pages/home/index.js.map")
    let broken = try await run(report + ["maps"], in: folder)
    #expect(broken.status == 0)
    #expect(broken.standardError.contains("[sourceMapInvalid]"), "\(broken)")
  }
}

/// Copies `eros` by another process: a file that this process has open for writing cannot run while a
/// child of another test still has it open ("Text file busy").
private func copyEros(to folder: TemporaryFolder) async throws {
  let copied = try await runTool("cp", [Tool.built("eros"), "eros"], in: folder.path("."))
  try #require(copied.status == 0, "\(copied)")
}
