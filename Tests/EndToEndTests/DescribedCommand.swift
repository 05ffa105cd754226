import ErosTestSupport
import Foundation
import Testing

/// A command as the tool describes it to other programs.
struct DescribedCommand: Decodable {
  let commandName: String
  let superCommands: [String]?
  let abstract: String?
  let discussion: String?
  let subcommands: [DescribedCommand]?
  let arguments: [Argument]?

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let names: [Name]?
    let abstract: String?
    let completionKind: [String: CompletionKind]?

    /// What the completion of a value is made of.
    struct CompletionKind: Decodable {
      let values: [String]?
      let extensions: [String]?
    }
  }

  /// The words behind the name of the tool.
  var words: [String] { Array(((superCommands ?? []) + [commandName]).dropFirst()) }

  var name: String { (["eros"] + words).joined(separator: " ") }

  /// The commands in it and in those, itself first; the parser's own `help` is none of ours.
  var all: [DescribedCommand] {
    [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all)
  }

  /// The lines of the help that are to be typed.
  var examples: [String] {
    (discussion ?? "").split(separator: "\n").filter { $0.hasPrefix("  $ eros ") }
      .map { String($0.dropFirst("  $ ".count)) }
  }

  /// All commands of the built tool, also those that are not shown.
  static func everyOne() async throws -> [DescribedCommand] {
    struct Document: Decodable {
      let command: DescribedCommand
    }
    let result = try await runTool(Tool.built("eros"), ["--experimental-dump-help"])
    return try JSONDecoder().decode(Document.self, from: Data(result.standardOutput.utf8)).command
      .all
  }
}
