import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("The manual")
struct ManualTests {
  private static func page() throws -> String {
    try String(contentsOf: Tool.packageRoot.appending(path: "docs/cli.md"), encoding: .utf8)
  }

  @Test("docs/cli.md is up to date")
  func markdown() throws {
    let isCurrent = try MarkdownManual(Manual()).text == Self.page()
    #expect(isCurrent, "run scripts/manual/reference")
  }

  @Test("names every command and option")
  func complete() throws {
    let manual = try Manual()
    let text = MarkdownManual(manual).text
    let pages = Dictionary(
      uniqueKeysWithValues: manual.pages.map { ($0.name, ManualPage($0, of: manual).text) })
    for command in try CommandDescription.everyCommand().dropFirst()
    where command.isShown {
      #expect(text.contains("# \(command.name)\n"))
      let page = try #require(pages[command.name])
      for option in command.longOptions where !["--help", "--version"].contains(option) {
        #expect(text.contains(option), "\(command.name) \(option)")
        #expect(page.contains(option.replacing("-", with: "\\-")), "\(command.name) \(option)")
      }
    }
  }

  @Test("lists every environment variable that the sources read")
  func environment() throws {
    let sources = Tool.packageRoot.appending(path: "Sources").path(percentEncoded: false)
    var found: Set<String> = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: sources))
    where name.hasSuffix(".swift") {
      let source = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
      for match in source.matches(of: /environment\["([A-Z_]+)"\]/) {
        found.insert(String(match.output.1))
      }
    }
    #expect(found.contains("FORCE_COLOR"))
    #expect(found.isSubset(of: Manual.environment.map(\.name)))
  }

  @Test(
    "escapes text for roff",
    arguments: [
      ("a-b", "a-b"), ("use --json here", "use \\-\\-json here"), ("`eros-x`", "\\fBeros\\-x\\fR"),
      (#"'a\b""#, #"\(aqa\eb\(dq"#), (".TH", "\\&.TH"), ("~^", "\\(ti\\(ha"),
      ("é首", "\\[u00E9]\\[u9996]"),
    ])
  func roff(text: String, expected: String) {
    #expect(RoffText.running(text) == expected)
  }

  @Test("has a page with the sections of each command")
  func page() throws {
    let manual = try Manual()
    let pack = try #require(manual.pages.first { $0.name == "eros pack" })
    #expect(ManualPage.fileName(of: pack) == "eros-pack.1")
    let text = ManualPage(pack, of: manual).text
    #expect(text.contains("\n.TH EROS-PACK 1 "))
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
      #expect(text.contains("\n.SH \(section)\n"))
    }
    #expect(text.contains("\n.SH \"OPTIONS\"\n"))
    #expect(!text.contains("\n.SH \"ENVIRONMENT\"\n"))
    #expect(ManualPage(manual.root, of: manual).text.contains("\n.SH \"ENVIRONMENT\"\n"))
  }
}
