import ErosTestSupport
import Foundation
import Testing

@Suite("eros docs", .temporaryFolder)
struct DocsCommandTests {
  private static let description = """
    {
      "appName": "demo",
      "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "generate": { "js": { "out": "types" } },
      "modules": [
        { "name": "acmeScan", "ios": "AcmeScan", "android": "com.acme.Scan",
          "methods": [{ "name": "scan" }] }
      ]
    }
    """

  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.description, to: "eros.native.json")
    return folder
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> ToolResult {
    try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
  }

  @Test("a JUnit report names the commands that check the other codes")
  func junit() async throws {
    let folder = try project()
    let report = try await eros("docs", "docs/api", "--format", "junit", in: folder).standardOutput
    for (code, command) in [
      ("D01", "eros sources"), ("W099", "eros adopt"), ("versionTooLow", "eros generate --check"),
    ] {
      let line = report.split(separator: "\n").first { $0.contains("docs.\(code)\"") }
      #expect(line?.contains("not checked: needs `\(command)`") == true, "\(report)")
    }
    #expect(report.contains("docs.E010\" name=\"keys and values have the expected form\"/>"))
  }

  @Test("writes only the reference, and --check compares it")
  func writing() async throws {
    let folder = try project()
    let first = try await eros("docs", "docs/api", "--html", in: folder)
    #expect(
      first.standardOutput == """
        wrote docs/api/README.md
        wrote docs/api/index.html
        wrote docs/api/modules.md
        Wrote 3, unchanged 0, removed 0.

        """, "\(first)")
    #expect(try folder.names(in: ".").sorted() == ["docs", "eros.native.json"])
    let check = ["docs", "docs/api", "--html", "--check"]
    #expect(try await run(check, in: folder).status == 0)
    try folder.write(
      Self.description.replacing("\"scan\"", with: "\"look\""), to: "eros.native.json")
    let stale = try await run(check, in: folder)
    #expect(stale.status == 1)
    #expect(stale.standardOutput.contains("different docs/api/modules.md\n"))
    #expect(try await eros("docs", "docs/api", "--html", in: folder).status == 0)
    #expect(try await run(check, in: folder).status == 0)
  }

  @Test("the language is that of --language, and not of the locale")
  func language() async throws {
    let folder = try project()
    let chinese = try await run(["docs", "zh", "--language", "zh-CN"], in: folder)
    #expect(chinese.status == 0, "\(chinese)")
    let locale = ["LANG": "zh_CN.UTF-8"]
    let english = try await runTool(
      Tool.built("eros"), ["docs", "en"], in: folder.path("."), environment: locale)
    #expect(english.status == 0, "\(english)")
    let pages = try ["zh", "en"].map {
      String(decoding: try folder.read($0 + "/modules.md"), as: UTF8.self)
    }
    #expect(pages[0].contains("\n# 模块\n") && pages[1].contains("\n# Modules\n"))
  }

  @Test("replaces and removes only files of eros")
  func otherFiles() async throws {
    let folder = try project()
    try folder.write("mine", to: "docs/modules.md")
    try folder.write("mine", to: "docs/types.md")
    let refused = try await eros("docs", "docs", in: folder)
    #expect(refused.status == 65)
    #expect(refused.standardError.contains("docs/modules.md: error: the file was not generated"))
    #expect(try folder.names(in: "docs").sorted() == ["modules.md", "types.md"])
    #expect(
      try await eros("docs", "docs", "--html", "--force", in: folder).status == 0)
    #expect(try folder.read("docs/types.md") == Array("mine".utf8))
    let without = try await eros("docs", "docs", in: folder)
    #expect(without.standardOutput == "removed docs/index.html\nWrote 0, unchanged 2, removed 1.\n")
  }

  @Test("with a setting, the reference is one of the generated files")
  func setting() async throws {
    let folder = try project()
    let text = Self.description.replacing(
      #""generate": {"#, with: #""generate": { "docs": { "out": "docs", "html": true },"#)
    try folder.write(text, to: "eros.native.json")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    try FileManager.default.removeItem(atPath: folder.path("docs/modules.md"))
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 1 && check.standardOutput.contains("missing docs/modules.md\n"))
    try folder.write(Self.description, to: "eros.native.json")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("docs/index.html")))
  }

  @Test(
    "options that do not fit are refused",
    arguments: [
      ["docs", "--html"], ["docs", ""], ["docs", "a", "--release"],
      ["docs", "a", "--check", "--force"], ["generate", "--html"],
      ["generate", "--docs", "a", "--release"],
    ])
  func refused(arguments: [String]) async throws {
    let folder = try project()
    let result = try await run(arguments, in: folder)
    #expect(result.status == 64, "\(result)")
    #expect(try folder.names(in: ".") == ["eros.native.json"])
  }
}
