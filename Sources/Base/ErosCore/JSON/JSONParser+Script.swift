/// Syntax that only `JSONReader.Syntax.javaScript` accepts.
extension JSONParser {
  // MARK: Module

  /// Skips an optional `'use strict';` and an optional `module.exports =` or `export default`.
  ///
  /// - Returns: `true` if it skipped an assignment or export.
  mutating func skipModuleHead() throws(JSONFailure) -> Bool {
    try skipDirective()
    let start = position
    skipIdentifier()
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "module":
      try require([".", "exports", "="])
    case "export":
      try require(["default"])
    default:
      position = start
      return false
    }
    return true
  }

  /// Skips `'use strict'`, unless the document has no other value.
  private mutating func skipDirective() throws(JSONFailure) {
    let start = position
    guard current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") else { return }
    let isDirective = try parseString() == "use strict"
    try skipSpace()
    if skip(UInt8(ascii: ";")) { try skipSpace() }
    if !isDirective || current == nil { position = start }
  }

  private mutating func require(_ tokens: [String]) throws(JSONFailure) {
    for token in tokens {
      try skipSpace()
      guard bytes[position...].starts(with: token.utf8) else {
        throw unexpected(expected: "'\(token)'")
      }
      position += token.utf8.count
    }
    if let byte = current, tokens.last == "default", Self.isIdentifierByte(byte) {
      throw unexpected(expected: "a value")
    }
  }

  // MARK: White space

  /// Skips a comment or a space that JSON does not allow.
  ///
  /// Returns `true` if there was one.
  mutating func skipScriptSpace() throws(JSONFailure) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: "/"):
      return try skipComment()
    case 0x0B, 0x0C:
      position += 1
      return true
    default:
      guard let length = wideSpaceLength else { return false }
      position += length
      return true
    }
  }

  /// The bytes of a no-break space, byte-order mark or line separator at `position`, if there is
  /// one.
  private var wideSpaceLength: Int? {
    let spaces: [[UInt8]] = [
      [0xC2, 0xA0], UTF8Text.byteOrderMark, [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
    ]
    return spaces.first { bytes[position...].starts(with: $0) }?.count
  }

  private mutating func skipComment() throws(JSONFailure) -> Bool {
    let start = position
    switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
    case UInt8(ascii: "/"):
      while let byte = current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        position += 1
      }
    case UInt8(ascii: "*"):
      position += 2
      while !(skip(UInt8(ascii: "*")) && current == UInt8(ascii: "/")) {
        guard position < bytes.count else {
          throw JSONFailure(
            .truncated(expected: "the end of the comment that starts here"), at: start)
        }
        if bytes[position] != UInt8(ascii: "*") { position += 1 }
      }
      position += 1
    default:
      return false
    }
    return true
  }

  // MARK: Values and keys

  mutating func parseScriptValue() throws(JSONFailure) -> JSONValue {
    switch current {
    case UInt8(ascii: "'"), UInt8(ascii: "`"):
      return .string(try parseString())
    case UInt8(ascii: "."), UInt8(ascii: "+"):
      guard !startsSpread else { throw notALiteral("'...'") }
      return .number(try parseNumber())
    default:
      guard !startsOperator else { throw notALiteral() }
      return try parseLiteral()
    }
  }

  /// Parses a key in single quotes, an identifier, or an integer.
  mutating func parseScriptKey() throws(JSONFailure) -> String {
    switch current {
    case UInt8(ascii: "'"):
      return try parseString()
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return try parseNumericKey()
    case UInt8(ascii: "["):
      throw notALiteral("a computed key")
    default:
      guard !startsSpread else { throw notALiteral("'...'") }
      let start = position
      skipIdentifier()
      guard position > start else { throw unexpected(expected: "a key") }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }

  private mutating func parseNumericKey() throws(JSONFailure) -> String {
    let start = position
    let number = try parseNumber()
    guard number.utf8.allSatisfy(\.isDigit) else {
      throw JSONFailure(
        .unexpected(found: "'\(number)'", expected: "an integer or a key in quotes"), at: start)
    }
    return number
  }

  // MARK: Numbers and escape sequences

  /// Parses a number such as `0x1F`, `0o17` or `0b11`, and returns its decimal digits.
  ///
  /// - Returns: `nil` if the next number is decimal.
  mutating func parseRadixNumber() throws(JSONFailure) -> String? {
    guard current == UInt8(ascii: "0"), position + 1 < bytes.count else { return nil }
    let radix: Int
    switch bytes[position + 1] | 0x20 {
    case UInt8(ascii: "x"): radix = 16
    case UInt8(ascii: "o"): radix = 8
    case UInt8(ascii: "b"): radix = 2
    default: return nil
    }
    let start = position
    skipIdentifier()
    let digits = String(decoding: bytes[(start + 2)..<position], as: UTF8.self)
    // JavaScript rounds integers above 2^53.
    guard let value = UInt64(digits, radix: radix), value <= 1 << 53 else {
      throw JSONFailure(
        .invalidNumber(reason: "malformed or greater than 2^53"), at: start)
    }
    return String(value)
  }

  /// Parses an escape sequence that JSON lacks, after the backslash at `start`.
  mutating func parseScriptEscape(
    from start: Int, into text: inout [UInt8]
  ) throws(JSONFailure) {
    switch bytes[position] {
    case UInt8(ascii: "x"):
      position += 1
      let value = try parseHexadecimal(digits: 2, from: start)
      if let scalar = Unicode.Scalar(value) { text.append(contentsOf: String(scalar).utf8) }
    case UInt8(ascii: "v"):
      text.append(0x0B)
      position += 1
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      skipLineBreak()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      try parseNul(from: start)
      text.append(0)
    default:
      try parseIdentityEscape(into: &text)
    }
  }

  /// Skips the `0` in `\0`.
  ///
  /// Octal escape sequences are errors, as in strict mode.
  private mutating func parseNul(from start: Int) throws(JSONFailure) {
    let isZero = skip(UInt8(ascii: "0"))
    if isZero, let next = current, next.isDigit {
      throw JSONFailure(.invalidEscape, at: start)
    }
    guard isZero else { throw JSONFailure(.invalidEscape, at: start) }
  }

  /// Parses a backslash before any other character, as in `\q` for `q`.
  ///
  /// Before a line separator, it omits the separator.
  private mutating func parseIdentityEscape(into text: inout [UInt8]) throws(JSONFailure) {
    let length = UTF8Text.sequenceLength(at: position, in: bytes)
    let character = bytes[position..<(position + length)]
    if character != [0xE2, 0x80, 0xA8], character != [0xE2, 0x80, 0xA9] {
      text.append(contentsOf: character)
    }
    position += length
  }

  /// Skips LF, CR LF or CR.
  mutating func skipLineBreak() {
    if skip(UInt8(ascii: "\r")) {
      _ = skip(UInt8(ascii: "\n"))
    } else {
      position += 1
    }
  }

  // MARK: Code

  private var startsSpread: Bool { bytes[position...].starts(with: "...".utf8) }

  /// `true` at a shorthand such as `{ name }`.
  var startsShorthand: Bool {
    syntax == .javaScript && (current == UInt8(ascii: ",") || current == UInt8(ascii: "}"))
  }

  /// `true` if the next byte continues an expression, so that it is not a literal.
  var startsOperator: Bool {
    guard syntax == .javaScript, let byte = current else { return false }
    return "+-*/%.([?&|^<>=!~`".utf8.contains(byte)
  }

  /// Returns the error for code that would have to be executed.
  func notALiteral(_ code: Message? = nil) -> JSONFailure {
    let text = code ?? nextCharacter
    guard !isAtStart else {
      return failure(
        .unexpected(found: text, expected: "a JSON object or `module.exports = {…}`"))
    }
    return failure(.notALiteral(found: text))
  }
}
