import ArgumentParser
import ErosCore

/// Parses arguments by starting at the command that the first argument names.
///
/// `ErosCommand.parseAsRoot(_:)` first describes all commands. This takes longer than many
/// commands run. The root command has no options, so its subcommands alone parse valid arguments to
/// the same values. Everything else, such as errors and help, depends on the root.
enum DirectParser {
  /// Returns the command that the root would return, or `nil` if the root must parse `words`.
  static func parse(_ words: [String]) -> (any ParsableCommand)? {
    // When the parser asks for completions, the word starts with three dashes.
    guard let name = words.first, words.count < 2 || !words[1].hasPrefix("---"),
      let command = command(named: name),
      let result = try? command.parseAsRoot(Array(words.dropFirst())),
      contains(type(of: result), in: command)
    else { return nil }
    return result
  }

  private static func command(named name: String) -> (any ParsableCommand.Type)? {
    for group in ErosCommand.groups {
      for command in group.subcommands where command.configuration.commandName == name {
        return command
      }
    }
    return nil
  }

  /// Returns `true` if `type` is `command` or below it, and not the help that the parser adds to a
  /// root.
  private static func contains(
    _ type: any ParsableCommand.Type, in command: any ParsableCommand.Type
  ) -> Bool {
    type == command || command.configuration.subcommands.contains { contains(type, in: $0) }
  }
}
