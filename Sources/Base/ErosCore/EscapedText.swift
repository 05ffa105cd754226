extension String {
  /// Shows control characters and invisible characters as `\u{…}`.
  ///
  /// Always use this to print names and strings from untrusted files:
  ///
  /// ```swift
  /// print("a\u{202E}b".escapedForDisplay)  // a\u{202e}b
  /// ```
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

  /// Decodes UTF-8.
  ///
  /// Writes each byte of an invalid sequence like `\xD6`.
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

  /// The same JSON value, safe to print.
  ///
  /// Escapes what ``escapedForDisplay`` escapes, and also `##[`.
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

  /// Breaks up each `##[`, which starts a command anywhere in a GitHub job's log.
  ///
  /// - Parameter numberSign: Written instead of the second `#`.
  /// - Returns: The text. It contains no `##[`.
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

  /// Breaks up each `::` that starts a line, even after white space.
  ///
  /// GitHub takes such a line in a log for a workflow command.
  package var withoutWorkflowCommands: String {
    guard contains("::") else { return self }
    var result = ""
    var isAtStart = true
    var remainder = unicodeScalars[...]
    while let scalar = remainder.popFirst() {
      let isCommand = isAtStart && scalar == ":" && remainder.first == ":"
      if isCommand { result += "\\u{3a}" } else { result.unicodeScalars.append(scalar) }
      isAtStart =
        scalar == "\n" || scalar == "\r" || isAtStart && scalar.properties.isWhitespace
    }
    return result
  }

  /// Escapes like ``escapedForDisplay``, but keeps only the first `length` scalars.
  package func shortenedForDisplay(to length: Int = 80) -> String {
    // A character can have any number of scalars.
    let start = unicodeScalars.prefix(length)
    let escaped = String(start).escapedForDisplay
    return start.endIndex == endIndex ? escaped : escaped + "…"
  }

  /// Escapes like ``escapedForDisplay``, but keeps line breaks.
  package var escapedLinesForDisplay: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapedForDisplay }.joined(separator: "\n")
  }

  /// Escapes for HTML and XML, as text or between double quotes.
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

  /// Quotes the string as one shell word, for hints that a user can copy.
  ///
  /// Control characters and invisible characters become octal bytes in `$'…'`, which Bash and Zsh
  /// decode. So the word is safe to print and has the same value.
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

  /// Quotes a path as one shell word that no command reads as an option.
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
  /// `true` if a terminal hides the scalar or acts on it.
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
  /// One line such as `'a', 'b'`, escaped like ``Swift/String/escapedForDisplay``.
  package var quotedForDisplay: String {
    map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")
  }
}
