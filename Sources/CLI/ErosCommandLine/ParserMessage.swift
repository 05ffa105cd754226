import ErosCore

/// A message from the argument parser, reworded like the commands' own messages.
package struct ParserMessage {
  /// The problem, starting with a lowercase letter and ending without a full stop.
  package let problem: String

  /// The valid values or a similar option, if the parser names them.
  package let remedy: String?

  /// Splits a message from the parser.
  ///
  /// An example is `The value 'x' is invalid for '--a <a>'. Please provide one of 'b' or 'c'.`
  package init(_ message: String) {
    for mark in [". Please provide one of the following:\n", ". Please provide one of "] {
      guard let range = message.firstRange(of: mark) else { continue }
      problem = Self.lowercased(message[..<range.lowerBound])
      remedy = "choose " + Self.choices(in: message[range.upperBound...])
      return
    }
    let line = message.replacing("\n   or: ", with: ", or: ")
    guard let range = line.firstRange(of: ". Did you mean '") else {
      problem = Self.lowercased(line[...])
      remedy = nil
      return
    }
    problem = Self.lowercased(line[..<range.lowerBound])
    remedy = "did you mean `\(line[range.upperBound...].prefix { $0 != "'" })`?"
  }

  /// Returns the values in a list, such as `'a', 'b' or 'c'`.
  private static func choices(in list: Substring) -> String {
    let lines = list.split(separator: "\n")
    let values =
      lines.count > 1
      ? lines.map { $0.hasPrefix("  - ") ? $0.dropFirst(4) : $0 }
      : list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    let quoted = values.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? String(list) }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
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
