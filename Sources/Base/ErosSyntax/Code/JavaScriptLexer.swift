import ErosCore

/// Splits JavaScript into tokens, one at a time.
///
/// Runs in linear time on any input and never fails: an unterminated literal ends with its line or
/// with the script, and is marked. The tokens before a `/` decide if it divides or starts a regular
/// expression. This is right for common code and for what build tools write.
///
/// To read ahead, copy the lexer. Copies are cheap outside template literals.
package struct JavaScriptLexer {
  package let bytes: [UInt8]
  private let end: Int
  /// `true` if `</` is a closing tag, as in JSX.
  private let hasTags: Bool

  /// The offset after the last token.
  package private(set) var position: Int
  /// `true` if a value precedes, so that `/` divides.
  private var followsValue = false
  /// The last token that is not a comment.
  private var last = 0..<0
  /// For each of the outermost open parentheses, `true` if it encloses a condition.
  private var conditions: [Bool] = []
  /// Counts open parentheses.
  private var depth = 0
  /// Open template literals.
  ///
  /// Each number counts the open braces in a substitution.
  private var templates: [Int] = []
  /// `true` if a template literal's text continues after a substitution.
  private var continuesTemplate = false

  /// Limits ``conditions``, because each copy of the lexer copies them.
  private static let maximumConditions = 200

  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, hasTags: Bool = false) {
    self.bytes = bytes
    self.hasTags = hasTags
    position = range?.lowerBound ?? UTF8Text.markLength(of: bytes)
    end = range?.upperBound ?? bytes.count
  }

  package var isInTemplate: Bool { !templates.isEmpty }

  /// Returns `nil` at the end.
  package mutating func next() -> JavaScriptToken? {
    if continuesTemplate {
      continuesTemplate = false
      return templateText(from: position)
    }
    while let byte = byte(), byte <= 0x20 { position += 1 }
    guard let first = byte() else { return nil }
    let start = position
    let token: JavaScriptToken
    switch first {
    case UInt8(ascii: "/"):
      if let comment = comment() { return comment }
      token = slash()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): token = string(first)
    case UInt8(ascii: "`"):
      templates.append(0)
      position += 1
      token = templateText(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): token = number()
    case _ where SourceLexer.isWordByte(first): token = word()
    default: token = mark(first)
    }
    last = token.range
    return token
  }

  // MARK: Bytes

  private func byte(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < end ? bytes[index] : nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Skips a backslash and the byte or line break after it.
  private mutating func skipEscape() {
    position += byte(1) == 0x0D && byte(2) == 0x0A ? 3 : 2
    position = min(position, end)
  }

  private func token(
    _ kind: JavaScriptToken.Kind, from start: Int, content: Range<Int>? = nil,
    isComplete: Bool = true
  ) -> JavaScriptToken {
    let range = start..<position
    return JavaScriptToken(
      kind: kind, range: range, content: content ?? range, isComplete: isComplete)
  }

  // MARK: Words and marks

  private mutating func word() -> JavaScriptToken {
    let start = position
    while let byte = byte(), SourceLexer.isWordByte(byte) { position += 1 }
    followsValue = !isWord(start..<position, in: Self.operators)
    return token(.word, from: start)
  }

  private mutating func number() -> JavaScriptToken {
    let start = position
    var hasPoint = false
    while let byte = byte() {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if !SourceLexer.isWordByte(byte) {
        break
      }
      position += 1
    }
    followsValue = true
    return token(.number, from: start)
  }

  private mutating func mark(_ first: UInt8) -> JavaScriptToken {
    let start = position
    position += 1
    switch first {
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      // A value followed by `++` or `--` remains a value.
      if byte() == first { position += 1 } else { followsValue = false }
    case UInt8(ascii: "="):
      if byte() == UInt8(ascii: ">") { position += 1 }
      followsValue = false
    case UInt8(ascii: "("):
      depth += 1
      if depth <= Self.maximumConditions {
        conditions.append(isWord(last, in: Self.conditionWords))
      }
      followsValue = false
    case UInt8(ascii: ")"):
      depth = max(0, depth - 1)
      // A condition such as `(a)` in `if (a)` is not a value.
      followsValue = depth >= Self.maximumConditions || conditions.popLast() != true
    case UInt8(ascii: "{"):
      if !templates.isEmpty { templates[templates.count - 1] += 1 }
      followsValue = false
    case UInt8(ascii: "}"):
      if let braces = templates.last {
        templates[templates.count - 1] = braces - 1
        continuesTemplate = braces == 1
      }
      // Hardly any code divides an object or a function. JSX text may divide `{a}/{b}`.
      followsValue = hasTags
    default: followsValue = first == UInt8(ascii: "]")
    }
    return token(.mark, from: start)
  }

  /// After one of these keywords, `/` starts a regular expression.
  private static let operators = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else",
    "do", "yield", "await",
  ].map { Array($0.utf8) }

  /// A condition in parentheses follows one of these keywords.
  private static let conditionWords = ["if", "while", "for", "with"].map { Array($0.utf8) }

  /// Returns `true` if `range` is one of `keywords`, and not a property's name.
  private func isWord(_ range: Range<Int>, in keywords: [[UInt8]]) -> Bool {
    let start = range.lowerBound
    guard (2...10).contains(range.count),
      keywords.contains(where: { $0.count == range.count && bytes[range].elementsEqual($0) })
    else { return false }
    let isProperty = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
    let isSpread = start > 1 && bytes[start - 2] == UInt8(ascii: ".")
    return !isProperty || isSpread
  }

  // MARK: Comments and regular expressions

  private mutating func comment() -> JavaScriptToken? {
    let start = position
    switch byte(1) {
    case UInt8(ascii: "/"):
      while let byte = byte(), !Self.isLineEnd(byte) { position += 1 }
      return token(.comment, from: start)
    case UInt8(ascii: "*"):
      position += 2
      while let byte = byte() {
        position += 1
        if byte == UInt8(ascii: "*"), self.byte() == UInt8(ascii: "/") {
          position += 1
          return token(.comment, from: start)
        }
      }
      return token(.comment, from: start, isComplete: false)
    default: return nil
    }
  }

  private mutating func slash() -> JavaScriptToken {
    let isClosingTag =
      hasTags && last == (position - 1)..<position
      && bytes[position - 1] == UInt8(ascii: "<")
    guard !followsValue, !isClosingTag else {
      let start = position
      position += 1
      followsValue = false
      return token(.mark, from: start)
    }
    return regularExpression()
  }

  /// Reads a regular expression with its flags.
  ///
  /// A class such as `[/]` may contain a slash.
  private mutating func regularExpression() -> JavaScriptToken {
    let start = position
    position += 1
    followsValue = true
    var isInClass = false
    while let byte = byte(), !Self.isLineEnd(byte) {
      position += 1
      switch byte {
      case UInt8(ascii: "\\"):
        if let escaped = self.byte(), !Self.isLineEnd(escaped) { position += 1 }
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        while let flag = self.byte(), flag.isLetter { position += 1 }
        return token(.regularExpression, from: start)
      default: break
      }
    }
    return token(.regularExpression, from: start, isComplete: false)
  }

  // MARK: Strings

  private mutating func string(_ quote: UInt8) -> JavaScriptToken {
    let start = position
    position += 1
    followsValue = true
    while let byte = byte(), !Self.isLineEnd(byte) {
      if byte == quote {
        position += 1
        return token(.string, from: start, content: (start + 1)..<(position - 1))
      }
      if byte == UInt8(ascii: "\\") { skipEscape() } else { position += 1 }
    }
    return token(.string, from: start, content: (start + 1)..<position, isComplete: false)
  }

  /// Reads a template literal's text to its end or to the next substitution's brace.
  private mutating func templateText(from start: Int) -> JavaScriptToken {
    let content = position
    while let byte = byte() {
      if byte == UInt8(ascii: "`") {
        position += 1
        templates.removeLast()
        followsValue = true
        return token(.template, from: start, content: content..<(position - 1))
      }
      if byte == UInt8(ascii: "$"), self.byte(1) == UInt8(ascii: "{") {
        let text = token(.template, from: start, content: content..<position)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { skipEscape() } else { position += 1 }
    }
    return token(.template, from: start, content: content..<position, isComplete: false)
  }
}
