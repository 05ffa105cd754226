import ErosTestSupport
import Foundation
import Testing

@Suite("eros rehearse", .temporaryFolder, .needsJavaScriptCore)
struct RehearseCommandTests {
  private static let page = "new Vue({ el: '#root', render: (h) => h('div') });\n"

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

  @Test("one page can be selected")
  func selection() async throws {
    let folder = try await packApp("none();\n")
    let other = try await eros("rehearse", "--page", "mediator/index.js", in: folder)
    #expect(other.status == 0, "\(other)")
    let missing = try await eros("rehearse", "--page", "pages/none.js", in: folder)
    #expect(missing.status == 66)
    #expect(missing.standardError.contains("error: the page 'pages/none.js' is not in 'dist'"))
  }

  @Test("a bundle whose page does not start is not published, unless the rehearsal is skipped")
  func publish() async throws {
    let folder = try await packApp("none();\n")
    let created = try await eros(
      "store", "init", "store", "--new-keys", "keys", "--channel", "demo/production", in: folder)
    try #require(created.status == 0, "\(created)")
    let arguments = [
      "publish", "out/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys",
    ]
    let refused = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(refused.status == 1)
    #expect(
      refused.standardError.contains("was not published: its rehearsal has an error: pages/home"))
    let published = try await runTool(
      Tool.built("eros"), arguments + ["--no-rehearsal"], in: folder.path("."))
    #expect(published.status == 0, "\(published)")
    let list = [
      "release", "list", "--store", "store", "--channel", "demo/production", "--keys", "keys",
    ]
    let shown = try await runTool(Tool.built("eros"), list, in: folder.path("."))
    #expect(shown.standardOutput.contains("  skipped  "), "\(shown)")
    try folder.write(Self.page, to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "out", in: folder)
    _ = try await eros(
      "store", "init", "other", "--new-keys", "other-keys", "--channel", "demo/production",
      in: folder)
    let rehearsed = try await eros(
      "publish", "out/bundle.zip", "--store", "other", "--channel", "demo/production", "--keys",
      "other-keys", "--json", in: folder)
    let release = try #require(try rehearsed.json()["release"] as? [String: Any], "\(rehearsed)")
    let record = try #require(release["rehearsal"] as? [String: Any])
    #expect(record["result"] as? String == "passed" && record["pages"] as? Int == 2, "\(record)")
    #expect((record["engine"] as? String)?.hasPrefix("JavaScriptCore") == true, "\(record)")
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
    let omitted = try await eros("check", "--rehearse", "--disable", code, in: folder)
    #expect(!omitted.standardOutput.contains("[\(code)]"), "\(omitted)")
    try FileManager.default.copyItem(atPath: Tool.built("eros"), toPath: folder.path("eros"))
    let missing = try await runTool(
      folder.path("eros"), ["check", "--rehearse", "--format", "github"], in: folder.path("."),
      environment: ["PATH": "/nowhere"])
    #expect(missing.status == 69, "\(missing)")
    #expect(missing.standardOutput.hasPrefix("::error "), "\(missing)")
  }

  /// `scripts/limits/rehearse-mutations` runs more of these pages.
  @Test("mutated pages have a verdict", .needs("python3"), arguments: [1, 2])
  func mutations(seed: Int) async throws {
    let script = Tool.packageRoot.appending(path: "scripts/limits/rehearse-mutations")
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
    try FileManager.default.copyItem(atPath: Tool.built("eros"), toPath: folder.path("eros"))
    let result = try await runTool(
      folder.path("eros"), ["rehearse"], in: folder.path("."), environment: ["PATH": "/nowhere"])
    #expect(result.status == 69, "\(result)")
    #expect(result.standardError.contains("install the package 'eros-rehearse'"), "\(result)")
  }
}
