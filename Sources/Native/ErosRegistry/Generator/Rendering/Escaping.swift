/// Escapes strings for literals and comments in the generated languages.
///
/// Everything except printable ASCII becomes an escape, so the meaning of a generated file does not
/// depend on an editor, an encoding or a compiler.
enum Escaping {
  /// For `@"…"`: octal escapes for bytes below U+00A0, universal character names above.
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

  /// For `"…"` in Java.
  static func java(_ text: String) -> String {
    text.unicodeScalars.map { common($0) ?? utf16($0) }.joined()
  }

  /// For `"…"` in Kotlin, where `$` starts a template.
  static func kotlin(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "$" ? "\\$" : common($0) ?? utf16($0) }.joined()
  }

  /// For `"…"` in Swift.
  static func swift(_ text: String) -> String {
    text.unicodeScalars
      .map { common($0) ?? "\\u{\(String($0.value, radix: 16))}" }.joined()
  }

  /// For `'…'` in JavaScript and TypeScript.
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

  /// For XML text and attribute values.
  ///
  /// Drops characters that XML does not allow.
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

  /// For a one-line comment in any of the languages.
  ///
  /// The result cannot end or nest a comment. It contains no backslash: a backslash joins lines in
  /// C and starts a Unicode escape in Java.
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

  /// Returns `true` if two adjacent characters end or start a comment, or start a trigraph.
  private static func isPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    switch (first, second) {
    case ("*", "/"), ("/", "*"), ("-", "-"), ("?", "?"): true
    default: false
    }
  }

  // MARK: Escapes

  /// Returns the escape that all languages share, or `nil` if they differ.
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
