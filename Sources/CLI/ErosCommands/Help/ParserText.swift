import ArgumentParser
import ErosCore

/// The text that the argument parser prints for an error.
///
/// The parser throws help, the version and completion scripts like errors. It generates the text at
/// each call. For a completion script in a debug build, this takes a second, so a requested text is
/// generated only once.
struct ParserText {
  /// The requested text, or the error with its prefix and, if it is a usage error, ``details``.
  let full: String

  /// The requested text, or the error's message without a prefix.
  let message: String

  /// `true` if you asked for the text.
  let isRequested: Bool

  /// The parser cannot wrap lines for a terminal narrower than its first column.
  private static let columns = 80

  init(_ error: any Error) {
    full = ErosCommand.fullMessage(for: error, columns: Self.columns)
    isRequested = !full.hasPrefix(ErosCommand._errorPrefix)
    message = isRequested ? full : ErosCommand.message(for: error)
  }

  /// `true` if the command line is invalid.
  var isUsageError: Bool { !isRequested && !details.isEmpty }

  /// Returns `true` if the text is the parser's help of a command.
  func isHelp(of command: any ParsableCommand.Type, withHidden: Bool) -> Bool {
    isRequested
      && full
        == ErosCommand.helpMessage(for: command, includeHidden: withHidden, columns: Self.columns)
  }

  /// The description of the option, if any, and the usage.
  var details: Substring { full.dropFirst((ErosCommand._errorPrefix + message + "\n").count) }
}
