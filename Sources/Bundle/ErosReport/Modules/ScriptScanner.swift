import ErosCore

/// A scanner for the brackets, strings and comments of a script, which is not executed.
///
/// The time is linear in the size of the script. Whether `/` starts a regular expression is decided by the token
/// before it, which is right for the output of build tools.
struct ScriptScanner {
  enum Token: Equatable {
    /// One of `()[]{}`, or another character of an operator.
    case mark(UInt8)
    case string(Range<Int>)
    /// A number, a name or a keyword.
    case word(Range<Int>)
    case template
    case expression
    case comment(Range<Int>)
    /// `=>`.
    case arrow
  }

  let bytes: [UInt8]
  private(set) var offset: Int
  /// Whether a value precedes, so that `/` divides.
  private(set) var followsValue = false
  /// The bytes of the last token.
  private(set) var lastRange = 0..<0
  /// Whether each of the outermost open parentheses encloses a condition.
  private var conditions: [Bool] = []
  /// The number of open parentheses.
  private var depth = 0
  /// The maximum number of ``conditions``, which are copied with the scanner.
  private static let maximumDepth = 200
  /// The number of bytes that may still be scanned, by this scanner and its copies.
  private(set) var work: Int

  init(_ bytes: [UInt8], work: Int) {
    self.bytes = bytes
    self.work = work
    offset = 0
  }

  /// Continues after the work of a copy that failed.
  mutating func charge(_ copy: ScriptScanner) { work = copy.work }

  /// Whether everything was scanned.
  var isAtEnd: Bool { offset >= bytes.count }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns the next token, or `nil` at the end, in invalid code, or after too much work.
  mutating func next() -> Token? {
    skipSpace()
    let start = offset
    guard work > 0, let first = byte(offset) else { return nil }
    defer {
      work -= offset - start
      lastRange = start..<min(offset, bytes.count)
    }
    switch first {
    case UInt8(ascii: "/"):
      return slash()
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard skipString(first) else { return nil }
      followsValue = true
      return .string((start + 1)..<(offset - 1))
    case UInt8(ascii: "`"):
      guard skipTemplate() else { return nil }
      followsValue = true
      return .template
    case _ where Self.isWord(first):
      while let byte = byte(offset),
        Self.isWord(byte) || (byte == UInt8(ascii: ".") && first.isDigit)
      {
        offset += 1
      }
      followsValue = !isOperator(start..<offset)
      return .word(start..<offset)
    case UInt8(ascii: "=") where byte(offset + 1) == UInt8(ascii: ">"):
      offset += 2
      followsValue = false
      return .arrow
    case _ where "+-".utf8.contains(first) && byte(offset + 1) == first:
      // A value stays one after `++` and `--`.
      offset += 2
      return .mark(first)
    default:
      offset += 1
      followsValue = isValueEnd(first)
      return .mark(first)
    }
  }

  /// Returns whether a value ends with `mark`; a condition such as that of `if (a)` is not a value.
  private mutating func isValueEnd(_ mark: UInt8) -> Bool {
    switch mark {
    case UInt8(ascii: "("):
      depth += 1
      if depth <= Self.maximumDepth { conditions.append(isCondition(lastRange)) }
      return false
    case UInt8(ascii: ")"):
      depth = max(0, depth - 1)
      return depth >= Self.maximumDepth || conditions.popLast() != true
    default: return mark == UInt8(ascii: "]") || mark == UInt8(ascii: "}")
    }
  }

  private func isCondition(_ word: Range<Int>) -> Bool {
    (2...5).contains(word.count) && Self.conditionWords.contains(Array(bytes[word]))
  }

