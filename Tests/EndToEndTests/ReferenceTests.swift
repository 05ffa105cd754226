import ErosTestSupport
import Foundation
import Testing

@Suite("Command reference", .temporaryFolder)
struct ReferenceTests {
  @Test("docs/cli.md is up to date")
  func markdown() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("reference", "markdown", "--output", "cli.md", in: folder)
    #expect(result.status == 0, "\(result)")
    let recorded = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/cli.md"), encoding: .utf8)
    let isCurrent = String(decoding: try folder.read("cli.md"), as: UTF8.self) == recorded
    #expect(isCurrent, "run scripts/reference")
  }

  @Test("the reference contains every command and option")
  func complete() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("reference", "markdown", "--output", "cli.md", in: folder)
    _ = try await eros("reference", "man", "--output", "man", in: folder)
    let text = String(decoding: try folder.read("cli.md"), as: UTF8.self)
    for command in try await DescribedCommand.allOfTool().dropFirst()
    where command.commandName != "reference" {
      #expect(text.contains("# \(command.name)\n"))
      let page = "man/eros-\(try #require(command.words.first)).1"
      let manual = String(decoding: try folder.read(page), as: UTF8.self)
      for name in command.arguments?.flatMap({ $0.names ?? [] }) ?? []
      where name.kind == "long" && !["help", "version"].contains(name.name) {
        #expect(text.contains("--\(name.name)"), "\(command.name) --\(name.name)")
        let escaped = "--\(name.name)".replacing("-", with: "\\-")
        #expect(manual.contains(escaped), "\(page): --\(name.name)")
      }
    }
  }

  @Test("docs/cli.md lists every environment variable")
  func environment() throws {
    let text = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/cli.md"), encoding: .utf8)
    let sources = Tool.packageRoot.appending(path: "Sources").path(percentEncoded: false)
    var found: Set<String> = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: sources))
    where name.hasSuffix(".swift") {
      let source = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
      for match in source.matches(of: /environment\["([A-Z_]+)"\]/) {
        found.insert(String(match.output.1))
      }
    }
    #expect(found.contains("NO_COLOR"))
    for name in found { #expect(text.contains("| `\(name)` |"), "\(name)") }
  }

  @Test(
    "the manual pages have no warnings",
    .enabled(if: ["man", "mandoc", "groff"].allSatisfy(Tool.isInstalled)))
  func pages() async throws {
    let folder = try TemporaryFolder.ofTest()
    let written = try await eros("reference", "man", "--output", "man", "--json", in: folder).json()
    let pages = try #require(written["written"] as? [String])
    #expect(pages.contains("man/eros.1") && pages.contains("man/eros-pack.1"))
    let lint = try await runTool("mandoc", ["-Tlint", "-Wwarning"] + pages, in: folder.path("."))
    #expect(lint.standardOutput == "", "\(lint)")
    let groff = try await runTool(
      "groff", ["-man", "-ww", "-Tutf8", "-z"] + pages, in: folder.path("."))
    #expect(groff.standardError == "", "\(groff)")
    let man = try await runTool(
      "man", ["--warnings", "-l", "-Tutf8"] + pages, in: folder.path("."),
      environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"])
    #expect(man.standardError == "", "\(man)")
    #expect(man.standardOutput.ranges(of: "check failed").count >= pages.count)
  }
}
