import ErosCore

/// Escapes text for GitHub Markdown and CommonMark, even in table cells.
enum MarkdownEscaping {
  /// Returns one line of text that is displayed as written.
  ///
  /// The result contains no markup, HTML, entity or formula, and starts no list, heading or rule.
  static func text(_ line: String) -> String {
    var result = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "$", "{", "}":
        result += "\\\(scalar)"
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return escapedStart(result)
  }

  /// Escapes what would start a list or a rule: `-`, `+`, `=`, and digits before `.` or `)`.
  private static func escapedStart(_ line: String) -> String {
    guard let first = line.utf8.first else { return line }
    if "-+=".utf8.contains(first) { return "\\" + line }
    let digits = line.utf8.prefix { $0.isDigit }
    let remainder = line.utf8.dropFirst(digits.count)
    guard !digits.isEmpty, let mark = remainder.first, ".)".utf8.contains(mark) else { return line }
    return "\(Substring(digits))\\\(Substring(remainder))"
  }

  /// Returns code for a table cell: a code span or an element.
  ///
  /// A code span in a cell cannot represent backticks, backslashes and control characters.
  static func code(_ text: String) -> String {
    let needsElement = text.unicodeScalars.contains { scalar in
      "`\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
    }
    let isTrimmed = text.utf8.first != UInt8(ascii: " ") && text.utf8.last != UInt8(ascii: " ")
    if !needsElement, isTrimmed, !text.isEmpty { return "`\(text.replacing("|", with: "\\|"))`" }
    let escaped = text.unicodeScalars.map { scalar in
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || scalar == " "
        || ("0"..."9").contains(scalar)
      return isPlain ? String(scalar) : "&#\(scalar.value);"
    }
    return "<code>\(escaped.joined())</code>"
  }
}
