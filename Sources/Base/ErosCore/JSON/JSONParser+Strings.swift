extension JSONParser {
  /// Parses a string.
  ///
  /// The next byte is its opening quote.
  mutating func parseString() throws(JSONFailure) -> String {
    let quote = bytes[position]
    position += 1
    let start = position
    while let byte = current {
      switch byte {
      case quote:
        position += 1
        return isOmitting ? "" : String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
      case UInt8(ascii: "\\"), 0..<0x20, UInt8(ascii: "$"):
        return try parseRest(ofStringIn: quote, after: bytes[start..<position])
      default:
        position += 1
      }
    }
    throw failure(.truncated(expected: "the end of a string"))
  }

  /// Continues at the first byte that is not copied unchanged.
  private mutating func parseRest(
    ofStringIn quote: UInt8, after beginning: ArraySlice<UInt8>
  ) throws(JSONFailure) -> String {
    var text = Array(beginning)
    while let byte = current {
      switch byte {
      case quote:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try parseEscape(into: &text)
      case 0..<0x20:
        try parseControl(byte, inStringIn: quote, into: &text)
      case UInt8(ascii: "$") where quote == UInt8(ascii: "`") && isSubstitution:
        throw notALiteral("'${'")
      default:
        if !isOmitting { text.append(byte) }
        position += 1
      }
    }
    throw failure(.truncated(expected: "the end of a string"))
  }

  /// Parses an unescaped control character, which only scripts allow.
  private mutating func parseControl(
    _ byte: UInt8, inStringIn quote: UInt8, into text: inout [UInt8]
  ) throws(JSONFailure) {
    let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    guard syntax == .javaScript, !isBreak || quote == UInt8(ascii: "`") else {
      throw failure(.controlCharacter(byte))
    }
    if isBreak {
      skipLineBreak()
      text.append(UInt8(ascii: "\n"))
    } else {
      text.append(byte)
      position += 1
    }
  }

  private var isSubstitution: Bool {
    position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "{")
  }

  // MARK: Escape sequences

  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONFailure) {
    let start = position
    position += 1
    guard let byte = current else { throw failure(.truncated(expected: "an escape sequence")) }
    if byte == UInt8(ascii: "u") {
      position = start
      text.append(contentsOf: String(try parseUnicodeEscape()).utf8)
    } else if let plain = Self.character(escapedBy: byte) {
      text.append(plain)
      position += 1
    } else if syntax == .javaScript {
      try parseScriptEscape(from: start, into: &text)
    } else {
      throw JSONFailure(.invalidEscape, at: start)
    }
  }

  /// Decodes JSON's one-letter escape sequences.
  private static func character(escapedBy byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: nil
    }
  }

  /// Parses `\uXXXX`, a surrogate pair of two of them, or in a script `\u{X…}`.
  private mutating func parseUnicodeEscape() throws(JSONFailure) -> Unicode.Scalar {
    let start = position
    let first = try parseCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), current == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONFailure(.loneSurrogate, at: start) }
    let second = try parseCodeUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONFailure(.loneSurrogate, at: start) }
    return scalar
  }

  /// Parses the number after `\u`, at most U+10FFFF.
  private mutating func parseCodeUnit() throws(JSONFailure) -> UInt32 {
    let start = position
    position += 2
    if syntax == .javaScript, skip(UInt8(ascii: "{")) {
      return try parseBracedCodePoint(from: start)
    }
    return try parseHexadecimal(digits: 4, from: start)
  }

  private mutating func parseBracedCodePoint(from start: Int) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    var digits = 0
    while let digit = current.flatMap(Self.hexadecimalValue) {
      value = value << 4 | digit
      digits += 1
      position += 1
      guard value <= 0x10FFFF else { throw JSONFailure(.invalidEscape, at: start) }
    }
    guard digits > 0, skip(UInt8(ascii: "}")) else { throw JSONFailure(.invalidEscape, at: start) }
    return value
  }

  /// Parses exactly `digits` digits in the escape sequence that starts at `start`.
  mutating func parseHexadecimal(
    digits: Int, from start: Int
  ) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = current.flatMap(Self.hexadecimalValue) else {
        throw JSONFailure(.invalidEscape, at: start)
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
