import ErosTestSupport
import Foundation
import Testing

@Suite("Help of every command", .temporaryFolder)
struct HelpTests {
  @Test("says what it said")
  func snapshots() async throws {
    var names: Set<String> = []
    for command in try await DescribedCommand.everyOne() {
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

  @Test("has an example of that very command")
  func examples() async throws {
    for command in try await DescribedCommand.everyOne() {
      #expect(
        command.examples.contains { $0.hasPrefix(command.name + " ") || $0 == command.name },
        "\(command.name) shows no example")
    }
  }

  @Test("shows examples that the tool understands")
  func understood() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "templates/keep")
    let tool = Tool.built("eros")
    for command in try await DescribedCommand.everyOne() {
      for example in command.examples {
        let result = try await runTool(
          "bash", ["-c", "eros() { \"$EROS\" \"$@\"; }; " + example], in: folder.path("."),
          environment: ["EROS": tool])
        // Files are missing here, but nothing is wrong with the words.
        #expect(result.status != 64, "\(example)\n\(result)")
        #expect(!result.standardError.contains("bash:"), "\(result)")
      }
    }
  }

  @Test("is written in one style")
  func style() async throws {
    for command in try await DescribedCommand.everyOne() {
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
