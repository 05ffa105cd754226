import ArgumentParser
import ErosCore
import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of all commands.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as one JSON document.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors of the command, and no report.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Also print what is skipped and why, and the time of each step, on standard error.")
  var verbose = false

  @Option(help: "When to color the output.")
  var color = ColorChoice.auto

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined") }
  }

  /// The style of text on standard output.
  var style: TextStyle {
    TextStyle(isColored: color.applies(isTerminal: StandardStream.output.isTerminal))
  }

  /// The style of text on standard error.
  var errorStyle: TextStyle {
    TextStyle(isColored: color.applies(isTerminal: StandardStream.error.isTerminal))
  }

  /// Whether progress is shown.
  var showsProgress: Bool { !quiet && !json && StandardStream.error.isErasable }

  /// Prints a line on standard error if `--verbose` is set.
  func detail(_ text: @autoclosure () -> String) {
    if verbose { writeToStandardError(text() + "\n") }
  }

  /// Returns the line about the time of a step.
  static func timing(_ step: String, since start: Date) -> String {
    "time: \(step), \(Readable.fixed(-start.timeIntervalSinceNow, 3)) s"
  }

  /// Prints an error that does not end the command.
  func show(_ error: any ErosError) { showText(of: error, errorStyle) }

  /// Prints a note on standard error.
  func note(_ text: String) {
    if !quiet { writeToStandardError("\(errorStyle.dim("note")): \(text)\n") }
  }

  /// Prints a hint on standard error.
  func hint(_ text: String) {
    if !quiet { writeToStandardError("hint: \(text)\n") }
  }

  /// Prints a warning on standard error.
  func warn(_ text: String) {
    if !quiet { writeToStandardError("\(errorStyle.warning("warning")): \(text)\n") }
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Returns whether output is colored, depending on whether the stream is a terminal.
  func applies(
    isTerminal: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return !isRefused && environment["TERM"] != "dumb" && isTerminal
    }
  }
}

extension TextStyle {
  /// The style of text on standard error, for arguments that may be invalid.
  static func ofErrors(_ words: [String]) -> TextStyle {
    let choice = words.value(of: "--color").flatMap(ColorChoice.init) ?? .auto
    return TextStyle(isColored: choice.applies(isTerminal: StandardStream.error.isTerminal))
  }
}

extension [String] {
  /// Returns the value of an option in arguments that may be invalid.
  func value(of option: String) -> String? {
    let words = prefix { $0 != "--" }
    return words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
      ?? words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}

/// The markup of terminal output; color never carries meaning alone.
struct TextStyle {
  let isColored: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func success(_ text: String) -> String { wrap(text, "32") }
  func failure(_ text: String) -> String { wrap(text, "31") }
  func warning(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
