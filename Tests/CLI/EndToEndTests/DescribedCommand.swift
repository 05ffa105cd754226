import ErosTestSupport
import Foundation
import Testing

/// A command in the output of `--experimental-dump-help`.
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
    let valueName: String?
    let completionKind: [String: CompletionKind]?

    /// The completion of a value.
    struct CompletionKind: Decodable {
      let values: [String]?
      let extensions: [String]?
    }
  }

  /// The command line without the name of the tool.
  var path: [String] { Array(((superCommands ?? []) + [commandName]).dropFirst()) }

  /// This command and all nested ones, without the parser's `help`.
  var all: [DescribedCommand] {
    [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all)
  }

  /// Returns all commands of the built tool, including hidden ones.
  static func allOfTool() async throws -> [DescribedCommand] {
    struct Document: Decodable {
      let command: DescribedCommand
    }
    let result = try await runTool(Tool.built("eros"), ["--experimental-dump-help"])
    return try JSONDecoder().decode(Document.self, from: Data(result.standardOutput.utf8)).command
      .all
  }
}
