import ErosTestSupport
import Foundation
import Testing

@Suite("Help of all commands", .temporaryFolder)
struct HelpTests {
  @Test("the help equals its snapshot")
  func snapshots() async throws {
    var names: Set<String> = []
    for command in try await DescribedCommand.allOfTool() {
      let result = try await runTool(
        Tool.built("eros"), ["help"] + command.words, environment: ["COLUMNS": "80"])
      #expect(result.status == 0)
      let name = (["eros"] + command.words).joined(separator: "-") + ".txt"
      names.insert(name)
      try expectSnapshot(result.standardOutput, named: "help/" + name)
    }
    let folder = Tool.packageRoot.appending(path: "Tests/EndToEndTests/Snapshots/help")
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    #expect(Set(kept) == names, "a snapshot of each command, and no others")
  }

  @Test("the help contains an example of the command")
  func examples() async throws {
    for command in try await DescribedCommand.allOfTool() {
      #expect(
        command.examples.contains { $0.hasPrefix(command.name + " ") || $0 == command.name },
        "\(command.name) shows no example")
    }
  }

  @Test("the examples are valid command lines")
  func understood() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "templates/keep")
    let tool = Tool.built("eros")
    for command in try await DescribedCommand.allOfTool() {
      for example in command.examples {
        let result = try await runTool(
          "bash", ["-c", "eros() { \"$EROS\" \"$@\"; }; " + example], in: folder.path("."),
          environment: ["EROS": tool])
        // Input files are missing, but the arguments are valid.
        #expect(result.status != 64, "\(example)\n\(result)")
        #expect(!result.standardError.contains("bash:"), "\(result)")
      }
    }
  }

  @Test("the help has a consistent style")
  func style() async throws {
    for command in try await DescribedCommand.allOfTool() {
      let abstract = try #require(command.abstract, "\(command.name)")
      #expect(abstract.first?.isUppercase == true, "\(abstract)")
      #expect(!abstract.hasSuffix("."), "\(abstract)")
      #expect(abstract.count <= 75, "\(abstract)")
      let verb = abstract.prefix { $0 != " " && $0 != "," }
      #expect(!verb.hasSuffix("s"), "'\(verb)' should say what to do: \(abstract)")
      for argument in command.arguments ?? [] {
        let help = try #require(argument.abstract, "\(command.name)")
        #expect(help.first?.isUppercase == true, "\(command.name): \(help)")
        #expect(help.hasSuffix("."), "\(command.name): \(help)")
      }
    }
  }
}
