import ErosCore
import ErosSyntax

/// Reads brackets, strings and comments in a script, which is never executed.
///
/// Stops at invalid code, and after too much work.
struct ScriptReader {
  enum Token: Equatable {
    /// One of `()[]{}`, or the first byte of an operator.
    case mark(UInt8)
    case string(Range<Int>)
    /// A number, a name or a keyword.
    case word(Range<Int>)
    /// A template literal with its substitutions.
    case template
    case expression
    case comment(Range<Int>)
    /// `=>`.
    case arrow
  }

  private var lexer: JavaScriptLexer
  /// Bytes of the last token.
  private(set) var lastRange = 0..<0
  /// Number of bytes that this reader and its copies may still read.
  private(set) var work: Int
  private var isInvalid = false

  init(_ bytes: [UInt8], work: Int) {
    lexer = JavaScriptLexer(bytes)
    self.work = work
  }

  var bytes: [UInt8] { lexer.bytes }

  /// Offset after the last token.
  var offset: Int { lexer.position }

  /// Counts the work of a copy that failed.
  mutating func charge(_ copy: ScriptReader) { work = copy.work }

  /// `true` if all code was read and is valid.
  var isAtEnd: Bool { offset >= bytes.count && !isInvalid }

  /// Returns the next token, or `nil` at the end, in invalid code, or after too much work.
  mutating func next() -> Token? {
    guard work > 0, !isInvalid, let first = lexer.next() else { return nil }
    var token = first
    // Substitutions in a template literal contain code and further templates.
    while lexer.isInTemplate, token.isComplete, let part = lexer.next() { token = part }
    lastRange = first.range.lowerBound..<token.range.upperBound
    work -= lastRange.count
    guard token.isComplete, !lexer.isInTemplate else {
      isInvalid = true
      return nil
    }
    switch first.kind {
    case .word, .number: return .word(first.range)
    case .string: return .string(first.content)
    case .template: return .template
    case .regularExpression: return .expression
    case .comment: return .comment(first.range)
    case .mark:
      let mark = bytes[first.range.lowerBound]
      return mark == UInt8(ascii: "=") && first.range.count == 2 ? .arrow : .mark(mark)
    }
  }

  /// Skips to the mark that closes the last opening bracket.
  ///
  /// - Returns: The offset after this mark, or `nil` if brackets are not balanced.
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

  /// Opening brackets with their closing counterparts.
  static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]
  static let opening = Set(closing.values)
}
