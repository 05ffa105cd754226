import ErosRegistry

/// Writes texts into the literals and comments of the generated languages.
///
/// Everything but printable ASCII becomes an escape, so that no editor, encoding or compiler reads a
/// generated file in a way of its own.
enum Escaping {
  /// Inside `@"…"`: octal escapes of bytes below U+00A0, universal character names above.
  static func objectiveC(_ text: String) -> String {
    var result = ""
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "?" where before == "?": result += "\\?"  // "??/" would be a trigraph
      case "\u{80}"..<"\u{A0}": for byte in String(scalar).utf8 { result += octal(byte) }
      case "\u{A0}"...: result += universalName(scalar)
      default: result += common(scalar) ?? octal(UInt8(truncatingIfNeeded: scalar.value))
      }
      before = scalar
    }
    return result
  }

  /// Inside `"…"` of Java.
  static func java(_ text: String) -> String {
    text.unicodeScalars.map { common($0) ?? utf16($0) }.joined()
  }

  /// Inside `"…"` of Kotlin, where `$` starts a template.
  static func kotlin(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "$" ? "\\$" : common($0) ?? utf16($0) }.joined()
  }

  /// Inside `"…"` of Swift.
  static func swift(_ text: String) -> String {
    text.unicodeScalars
      .map { common($0) ?? "\\u{\(String($0.value, radix: 16))}" }.joined()
  }

  /// Inside `'…'` of JavaScript and TypeScript.
  static func javaScript(_ text: String) -> String {
    text.unicodeScalars
      .map { scalar in
        switch scalar {
        case "'": "\\'"
        case "\"": "\""
        default: common(scalar) ?? utf16(scalar)
        }
      }.joined()
  }

  /// Between tags and inside quotes of XML; characters that XML has not are left out.
  static func xml(_ text: String) -> String {
    text.unicodeScalars
      .map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&apos;"
        case "\t", "\n", "\r": "&#\(scalar.value);"
        case "\u{20}"..."\u{7E}": String(scalar)
        case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": ""
        default: "&#\(scalar.value);"
        }
      }.joined()
  }

  /// Inside a comment of any of the languages, on one line.
  ///
  /// Nothing in it ends or nests a comment, and no backslash is left: it would join lines in C and
  /// start a Unicode escape in Java.
  static func comment(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let next: Unicode.Scalar =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
          .unassigned:
          " "
        default: scalar == "\\" ? "/" : scalar
        }
      if let last = result.unicodeScalars.last, isPair(last, next) { result += " " }
      result.unicodeScalars.append(next)
    }
    return result
  }

  /// Whether two characters side by side end or start a comment, or are a trigraph's beginning.
  private static func isPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    switch (first, second) {
    case ("*", "/"), ("/", "*"), ("-", "-"), ("?", "?"): true
    default: false
    }
  }

  // MARK: Escapes

  /// What all the languages share, or `nil` for what each escapes in its own way.
  private static func common(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\\": "\\\\"
    case "\"": "\\\""
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{20}"..."\u{7E}": String(scalar)
    default: nil
    }
  }

  private static func utf16(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + hexadecimal($0, digits: 4) }.joined()
  }

  private static func universalName(_ scalar: Unicode.Scalar) -> String {
    scalar.value > 0xFFFF
      ? "\\U" + hexadecimal(scalar.value, digits: 8) : "\\u" + hexadecimal(scalar.value, digits: 4)
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
