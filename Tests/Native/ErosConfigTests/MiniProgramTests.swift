import ErosConfig
import ErosCore
import Testing

@Suite("Pages of a mini program")
struct MiniProgramTests {
  private func read(_ text: String) throws -> [PageReference] {
    try PageReference.inMiniProgram(Array(text.utf8), file: "app.json")
  }

  @Test("come from the lists, the subpackages and the tabs, each once, with their positions")
  func pages() throws {
    let pages = try read(
      """
      { // The first page is the home page.
        "pages": ["pages/home/index", "/pages/a?x=1", "./pages/b", "plugin://c/d", "", 7],
        "subPackages": [{ "root": "more/", "pages": ["e"] }, { "pages": ["f"] }, 7],
        "subpackages": [{ "root": "less", "pages": ["g"] }],
        "tabBar": {
          "items": [{ "pagePath": "pages/home/index" }, { "pagePath": "pages/tab" }, { "name": "" }],
          "list": [{ "pagePath": "/pages/other" }]
        }
      }
      """)
    #expect(
      pages.map(\.file) == [
        "pages/home/index", "pages/a", "pages/b", "more/e", "less/g", "pages/tab", "pages/other",
      ])
    #expect(
      pages.map(\.key) == [
        "pages[0]", "pages[1]", "pages[2]", "subPackages[0].pages[0]", "subpackages[0].pages[0]",
        "tabBar.items[1].pagePath", "tabBar.list[0].pagePath",
      ])
    #expect(pages.map(\.position.line) == [2, 2, 2, 3, 4, 6, 7])
    #expect(pages.first?.position == TextPosition(line: 2, column: 13))
  }

  @Test(
    "do not exist in a file of another tool",
    arguments: ["[]", "7", "{}", #"{"pages": {}}"#, #"{"tabBar": {"list": [{"pagePath": "a"}]}}"#])
  func otherFile(text: String) throws {
    #expect(try read(text).isEmpty)
  }

  @Test("are unknown in a malformed file, which is an error")
  func malformed() throws {
    let error = #expect(throws: JSONError.self) { try read(#"{"pages": ["#) }
    #expect(error?.exitStatus == .badData)
  }

  @Test(
    "need a view and a script",
    arguments: [
      (["p.axml", "p.js"], nil), (["p.axml", "p.ts", "p.acss"], nil), (["p.axml"], "p.js"),
      (["p.js"], "p.axml"), (["p.json"], "p"), ([], "p"),
    ] as [([String], String?)])
  func files(existing: [String], missing: String?) throws {
    let page = try #require(try read(#"{"pages": ["p"]}"#).first)
    #expect(page.missingFile { existing.contains($0) } == missing)
    let outside = try #require(try read(#"{"pages": ["../p"]}"#).first)
    #expect(outside.missingFile { _ in true } == "../p")
  }
}
