import ErosTestSupport
import Foundation
import Testing

@Suite("eros rehearse", .temporaryFolder, .needsJavaScriptCore)
struct RehearseCommandTests {
  private static let page = "new Vue({ el: '#root', render: function (h) { return h('div') } });\n"

  /// Writes an app of one page and packs it.
  private func packApp(_ page: String) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write(page, to: "dist/pages/home/index.js")
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    return folder
  }

  @Test("runs the pages of a project, of a folder and of a zip")
  func pages() async throws {
    let folder = try await packApp(Self.page)
    for arguments in [
      ["rehearse"], ["rehearse", "dist"], ["rehearse", "out"], ["rehearse", "out/bundle.zip"],
    ] {
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(result.status == 0, "\(result)")
      #expect(result.standardOutput == "ok: 2 pages: 0 errors, 0 warnings\n", "\(result)")
    }
  }

  @Test("a page that does not start is an error with its line")
  func failure() async throws {
    let folder = try await packApp(Self.page + "none();\n")
    let text = try await eros("rehearse", "dist", in: folder)
    #expect(text.status == 1)
    #expect(
      text.standardOutput.hasPrefix(
        "dist/pages/home/index.js:2:5: error: ReferenceError: Can't find variable: none [pageThrows]"
      ),
      "\(text)")
    let github = try await eros("rehearse", "dist", "--format", "github", in: folder)
    #expect(github.standardOutput.hasPrefix("::error file=dist/pages/home/index.js,line=2,"))
    let json = try await eros(
      "rehearse", "out/bundle.zip", "--platform", "ios", "--json", in: folder)
    #expect(json.status == 1)
    let pages = try #require(try json.json()["pages"] as? [[String: Any]])
    #expect(pages.map { $0["verdict"] as? String } == ["passed", "failed"])
    #expect(try json.json()["ok"] as? Bool == false)
  }

  @Test(
    "syntax that the oldest engine lacks is found by all commands, and keeps publish from publishing"
  )
  func oldestEngine() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(
      config: TemporaryFolder.config.replacing(
        "\"ip\"", with: "\"engines\": { \"iOS\": \"13.4\", \"android\": \"79\" }, \"ip\""))
    try folder.write(Self.page + "var a = Vue?.config;\n", to: "dist/pages/home/index.js")
    let text =
      "pages/home/index.js:2:12: error: '?.' needs WebView 80, but the app supports WebView 79 [syntaxTooNew]"
    let rehearsed = try await eros("rehearse", in: folder)
    #expect(rehearsed.status == 1)
    #expect(rehearsed.standardOutput.contains("dist/" + text), "\(rehearsed)")
    #expect(rehearsed.standardOutput.contains("not ok: 2 pages: 1 error"), "\(rehearsed)")
    let other = try await eros("rehearse", "--page", "mediator/index.js", in: folder)
    #expect(other.status == 0, "\(other)")
    let checked = try await eros("check", in: folder)
    #expect(checked.standardOutput.contains("dist/" + text), "\(checked)")
    let packed = try await eros("pack", "--output", "out", in: folder)
    #expect(!packed.standardError.contains("syntaxTooNew"), "\(packed)")
    let verbose = try await eros("pack", "--output", "out", "--verbose", in: folder)
    #expect(verbose.standardError.contains("warning: '?.' needs WebView 80"), "\(verbose)")
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    let options = ["--store", "store", "--channel", "demo/production", "--keys", "keys"]
    let publish = ["publish", "out/bundle.zip"] + options
    let refused = try await runTool(Tool.built("eros"), publish, in: folder.path("."))
    #expect(refused.status == 1, "\(refused)")
    // Packing has added the line of the framework.
    #expect(
      refused.standardError.contains("pages/home/index.js:3:12: error: '?.' needs WebView 80"),
      "\(refused)")
    let skipped = try await runTool(
      Tool.built("eros"), publish + ["--no-rehearsal"], in: folder.path("."))
    #expect(skipped.status == 0, "\(skipped)")
  }

  @Test("one page can be selected")
  func selection() async throws {
    let folder = try await packApp("none();\n")
    let other = try await eros("rehearse", "--page", "mediator/index.js", in: folder)
    #expect(other.status == 0, "\(other)")
    let missing = try await eros("rehearse", "--page", "pages/none.js", in: folder)
    #expect(missing.status == 66)
    #expect(missing.standardError.contains("error: the page 'pages/none.js' is not in 'dist'"))
    #expect(missing.standardError.contains("hint: pass its path in the bundle"), "\(missing)")
    let misspelled = try await eros("rehearse", "--page", "pages/hone/index.js", in: folder)
    #expect(misspelled.status == 66)
    #expect(
      misspelled.standardError.contains("hint: did you mean 'pages/home/index.js'?"),
      "\(misspelled)")
  }

  @Test("a release of an app needs the configuration of the app")
  func releaseWithoutProject() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("// { \"framework\": \"Vue\" }\n" + Self.page, to: "dist/pages/a.js")
    let result = try await eros("rehearse", "dist", "--app-version", "1.2.0", in: folder)
    #expect(result.status == 66, "\(result)")
    #expect(result.standardError.hasPrefix("error: no configuration found"), "\(result)")
  }

  @Test("a bundle whose page does not start is not published, unless the rehearsal is skipped")
  func publish() async throws {
    let folder = try await packApp("none();\n")
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    let arguments = [
      "publish", "out/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys",
    ]
    let refused = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(refused.status == 1)
    #expect(
      refused.standardError.contains("was not published: its rehearsal has an error: pages/home"))
    let document = try await runTool(
      Tool.built("eros"), arguments + ["--json"], in: folder.path("."))
    let error = try #require(try document.json()["error"] as? [String: Any], "\(document)")
    #expect(error["code"] as? String == "rehearsal.pagesFail")
    let causes = try #require(error["findings"] as? [[String: Any]], "\(error)")
    #expect(causes.map { $0["code"] as? String } == ["pageThrows"])
    let published = try await runTool(
      Tool.built("eros"), arguments + ["--no-rehearsal"], in: folder.path("."))
    #expect(published.status == 0, "\(published)")
    let list = [
      "release", "list", "--store", "store", "--channel", "demo/production", "--keys", "keys",
    ]
    let shown = try await runTool(Tool.built("eros"), list, in: folder.path("."))
    #expect(shown.standardOutput.contains("  skipped  "), "\(shown)")
    try folder.write(
      Self.page + "Promise.reject(new Error('x'));\n", to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "out", in: folder)
    _ = try await eros(
      "store", "init", "--store", "other", "--new-keys", "other-keys", "--channel",
      "demo/production",
      in: folder)
    let rehearsed = try await eros(
      "publish", "out/bundle.zip", "--store", "other", "--channel", "demo/production", "--keys",
      "other-keys", "--json", in: folder)
    let release = try #require(try rehearsed.json()["release"] as? [String: Any], "\(rehearsed)")
    let record = try #require(release["rehearsal"] as? [String: Any])
    #expect(record["result"] as? String == "passed" && record["pages"] as? Int == 2, "\(record)")
    #expect((record["engine"] as? String)?.hasPrefix("JavaScriptCore") == true, "\(record)")
    let findings = try #require(try rehearsed.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["rejectionUnhandled"], "\(findings)")
  }

  @Test("a release whose pages were not judged is not recorded as passed")
  func notJudged() async throws {
    let use = "weex.requireModule('own').start();\n"
    let folder = try await packApp(use + Self.page)
    try folder.write(use, to: "dist/mediator/index.js")
    _ = try await eros("pack", "--output", "all", "--timestamp", "1700000001000", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    let options = ["--store", "store", "--channel", "demo/production", "--keys", "keys"]
    for (number, bundle, text) in [
      (1, "out", "1 of 2 pages passed, 1 not judged (JavaScriptCore"),
      (2, "all", "2 pages not judged (JavaScriptCore"),
    ] {
      let published = try await runTool(
        Tool.built("eros"), ["publish", bundle] + options, in: folder.path("."))
      #expect(published.status == 0, "\(published)")
      #expect(
        published.standardError.contains("note: no description found: \(number) page"),
        "\(published)")
      let shown = try await runTool(
        Tool.built("eros"), ["release", "show", "\(number)"] + options, in: folder.path("."))
      #expect(shown.standardOutput.contains(text), "\(shown)")
    }
    let list = try await runTool(
      Tool.built("eros"), ["release", "list"] + options, in: folder.path("."))
    #expect(list.standardOutput.contains("  not judged  "), "\(list)")
    #expect(list.standardOutput.contains("  1 of 2 passed  "), "\(list)")
  }

  @Test("without a configuration, pages with unknown modules are not judged, and a note says why")
  func undescribed() async throws {
    let folder = try await packApp("weex.requireModule('own').start();\n" + Self.page)
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    let result = try await eros("rehearse", "out", in: folder)
    #expect(result.status == 0)
    #expect(
      result.standardOutput.hasSuffix("ok: 2 pages: 0 errors, 0 warnings, 1 not judged\n"),
      "\(result)")
    #expect(
      result.standardError.hasPrefix("note: no description found: 1 page is not judged"),
      "\(result)")
    let report = try await eros("report", "out", "--rehearse", in: folder)
    #expect(report.standardError.contains("note: no description found: "), "\(report)")
    let json = try await eros("rehearse", "out", "--json", in: folder)
    let pages = try #require(try json.json()["pages"] as? [[String: Any]])
    #expect(Set(pages.compactMap { $0["verdict"] as? String }) == ["passed", "notJudged"])
  }

  @Test("a bundle of another app gets a note")
  func otherApp() async throws {
    let folder = try await packApp(Self.page)
    let note = "note: 'out/bundle.zip' is a bundle of the app 'demo', but "
    for command in [["rehearse", "out/bundle.zip"], ["report", "out/bundle.zip", "--rehearse"]] {
      let own = try await runTool(Tool.built("eros"), command, in: folder.path("."))
      #expect(own.status == 0 && !own.standardError.contains("is a bundle of"), "\(own)")
    }
    try folder.write(
      TemporaryFolder.config.replacing("\"demo\"", with: "\"shop\""), to: "eros.native.json")
    for command in [["rehearse", "out/bundle.zip"], ["report", "out/bundle.zip", "--rehearse"]] {
      let other = try await runTool(Tool.built("eros"), command, in: folder.path("."))
      #expect(other.standardError.contains(note), "\(other)")
      #expect(other.standardError.contains("describes the app 'shop'"), "\(other)")
    }
  }

  @Test("invalid globals are an error of the configuration, with their position")
  func globals() async throws {
    let folder = try await packApp(Self.page)
    for (value, message) in [
      (#"["acme"]"#, "1:27: the key 'rehearsal.globals' must be an object, found an array"),
      (#"{"Vue": null}"#, "1:28: 'rehearsal.globals': every page already has 'Vue'"),
    ] {
      try folder.write(
        "{\"rehearsal\": {\"globals\": \(value)}," + TemporaryFolder.config.dropFirst(),
        to: "eros.native.json")
      for command in [
        ["rehearse"], ["check", "--rehearse"], ["pack", "--output", "new"],
        ["report", "out", "--rehearse"],
      ] {
        let result = try await runTool(Tool.built("eros"), command, in: folder.path("."))
        #expect(result.status == 65, "\(result)")
        #expect(
          result.standardError.contains("error: eros.native.json:\(message)"), "\(result)")
      }
      for command in [["config", "validate"], ["check"]] {
        let result = try await runTool(Tool.built("eros"), command, in: folder.path("."))
        #expect(result.status == 1, "\(result)")
        #expect(result.standardOutput.contains("eros.native.json:" + message.prefix(5)))
      }
    }
    try folder.write(
      "{\"rehearsal\": {\"global\": {}}," + TemporaryFolder.config.dropFirst(),
      to: "eros.native.json")
    let misspelled = try await eros("rehearse", in: folder)
    #expect(misspelled.status == 0, "\(misspelled)")
    #expect(misspelled.standardError.contains("hint: did you mean 'globals'?"), "\(misspelled)")
  }

  @Test(
    "invalid arguments get a hint",
    arguments: [
      (["dist/pages/home/index.js"], "`eros rehearse dist --page pages/home/index.js`"),
      (["--memory", "1"], "--memory must be from 16M to 4G"),
      (["--memory", "15M"], "--memory must be from 16M to 4G"),
    ])
  func usage(arguments: [String], text: String) async throws {
    let folder = try await packApp(Self.page)
    let result = try await runTool(
      Tool.built("eros"), ["rehearse"] + arguments, in: folder.path("."))
    #expect(result.status == 64, "\(result)")
    #expect(result.standardError.contains(text), "\(result)")
  }

  @Test("an empty page starts with the lowest limit of memory")
  func lowestMemory() async throws {
    let folder = try await packApp(Self.page)
    let result = try await eros("rehearse", "--memory", "16M", in: folder)
    #expect(result.status == 0, "\(result)")
  }

  @Test("the program prints its help and its version, and refuses other arguments")
  func programOptions() async throws {
    let program = Tool.built("eros-rehearse")
    let help = try await runTool(program, ["--help"])
    #expect(help.status == 0 && help.standardError.isEmpty)
    #expect(help.standardOutput.contains("`eros rehearse`"), "\(help)")
    let version = try await runTool(program, ["--version"])
    #expect(version.status == 0)
    let own = try await runTool(Tool.built("eros"), ["--version"])
    #expect(version.standardOutput.hasPrefix(own.standardOutput + "JavaScriptCore"), "\(version)")
    let unknown = try await runTool(program, ["--page", "x"])
    #expect(unknown.status == 64)
    #expect(unknown.standardError.hasPrefix("error: unexpected argument '--page'\nhint: "))
  }

  @Test("doctor shows the version of the program and of its engine, or names the package")
  func doctor() async throws {
    let folder = try TemporaryFolder.ofTest()
    let machine = try #require(
      try await eros("doctor", "--json", in: folder).json()["machine"] as? [String: Any])
    let program = try #require(machine["rehearsal"] as? [String: String], "\(machine)")
    #expect(program["version"] == machine["version"] as? String)
    #expect(program["engine"]?.hasPrefix("JavaScriptCore") == true)
    let text = try await eros("doctor", in: folder).standardOutput
    #expect(
      text.contains("\neros-rehearse  \(program["version"] ?? ""), JavaScriptCore"), "\(text)")
    try await copyEros(to: folder)
    let without = try await runTool(
      folder.path("eros"), ["doctor"], in: folder.path("."), environment: ["PATH": "/nowhere"])
    #expect(without.standardOutput.contains("\neros-rehearse  –\n"), "\(without)")
    #expect(without.standardOutput.contains("install the package 'eros-rehearse'"), "\(without)")
    #expect(without.status == 0)
  }

  @Test("eros check reports the pages that do not start beside its findings")
  func check() async throws {
    let folder = try await packApp(Self.page + "none();\n")
    let code = "pageThrows"
    let without = try await eros("check", "--format", "junit", in: folder)
    #expect(without.standardOutput.contains(code), "\(without)")
    #expect(!without.standardOutput.contains("Can't find variable"), "\(without)")
    let result = try await eros("check", "--rehearse", in: folder)
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("dist/pages/home/index.js:2:5: error: "), "\(result)")
    #expect(!result.standardOutput.contains("not judged"), "\(result)")
    let omitted = try await eros("check", "--rehearse", "--disable", code, in: folder)
    #expect(!omitted.standardOutput.contains("[\(code)]"), "\(omitted)")
    try await copyEros(to: folder)
    let missing = try await runTool(
      folder.path("eros"), ["check", "--rehearse", "--format", "github"], in: folder.path("."),
      environment: ["PATH": "/nowhere"])
    #expect(missing.status == 69, "\(missing)")
    #expect(missing.standardOutput.hasPrefix("::error "), "\(missing)")
  }

  @Test("a missing bundle has no note about the rehearsal, also without the program")
  func missingBundle() async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    try await copyEros(to: folder)
    let missing = try await runTool(
      folder.path("eros"),
      ["publish", "no.zip", "--store", "store", "--channel", "demo/production", "--keys", "keys"],
      in: folder.path("."), environment: ["PATH": "/nowhere"])
    #expect(missing.status == 66, "\(missing)")
    #expect(!missing.standardError.contains("not rehearsed"), "\(missing)")
  }

  @Test("eros check reports a missing file once, and counts the pages that were not judged")
  func checkCounts() async throws {
    let image = "weex.requireModule('dom').addRule('bmlocal://assets/none.png', {});\n"
    let folder = try await packApp(
      image + "const x = 'bmlocal://assets/' + 'other.png';\n"
        + "weex.requireModule('dom').addRule(x, {});\nwindow.x;\n")
    let result = try await eros("check", "--rehearse", in: folder)
    #expect(result.status == 1, "\(result)")
    #expect(result.standardOutput.reports("assetMissing", "assets/none.png"), "\(result)")
    #expect(!result.standardOutput.reports("resourceMissing", "assets/none.png"), "\(result)")
    #expect(result.standardOutput.reports("resourceMissing", "assets/other.png"), "\(result)")
    #expect(result.standardOutput.hasSuffix(" 1 warning, 1 page not judged\n"), "\(result)")
    let document = try await eros("check", "--rehearse", "--json", in: folder).json()
    let rehearsal = try #require(document["rehearsal"] as? [String: Any], "\(document)")
    #expect(rehearsal["pages"] as? Int == 2 && rehearsal["notJudged"] as? Int == 1)
    let without = try await eros("check", "--json", in: folder).json()
    #expect(without["rehearsal"] is NSNull)
  }

  /// `Tests/Slow/run rehearse-mutations` runs more of these pages.
  @Test("mutated pages have a verdict", .needs("python3"), arguments: [1, 2])
  func mutations(seed: Int) async throws {
    let script = Tool.packageRoot.appending(path: "Tests/Slow/limits/rehearse-mutations")
    let result = try await runTool(
      "python3",
      [
        script.path(percentEncoded: false), "60", "--seed", "\(seed)", "--program",
        Tool.built("eros"),
      ])
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("60 pages in "), "\(result)")
    for verdict in ["'failed': ", "'passed': "] {
      #expect(result.standardOutput.contains(verdict), "\(result)")
    }
  }

  @Test("without its program, one error names the package")
  func program() async throws {
    let folder = try await packApp(Self.page)
    try await copyEros(to: folder)
    let result = try await runTool(
      folder.path("eros"), ["rehearse"], in: folder.path("."), environment: ["PATH": "/nowhere"])
    #expect(result.status == 69, "\(result)")
    #expect(result.standardError.contains("install the package 'eros-rehearse'"), "\(result)")
  }
}

/// Copies `eros` by another process: a file that this process has open for writing cannot run while a
/// child of another test still has it open ("Text file busy").
private func copyEros(to folder: TemporaryFolder) async throws {
  let copied = try await runTool("cp", [Tool.built("eros"), "eros"], in: folder.path("."))
  try #require(copied.status == 0, "\(copied)")
}
