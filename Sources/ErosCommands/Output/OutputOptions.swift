import ArgumentParser
import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options that every command has.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text for people.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  @Option(help: "When to colour the output.")
  var color = ColorChoice.auto

  /// How text on standard output may look.
  var style: TextStyle {
    TextStyle(isColored: color.applies(isTerminal: StandardStream.output.isTerminal))
  }

  /// Whether progress and notes may be shown.
  var showsProgress: Bool { !quiet && !json && StandardStream.error.isTerminal }

  /// Prints a remark that is no result.
  func note(_ text: String) {
    if !quiet { writeToStandardError("note: \(text)\n") }
  }

  /// Prints what to do about what was found.
  func hint(_ text: String) {
    if !quiet { writeToStandardError("hint: \(text)\n") }
  }

  /// Prints a remark about something that is probably not meant.
  func warn(_ text: String) {
    if !quiet { writeToStandardError("warning: \(text)\n") }
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether output is coloured on a stream that is a terminal or not.
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

/// How text for people is marked; colour never carries meaning alone.
struct TextStyle {
  let isColored: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "31") }
  func odd(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
