import ErosTestSupport
import Foundation
import Testing

/// The description that the tool gives of a command.
struct DescribedCommand: Decodable {
  let commandName: String
  let superCommands: [String]?
  let subcommands: [DescribedCommand]?
  let arguments: [Argument]?

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let names: [Name]?
    let completionKind: [String: CompletionKind]?

    /// The source of the completions of a value.
    struct CompletionKind: Decodable {
      let values: [String]?
      let extensions: [String]?
    }
  }

  /// The arguments that call the command.
  var words: [String] { Array(((superCommands ?? []) + [commandName]).dropFirst()) }

  /// The command and all commands below it, without the `help` commands of the argument parser.
  var all: [DescribedCommand] {
    [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all)
  }

  /// All commands of the built tool, also hidden ones.
  static func everyCommand() async throws -> [DescribedCommand] {
    struct Document: Decodable {
      let command: DescribedCommand
    }
    let result = try await runTool(Tool.built("eros"), ["--experimental-dump-help"])
    return try JSONDecoder().decode(Document.self, from: Data(result.standardOutput.utf8)).command
      .all
  }
}
