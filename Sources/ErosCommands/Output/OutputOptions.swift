import ArgumentParser
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

  @Option(help: "When to color the output.")
  var color = ColorChoice.auto

  /// The style of text on standard output.
  var style: TextStyle {
    TextStyle(isColored: color.applies(isTerminal: StandardStream.output.isTerminal))
  }

  /// Whether progress is shown.
  var showsProgress: Bool { !quiet && !json && StandardStream.error.isErasable }

  /// Prints a note on standard error.
  func note(_ text: String) {
    if !quiet { writeToStandardError("note: \(text)\n") }
  }

  /// Prints a hint on standard error.
  func hint(_ text: String) {
    if !quiet { writeToStandardError("hint: \(text)\n") }
  }

  /// Prints a warning on standard error.
  func warn(_ text: String) {
    if !quiet { writeToStandardError("warning: \(text)\n") }
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
