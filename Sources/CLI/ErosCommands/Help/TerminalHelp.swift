import ArgumentParser
import ErosCore
import ErosFiles
import ErosTemplates

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adapts the argument parser's help to the terminal.
enum TerminalHelp {
  /// Longer lines are hard to read.
  private static let maximumColumns = 100

  /// The width of help: `COLUMNS`, or the terminal's width, up to 100 characters.
  static func columns(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Int {
    let chosen = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return min(maximumColumns, chosen ?? StandardStream.output.columns)
  }

  /// Rearranges the help of `command`.
  ///
  /// Each example is on one line, so that you can copy it. `--version` gets its short name, and the
  /// options are in groups.
  ///
  /// - Parameters:
  ///   - help: The parser's help.
  ///   - command: The command.
  ///   - name: The words of the command, for the short help. Pass `nil` for the complete help.
  ///   - language: The language of the text.
  /// - Returns: The text.
  static func text(
    _ help: String, of command: any ParsableCommand.Type, shortFor name: String? = nil,
    in language: Language = .english
  ) -> String {
    // A version is not help, and every search costs time at the start.
    guard help.utf8.contains(UInt8(ascii: "\n")) else { return help }
    let columns = Self.columns()
    // The parser's own options print other texts, such as a description in JSON.
    if language != .english, help == ErosCommand.helpMessage(for: command, columns: columns) {
      return TranslatedHelp(in: language).text(of: command, shortFor: name, columns: columns)
    }
    let examples = command.configuration.discussion.split(separator: "\n")
      .filter { $0.hasPrefix("  ") }
    let layout = HelpLayout(
      joining(examples, in: help.split(separator: "\n", omittingEmptySubsequences: false)))
    return (name.map { layout.short(of: $0) } ?? layout.complete)
      .joined(separator: "\n")
      .replacing("\n  --version               Show", with: "\n  -V, --version           Show")
  }

  /// Joins the lines of an example that the parser has split.
  private static func joining(_ examples: [Substring], in lines: [Substring]) -> [Substring] {
    var remainder = lines[...]
    var result: [Substring] = []
    while let line = remainder.popFirst() {
      guard
        let example = examples.filter({ isStart(line, of: $0, before: remainder) })
          .max(by: { $0.count < $1.count }), example != line
      else {
        result.append(line)
        continue
      }
      result.append(example)
      var length = line.count
      while length < example.count, let next = remainder.popFirst() { length += 1 + next.count }
    }
    return result
  }

  /// Returns `true` if `line` and the following lines are `example`, split at spaces.
  private static func isStart(
    _ line: Substring, of example: Substring, before following: ArraySlice<Substring>
  ) -> Bool {
    guard example.hasPrefix(line) else { return false }
    var remainder = example.dropFirst(line.count)
    for next in following {
      if remainder.isEmpty { return true }
      guard remainder.hasPrefix(" " + next) else { return false }
      remainder = remainder.dropFirst(1 + next.count)
    }
    return remainder.isEmpty
  }
}