  /// Skips to the mark that closes the bracket which was just read.
  ///
  /// - Returns: The offset after the mark, or `nil` if the brackets are not balanced.
  mutating func skipBalanced(_ open: UInt8, onComment: (Range<Int>) -> Void = { _ in }) -> Int? {
    var open = [open]
    while let token = next() {
      switch token {
      case .comment(let range): onComment(range)
      case .mark(let byte) where Self.closing[byte] != nil: open.append(byte)
      case .mark(let byte) where Self.opening.contains(byte):
        guard let last = open.popLast(), Self.closing[last] == byte else { return nil }
        if open.isEmpty { return offset }
      default: break
      }
    }
    return nil
  }

  /// Returns the next token that is not a comment.
  mutating func nextCode() -> Token? {
    while let token = next() {
      if case .comment = token { continue }
      return token
    }
    return nil
  }

  /// The brackets with those that close them.
  static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]
  static let opening = Set(closing.values)

  /// The keywords after which `/` starts a regular expression.
  private static let operators = Set(
    [
      "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof",
      "else",
      "do", "yield", "await",
    ].map { Array($0.utf8) })
  /// The keywords before a condition in parentheses.
  private static let conditionWords = Set(["if", "while", "for", "with"].map { Array($0.utf8) })
  private static let initials = Set("rtciodvneya".utf8)

  static func isWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\")
  }

  private func isOperator(_ word: Range<Int>) -> Bool {
    guard (2...10).contains(word.count), Self.initials.contains(bytes[word.lowerBound]) else {
      return false
    }
    return Self.operators.contains(Array(bytes[word]))
  }

  private mutating func slash() -> Token? {
    let start = offset
    switch byte(offset + 1) {
    case UInt8(ascii: "/"):
      while let byte = byte(offset), byte != UInt8(ascii: "\n") { offset += 1 }
      return .comment(start..<offset)
    case UInt8(ascii: "*"):
      offset += 2
      while offset + 1 < bytes.count {
        if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
          offset += 2
          return .comment(start..<offset)
        }
        offset += 1
      }
      return nil
    default:
      guard !followsValue else {
        offset += 1
        followsValue = false
        return .mark(UInt8(ascii: "/"))
      }
      return skipExpression() ? .expression : nil
    }
  }

  /// Skips a regular expression; a class such as `[/]` may contain a slash.
  private mutating func skipExpression() -> Bool {
    offset += 1
    var isInClass = false
    while let byte = byte(offset), byte != UInt8(ascii: "\n") {
      offset += 1
      switch byte {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        while let flag = self.byte(offset), flag.isLetter { offset += 1 }
        followsValue = true
        return true
      default: break
      }
    }
    return false
  }

  private mutating func skipString(_ quote: UInt8) -> Bool {
    offset += 1
    while let byte = byte(offset), byte != UInt8(ascii: "\n") {
      offset += 1
      if byte == quote { return true }
      // A line can continue after a backslash.
      if byte == UInt8(ascii: "\\") { offset += 1 }
    }
    return false
  }

  /// Skips a template with its substitutions, which contain code and other templates.
  private mutating func skipTemplate() -> Bool {
    // The open templates and, above each of them, the number of open braces in its substitution.
    let text = -1
    var open = [text]
    offset += 1
    while let last = open.last {
      if last == text {
        guard let byte = byte(offset) else { return false }
        offset += 1
        if byte == UInt8(ascii: "\\") {
          offset += 1
        } else if byte == UInt8(ascii: "`") {
          open.removeLast()
          followsValue = true
        } else if byte == UInt8(ascii: "$"), self.byte(offset) == UInt8(ascii: "{") {
          offset += 1
          open.append(0)
          followsValue = false
        }
        continue
      }
      skipSpace()
      if byte(offset) == UInt8(ascii: "`") {
        offset += 1
        open.append(text)
        continue
      }
      guard let token = next() else { return false }
      if token == .mark(UInt8(ascii: "{")) {
        open[open.count - 1] += 1
      } else if token == .mark(UInt8(ascii: "}")) {
        if last == 0 { open.removeLast() } else { open[open.count - 1] -= 1 }
      }
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = byte(offset), byte.isSpace || byte == 0xB || byte == 0xC { offset += 1 }
  }
}
