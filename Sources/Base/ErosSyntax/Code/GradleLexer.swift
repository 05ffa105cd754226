import ErosCore

/// Splits Gradle scripts in Groovy or Kotlin into tokens.
///
/// Drops comments and white space.
package struct GradleLexer {
  package struct Token: Sendable {
    package enum Kind: Hashable, Sendable {
      case word(String)
      /// A string literal.
      ///
      /// It is plain if it has neither escapes nor interpolation.
      case string(String, isPlain: Bool)
      case symbol(UInt8)
      case newline
    }

    package let kind: Kind
    /// The token's bytes.
    ///
    /// For a string, those between the quotes.
    package let range: Range<Int>
  }

  private static let depthLimit = 64

  private var scanner: ByteScanner
  private let isKotlin: Bool
  private var tokens: [Token] = []
  /// `false` after a failed search for `/$`, so that lexing stays linear.
  private var mayEndDollarStrings = true
  private var open: [(bracket: UInt8, offset: Int)] = []

  static func tokens(
    of bytes: [UInt8], file: String, isKotlin: Bool
  ) throws(SyntaxError) -> [Token] {
    do throws(SyntaxFailure) {
      var lexer = GradleLexer(scanner: try ByteScanner(bytes), isKotlin: isKotlin)
      try lexer.run()
      return lexer.tokens
    } catch {
      throw error.error(in: bytes, file: file)
    }
  }

  private init(scanner: ByteScanner, isKotlin: Bool) {
    self.scanner = scanner
    self.isKotlin = isKotlin
  }

  private mutating func run() throws(SyntaxFailure) {
    while let byte = scanner.current {
      switch byte {
      case UInt8(ascii: "\n"): add(.newline, length: 1)
      case _ where byte.isSpace: scanner.position += 1
      case UInt8(ascii: "/"): try readSlash()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try readString(byte)
      case UInt8(ascii: "`"): try scanner.skip(past: "`", expected: "'`'")
      case _ where Self.isWordPart(byte): readWord()
      default: if !readDollarString() { try readSymbol(byte) }
      }
    }
    if let last = open.last {
      let bracket = String(decoding: [last.bracket], as: UTF8.self)
      throw .init(.truncated(expected: "a closing bracket for '\(bracket)'"), at: last.offset)
    }
  }

  private mutating func add(_ kind: Token.Kind, length: Int) {
    add(kind, scanner.position..<(scanner.position + length))
    scanner.position += length
  }

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>) {
    tokens.append(Token(kind: kind, range: range))
  }

  // MARK: Words and symbols

  private static func isWordPart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private mutating func readWord() {
    let start = scanner.position
    scanner.skip { Self.isWordPart($0) }
    add(.word(scanner.text(start..<scanner.position)), start..<scanner.position)
  }

  private mutating func readSymbol(_ byte: UInt8) throws(SyntaxFailure) {
    let pairs: [UInt8: UInt8] = [
      UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
      UInt8(ascii: "}"): UInt8(ascii: "{"),
    ]
    if pairs.values.contains(byte) { open.append((byte, scanner.position)) }
    if let opening = pairs[byte] {
      guard let last = open.popLast() else { throw scanner.unexpected("a statement") }
      guard last.bracket == opening else {
        throw scanner.unexpected(
          "the closing bracket of '\(Unicode.Scalar(last.bracket))'")
      }
    }
    add(.symbol(byte), length: 1)
  }

  private mutating func readSlash() throws(SyntaxFailure) {
    if scanner.skip("//") {
      scanner.skip { $0 != UInt8(ascii: "\n") }
    } else if scanner.starts(with: "/*") {
      try skipBlockComment()
    } else if !isKotlin, startsPattern, let end = endOfPattern {
      let range = (scanner.position + 1)..<end
      add(.string(scanner.text(range), isPlain: false), range)
      scanner.position = end + 1
    } else {
      add(.symbol(UInt8(ascii: "/")), length: 1)
    }
  }

  private mutating func skipBlockComment() throws(SyntaxFailure) {
    let start = scanner.position
    var depth = 0
    repeat {
      if scanner.skip("/*") {
        // Only Kotlin nests block comments.
        depth = isKotlin ? depth + 1 : 1
      } else if scanner.skip("*/") {
        depth -= 1
      } else {
        scanner.position += 1
      }
      guard !scanner.isAtEnd || depth == 0 else {
        throw .init(.truncated(expected: "'*/'"), at: start)
      }
    } while depth > 0
  }

  /// `true` if the slash here starts a Groovy string instead of a division.
  private var startsPattern: Bool {
    switch tokens.last?.kind {
    case .symbol(let byte): return "=(,~:[{!&|?".utf8.contains(byte)
    case .word(let word):
      // `split /,/` is a call. `width / 2` and `width /2` are divisions.
      guard let next = scanner.peek(1), let before = scanner.peek(-1) else { return false }
      let isNumber = word.utf8.first?.isDigit == true
      return before.isSpace && !next.isSpace && !next.isDigit && !isNumber
    case .string, .newline, nil: return false
    }
  }

  private var endOfPattern: Int? {
    var index = scanner.position + 1
    while index < scanner.bytes.count, scanner.bytes[index] != UInt8(ascii: "\n") {
      if scanner.bytes[index] == UInt8(ascii: "/"), scanner.bytes[index - 1] != UInt8(ascii: "\\") {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Reads Groovy's dollar-slashy string `$/ … /$`, if one starts here.
  private mutating func readDollarString() -> Bool {
    guard !isKotlin, mayEndDollarStrings, scanner.starts(with: "$/") else { return false }
    let bytes = scanner.bytes
    var index = scanner.position + 2
    while index + 1 < bytes.count {
      let isDollar = bytes[index] == UInt8(ascii: "$")
      if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "$") {
        let range = (scanner.position + 2)..<index
        add(.string(scanner.text(range), isPlain: false), range)
        scanner.position = index + 2
        return true
      }
      // `$$` and `$/` are escapes.
      let next = bytes[index + 1]
      let isEscape = isDollar && (next == UInt8(ascii: "$") || next == UInt8(ascii: "/"))
      index += isEscape ? 2 : 1
    }
    mayEndDollarStrings = false
    return false
  }

  // MARK: Strings

  private mutating func readString(_ quote: UInt8) throws(SyntaxFailure) {
    let (range, isPlain) = try skipString(quote, depth: 0)
    add(.string(scanner.text(range), isPlain: isPlain), range)
  }

  /// Skips a string.
  ///
  /// The range lies between its quotes.
  private mutating func skipString(
    _ quote: UInt8, depth: Int
  ) throws(SyntaxFailure) -> (range: Range<Int>, isPlain: Bool) {
    let open = scanner.position
    guard depth < Self.depthLimit else { throw .init(.tooDeep(limit: Self.depthLimit), at: open) }
    let single = String(decoding: [quote], as: UTF8.self)
    let isTriple = scanner.skip(single + single + single)
    if !isTriple { scanner.position += 1 }
    let start = scanner.position
    var isPlain = true
    while let byte = scanner.current {
      if isTriple ? scanner.starts(with: single + single + single) : byte == quote {
        let end = scanner.position
        scanner.position += isTriple ? 3 : 1
        return (start..<end, isPlain)
      }
      if byte == UInt8(ascii: "\n"), !isTriple { break }
      let escapes = !(isKotlin && isTriple)
      if byte == UInt8(ascii: "\\"), escapes {
        isPlain = false
        scanner.position += 2
      } else if byte == UInt8(ascii: "$"), quote == UInt8(ascii: "\"") {
        isPlain = false
        try skipSubstitution(depth: depth)
      } else {
        scanner.position += 1
      }
    }
    throw .init(.truncated(expected: "a closing quote"), at: open)
  }

  /// Skips `$name` or `${ … }`, which may contain strings.
  private mutating func skipSubstitution(depth: Int) throws(SyntaxFailure) {
    let start = scanner.position
    scanner.position += 1
    guard scanner.skip("{") else { return }
    var braces = 1
    while let byte = scanner.current, braces > 0 {
      switch byte {
      case UInt8(ascii: "{"): braces += 1
      case UInt8(ascii: "}"): braces -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        _ = try skipString(byte, depth: depth + 1)
        continue
      default: break
      }
      scanner.position += 1
    }
    guard braces == 0 else { throw .init(.truncated(expected: "'}'"), at: start) }
  }
}
