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
    let commands = try await DescribedCommand.allOfTool().map(\.path).filter { $0 != ["reference"] }
    #expect(
      Set(pages) == Set(commands.map { "man/" + (["eros"] + $0).joined(separator: "-") + ".1" }))
    let nested = String(decoding: try folder.read("man/eros-store-brake-set.1"), as: UTF8.self)
    #expect(nested.contains("\\-\\-reason") && nested.contains("eros\\-store\\-brake\\fR(1)"))
    let group = String(decoding: try folder.read("man/eros-store-brake.1"), as: UTF8.self)
    #expect(group.contains("eros\\-store\\-brake\\-set\\fR(1)") && !group.contains("\\-\\-reason"))
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

  @Test(
    "eros-server has a manual page, and docs/serving-reference.md lists its options",
    .needs("mandoc"))
  func server() async throws {
    let folder = try TemporaryFolder.ofTest()
    let dump = try await runTool(Tool.built("eros-server"), ["--experimental-dump-help"])
    try folder.write(dump.standardOutput, to: "server.json")
    let written = try await eros(
      "reference", "man", "--server", "server.json", "--output", "man", "--json", in: folder
    ).json()
    #expect(written["written"] as? [String] == ["man/eros-server.1"])
    let lint = try await runTool(
      "mandoc", ["-Tlint", "-Wwarning", folder.path("man/eros-server.1")])
    #expect(lint.standardOutput == "", "\(lint)")

    let page = String(decoding: try folder.read("man/eros-server.1"), as: UTF8.self)
    let serving = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/serving-reference.md"), encoding: .utf8)
    // Those of buckets are documented in docs/publishing.md.
    let shared = ["endpoint", "region", "profile", "address-style", "container-credentials"]
    let options = dump.standardOutput.matches(of: /"name" : "([a-z-]+)"/).map {
      String($0.output.1)
    }
    #expect(options.contains("trusted-proxy"))
    for option in Set(options).subtracting(shared + ["help", "version", "h"]) {
      #expect(page.contains("\\-\\-" + option.replacing("-", with: "\\-")), "\(option)")
      #expect(
        serving.contains("`--\(option)`"), "docs/serving-reference.md does not list --\(option)")
    }
  }

  @Test("eros and eros-server have the same version")
  func versions() async throws {
    let server = try await runTool(Tool.built("eros-server"), ["--version"])
    let tool = try await runTool(Tool.built("eros"), ["--version"])
    #expect(tool.standardOutput == server.standardOutput)
  }
}
