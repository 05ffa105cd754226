import ErosTestSupport
import Foundation
import Testing

@Suite("Command reference", .temporaryFolder)
struct ReferenceTests {
  @Test(
    "the manual pages have no warnings",
    .needs("man", "mandoc", "groff"))
  func pages() async throws {
    let folder = try TemporaryFolder.ofTest()
    let written = try await eros("reference", "man", "--output", "man", "--json", in: folder).json()
    let pages = try #require(written["written"] as? [String])
    #expect(pages.contains("man/eros.1") && pages.contains("man/eros-pack.1"))
    #expect(try await eros("reference", "markdown", "--output", "cli.md", in: folder).status == 0)
    #expect(String(decoding: try folder.read("cli.md"), as: UTF8.self).hasPrefix("# "))
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
