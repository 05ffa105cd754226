package import ErosCore

/// A message from the argument parser, reworded like the commands' own messages.
package struct ParserMessage {
  /// The problem, starting with a lowercase letter and ending without a full stop.
  package let problem: Message

  /// The valid values or a similar option, if the parser names them.
  package let remedy: Message?

  /// Splits a message from the parser.
  ///
  /// An example is `The value 'x' is invalid for '--a <a>'. Please provide one of 'b' or 'c'.`
  /// `templates` has messages of the commands with values. The parser passes them on as text.
  package init(_ message: String, templates: [Message] = []) {
    for mark in [". Please provide one of the following:\n", ". Please provide one of "] {
      guard let range = message.firstRange(of: mark) else { continue }
      problem = Self.problem(message[..<range.lowerBound], templates)
      remedy = Self.choices(in: message[range.upperBound...])
      return
    }
    let line = message.replacing("\n   or: Missing", with: ", or: missing")
    guard let range = line.firstRange(of: ". Did you mean '") else {
      problem = Self.problem(line[...], templates)
      remedy = nil
      return
    }
    problem = Self.problem(line[..<range.lowerBound], templates)
    remedy = "did you mean `\(line[range.upperBound...].prefix { $0 != "'" })`?"
  }

  /// The parser's messages.
  private static let ownTemplates: [Message] = {
    let value = ""
    return [
      "unknown option '\(value)', or: missing value for '\(value)' in '\(value)'",
      "unknown option '\(value)'", "missing value for '\(value)'",
      "the option '\(value)' does not take any value, but '\(value)' was specified",
      "unexpected argument '\(value)'", "\(value) unexpected arguments: \(value)",
      "value to be set with \(value) had already been set with \(value)",
      "missing expected argument '\(value)'", "missing one of: \(value)",
      "the value '\(value)' is invalid for '\(value)': \(value)",
      "the value '\(value)' is invalid for '\(value)'", "flag '\(value)'",
    ]
  }()

  private static func problem(_ text: Substring, _ templates: [Message]) -> Message {
    let text = lowercased(text)
    return Message(parsing: text, as: templates + ownTemplates) ?? Message(key: text)
  }

  /// Suggests the values in a list, such as `'a', 'b' or 'c'`.
  private static func choices(in list: Substring) -> Message {
    let lines = list.split(separator: "\n")
    let values =
      lines.count > 1
      ? lines.map { $0.hasPrefix("  - ") ? $0.dropFirst(4) : $0 }
      : list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    let quoted = values.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else {
      return "choose \(quoted.first ?? String(list))"
    }
    return "choose \(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Lowers the first letter, unless it starts an acronym, and removes a full stop.
  package static func lowercased(_ text: Substring) -> String {
    guard let first = text.first, text.dropFirst().first?.isLowercase ?? false else {
      return String(text)
    }
    var remainder = text.dropFirst()
    if remainder.hasSuffix("."), !remainder.dropLast().contains(". ") {
      remainder = remainder.dropLast()
    }
    return first.lowercased() + remainder
  }
}
