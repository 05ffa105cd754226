import Foundation

/// Messages in source files, with ``value`` for each interpolation.
public enum SourceMessages {
  public static let value = "VALUE"

  /// Returns messages in the arguments of calls of `functions` in sources below `folder`.
  ///
  /// `functions` matches a name and its opening parenthesis. String literals joined by `+` are one
  /// message.
  public static func inCalls(of functions: Regex<Substring>, below folder: String) throws
    -> Set<String>
  {
    var literals: [String] = []
    for file in try files(folder) {
      let text = try code(of: file)
      for call in text.matches(of: functions) {
        var reader = LiteralReader(text[call.range.upperBound...])
        literals += reader.literals()
      }
    }
    return messages(literals)
  }

  /// Returns messages in the source files at `paths`, or in files below folders there.
  public static func inFiles(_ paths: [String]) throws -> Set<String> {
    var literals: [String] = []
    for file in try paths.flatMap(files) {
      // The closing parenthesis of a call ends the literals, and a file has none at its end.
      var reader = LiteralReader(try code(of: file)[...])
      while !reader.isAtEnd { literals += reader.literals() }
    }
    return messages(literals)
  }

  /// Keeps literals of several words, which are the messages.
  private static func messages(_ literals: [String]) -> Set<String> {
    Set(literals.filter { $0.contains(/\S \S/) && $0.contains(/[a-z]{2}/) && !$0.contains("\n") })
  }

  private static func files(_ path: String) throws -> [URL] {
    let file = Tool.packageRoot.appending(path: path)
    guard !path.hasSuffix(".swift") else { return [file] }
    return try FileManager.default.subpathsOfDirectory(atPath: file.path(percentEncoded: false))
      .filter { $0.hasSuffix(".swift") }.map { file.appending(path: $0) }
  }

  /// Returns the text of a file without comment lines.
  private static func code(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
  }
}

/// Reads the string literals up to a closing parenthesis.
private struct LiteralReader {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func literals() -> [String] {
    var result: [String] = []
    var depth = 1
    var between: String?
    while depth > 0, let character = rest.first {
      if character == "\"" {
        let text = literal()
        if between?.filter({ !$0.isWhitespace }) == "+", let last = result.popLast() {
          result.append(last + text)
        } else {
          result.append(text)
        }
        between = ""
        continue
      }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      between?.append(character)
      rest.removeFirst()
    }
    return result
  }

  /// Reads a literal, whose first character is a quotation mark.
  ///
  /// Skips one of several lines.
  private mutating func literal() -> String {
    let quotes = "\"\"\""
    if rest.hasPrefix(quotes) {
      let end = rest.dropFirst(quotes.count).firstRange(of: quotes)?.upperBound ?? rest.endIndex
      rest = rest[end...]
      return ""
    }
    var text = ""
    rest.removeFirst()
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch next {
      case "(":
        _ = literals()
        text += SourceMessages.value
      case "n": text += "\n"
      default: text.append(next)
      }
    }
    return text
  }
}
