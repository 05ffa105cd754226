import ArgumentParser
import ErosCore

@testable import ErosCommands

/// The result of parsing a command line, without running the command.
enum ParsedCommand {
  case command
  /// An error that ends the process before the command runs.
  case error(any ErosError)
  /// Text that the argument parser prints: help, the version or a completion script.
  case text

  init(_ arguments: [String]) {
    do {
      var command = try ErosCommand.parse(arguments)
      // A request for help parses as a command of the argument parser, which throws the text.
      if "\(type(of: command))" == "HelpCommand" { try command.run() }
      self = .command
    } catch let error as any ErosError {
      self = .error(error)
    } catch {
      self = UsageError.describing(ParserText(error), in: arguments).map { .error($0) } ?? .text
    }
  }

  var error: (any ErosError)? {
    if case .error(let error) = self { error } else { nil }
  }
}

extension CommandDescription {
  /// The command and all commands below it, also hidden ones.
  private var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }

  /// The command lines in the help.
  var examples: [String] {
    let prompt = "  $ "
    return discussion.split(separator: "\n").filter { $0.hasPrefix(prompt + "eros") }
      .map { String($0.dropFirst(prompt.count)) }
  }

  /// All commands, also hidden ones.
  static func everyCommand() throws -> [CommandDescription] {
    try ofTool().all
  }

  /// Returns the help, 100 characters wide.
  func help(columns: Int = 100) throws -> HelpPage {
    try HelpPage(of: CommandNames(words.dropFirst()), columns: columns)
  }
}
