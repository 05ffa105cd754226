extension String {
  /// The text with everything that a terminal could act on, or an eye could miss, written as `\u{…}`.
  ///
  /// Names from hostile files are shown this way, always.
  public var escapedForDisplay: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text escaped like ``escapedForDisplay``, line by line, for texts that have lines of their own.
  package var escapedLinesForDisplay: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapedForDisplay }.joined(separator: "\n")
  }

  /// The text as one word of a shell's command line, for hints that people copy.
  ///
  /// What a terminal could act on is written as the numbers of its bytes, which Bash and Zsh read
  /// back, so the word is safe to show and still means the same.
  package var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "%+,-./:=@_".utf8.contains(byte) || byte >= 0x80
      }
    }
    guard escapedForDisplay == self else { return quotedByNumbers }
    if isPlain, !isEmpty { return self }
    return "'"
      + unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "'\\''") + "'"
  }

  private var quotedByNumbers: String {
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
