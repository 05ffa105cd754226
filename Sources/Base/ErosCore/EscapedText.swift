extension String {
  /// The string with control characters and invisible characters written as `\u{…}`.
  ///
  /// Always use it to print names and strings from untrusted files.
  public var escapedForDisplay: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isEscapedForDisplay {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Decodes UTF-8, with each byte of an invalid sequence written as `\xD6`.
  package init(escapingInvalid bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    self = ""
    var start = 0
    while let invalid = UTF8Text.firstIllFormedByte(in: bytes, from: start) {
      self += String(decoding: bytes[start..<invalid], as: UTF8.self)
      self += "\\x" + bytes[invalid].hexadecimal(digits: 2, uppercase: true)
      start = invalid + 1
    }
    self += String(decoding: bytes[start...], as: UTF8.self)
  }

  /// A JSON document with the same value that is safe to print.
  ///
  /// Strings have escapes for the characters that ``escapedForDisplay`` escapes, and for `##[`.
  package var escapedJSONForDisplay: String {
    let isPlain = utf8.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "#") }
    guard !isPlain else { return self }
    var result = ""
    for scalar in unicodeScalars {
      // Below the space, a document has only its own line breaks.
      if scalar.value >= 0x20, scalar.isEscapedForDisplay {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.withoutLogCommands(writing: "\\u0023")
  }

  /// The text with `##[` broken, which starts a command anywhere in the log of a job of GitHub.
  ///
  /// - Parameter numberSign: The escape of the second `#`.
  /// - Returns: The text, in which no `##[` is left.
  package func withoutLogCommands(writing numberSign: String = "\\u{23}") -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    let start = "##".utf8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte == UInt8(ascii: "["), bytes.suffix(start.count).elementsEqual(start) {
        bytes.removeLast()
        bytes += Array(numberSign.utf8)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with each `::` broken that starts a line, also after white space: GitHub takes such a line of a
  /// log for a workflow command.
  package var withoutWorkflowCommands: String {
    guard contains("::") else { return self }
    var result = ""
    var isAtStart = true
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isCommand = isAtStart && scalar == ":" && rest.first == ":"
      if isCommand { result += "\\u{3a}" } else { result.unicodeScalars.append(scalar) }
      isAtStart =
        scalar == "\n" || scalar == "\r" || isAtStart && scalar.properties.isWhitespace
    }
    return result
  }

  /// Returns the string escaped like ``escapedForDisplay``, without the scalars after the first
  /// `length`.
  package func shortenedForDisplay(to length: Int = 80) -> String {
    // A character can have any number of scalars.
    let start = unicodeScalars.prefix(length)
    let escaped = String(start).escapedForDisplay
    return start.endIndex == endIndex ? escaped : escaped + "…"
  }

  /// The string escaped like ``escapedForDisplay``, except for its line breaks.
  package var escapedLinesForDisplay: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapedForDisplay }.joined(separator: "\n")
  }

  /// The string escaped for HTML and XML, as text or between double quotes.
  package var escapedForMarkup: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The string quoted as one word of a shell command, for hints that the user can copy.
  ///
  /// Control characters and invisible characters are written as octal bytes in `$'…'`, which Bash
  /// and Zsh decode, so the word is safe to print and has the same value.
  package var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "%+,-./:=@_".utf8.contains(byte) || byte >= 0x80
      }
    }
    guard escapedForDisplay == self else { return quotedWithOctalBytes }
    if isPlain, !isEmpty { return self }
    return "'"
      + unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "'\\''") + "'"
  }

  /// The path quoted as one word of a shell command; the command does not read it as an option.
  package var shellQuotedPath: String { (hasPrefix("-") ? "./" + self : self).shellQuoted }

  private var quotedWithOctalBytes: String {
    let parts = unicodeScalars.map { scalar in
      let text = String(scalar)
      if text == "'" || text == "\\" { return "\\" + text }
      if text.escapedForDisplay == text { return text }
      return text.utf8.map { byte in
        "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
      }.joined()
    }
    return "$'" + parts.joined() + "'"
  }
}

extension Unicode.Scalar {
  /// Whether a terminal hides the scalar or acts on it.
  fileprivate var isEscapedForDisplay: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: false
    }
  }
}

extension Sequence<String> {
  /// The strings in one line, escaped like ``Swift/String/escapedForDisplay``, such as `'a', 'b'`.
  package var quotedForDisplay: String {
    map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")
  }
}
