import ArgumentParser
import ErosCore
import Testing

@testable import ErosCommands

@Suite("Help")
struct HelpTests {
  @Test("shows an example of each command")
  func examples() throws {
    for command in try CommandDescription.everyCommand() {
      #expect(
        command.examples.contains { $0.hasPrefix(command.name + " ") || $0 == command.name },
        "\(command.name)")
    }
  }

  @Test("shows examples that parse")
  func valid() throws {
    for example in try CommandDescription.everyCommand().flatMap(\.examples) {
      // The examples use no other syntax of the shell than quotes and redirections.
      let arguments = example.prefix { $0 != ">" && $0 != "|" }.split(separator: " ").dropFirst()
        .map { $0.hasPrefix("'") ? String($0.dropFirst().dropLast()) : String($0) }
      let error = ParsedCommand(arguments).error
      #expect(error == nil, "\(example): \(error?.problem ?? "")")
    }
  }

  @Test("never splits an example", arguments: [30, 80, 200])
  func unsplit(columns: Int) {
    for command in Self.commands(of: ErosCommand.self) {
      let help = TerminalHelp.text(
        ErosCommand.helpMessage(for: command, columns: columns), of: command)
      let lines = Set(help.split(separator: "\n"))
      for line in command.configuration.discussion.split(separator: "\n")
      where line.hasPrefix("  $ ") {
        #expect(lines.contains(line), "\(command._commandName): \(line)")
      }
    }
  }

  /// A command and all commands below it.
  private static func commands(
    of command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { commands(of: $0) }
  }

  @Test("has one style")
  func style() throws {
    for command in try CommandDescription.everyCommand() {
      let abstract = try #require(command.abstract, "\(command.name)")
      #expect(abstract.first?.isUppercase == true, "\(abstract)")
      #expect(!abstract.hasSuffix("."), "\(abstract)")
      #expect(abstract.count <= 75, "\(abstract)")
      let verb = abstract.prefix { $0 != " " && $0 != "," }
      #expect(!verb.hasSuffix("s"), "'\(verb)' is not an imperative: \(abstract)")
      for argument in command.shownArguments {
        let help = try #require(argument.abstract, "\(command.name)")
        #expect(help.first?.isUppercase == true, "\(command.name): \(help)")
        #expect(help.hasSuffix("."), "\(command.name): \(help)")
      }
    }
  }

  @Test("splits a discussion into paragraphs and code")
  func blocks() {
    let text = HelpText("One\nparagraph.\n\n  $ eros pack\n    more\n\nAnother `one`.")
    #expect(
      text.blocks == [
        .paragraph("One paragraph."), .code(["$ eros pack", "  more"]),
        .paragraph("Another `one`."),
      ])
  }
}
