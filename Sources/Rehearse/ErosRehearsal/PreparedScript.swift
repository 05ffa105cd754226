import ErosSyntax

/// A script for ``ResultTrial``.
///
/// The environment takes part in its comparisons with literals: `value === 0` becomes `value ==
/// __eros_literal__(0)`. Unlike `===`, `==` converts an unknown value, and the result is the
/// literal. In the same way, `__eros_switch__` receives the value of a `switch`, `__eros_case__`
/// the literals of its cases, and `__eros_key__` a property's key, as in `names[key]`.
struct PreparedScript {
  /// Functions of the environment, with the same names in `start.js`.
  ///
  /// A space separates them from a keyword, as in `return"a"===b`.
  private static let literalFunction = " __eros_literal__("
  private static let switchFunction = "__eros_switch__(("
  private static let caseFunction = " __eros_case__("
  private static let keyFunction = "__eros_key__(("

  /// Keywords before `[` that start an array or a pattern, not the key of a property.
  private static let keywords: Set<String> = [
    "await", "case", "const", "default", "delete", "do", "else", "extends", "in", "instanceof",
    "let", "new", "of", "return", "throw", "typeof", "var", "void", "yield",
  ]

  private let script: [UInt8]
  private(set) var text: [UInt8] = []
  /// The end of the part that has been copied to ``text``.
  private var copied = 0

  // MARK: - State of the lexer

  /// The last two tokens, not counting comments.
  private var last: [JavaScriptToken] = []
  /// The end of the last comparison operator.
  private var operatorEnd = 0
  /// The place after a comparison operator or `case`, for a literal.
  private var literalStart: Int?
  private var literalFunction = Self.literalFunction
  /// For each open bracket, `true` if it encloses an argument.
  private var arguments: [Bool] = []

  init(_ script: [UInt8]) {
    self.script = script
    var lexer = JavaScriptLexer(script)
    while let token = lexer.next() {
      guard token.kind != .comment, token.range.lowerBound >= operatorEnd else { continue }
      read(token)
      last = last.suffix(1) + [token]
    }
    copy(to: script.count)
  }

  private mutating func read(_ token: JavaScriptToken) {
    readLiteral(token)
    if isWord("case", token), !isMark(".", last.last) {
      literalStart = token.range.upperBound
      literalFunction = Self.caseFunction
    }
    guard token.kind == .mark else { return }
    let start = token.range.lowerBound
    switch script[start] {
    case UInt8(ascii: "="), UInt8(ascii: "!"): readOperator(at: start)
    case UInt8(ascii: "("):
      open(Self.switchFunction, if: isWord("switch", last.last), at: token)
    case UInt8(ascii: "["): open(Self.keyFunction, if: followsValue, at: token)
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      if arguments.popLast() == true { insert("))", at: start) }
    default: break
    }
  }

  /// Reads a token after a comparison operator, after a number's sign, or after the `!` in `!0`.
  private mutating func readLiteral(_ token: JavaScriptToken) {
    guard let start = literalStart else { return }
    literalStart = nil
    if isLiteral(token) {
      wrap(start..<token.range.upperBound, in: literalFunction)
    } else if isMark("-", token) || isMark("!", token),
      last.last.map({ $0.range.upperBound <= start }) == true
    {
      literalStart = start
    }
  }

  /// Reads a comparison operator, and the literal before it.
  private mutating func readOperator(at start: Int) {
    let equals = UInt8(ascii: "=")
    let count = script[start...].dropFirst().prefix(2).prefix { $0 == equals }.count + 1
    guard count > 1 else { return }
    if let literal = last.last, isLiteral(literal) {
      let hasMark = last.count > 1 && isMark("!", last[0])
      let start = (hasMark ? last[0] : literal).range.lowerBound
      wrap(start..<literal.range.upperBound, in: Self.literalFunction)
    }
    operatorEnd = start + count
    literalStart = operatorEnd
    literalFunction = Self.literalFunction
    if count == 3 {
      insert(" ", at: start + 2)
      copied = operatorEnd
    }
  }

  /// Reads an opening bracket, and makes its contents an argument.
  private mutating func open(_ function: String, if isArgument: Bool, at token: JavaScriptToken) {
    arguments.append(isArgument)
    if isArgument { insert(function, at: token.range.upperBound) }
  }

  // MARK: - Tokens

  /// Returns `true` for a literal with a primitive value.
  ///
  /// The token follows ``last`` or ends it.
  private func isLiteral(_ token: JavaScriptToken) -> Bool {
    // A property such as `a.true`, or the end of `.5`.
    if isMark(".", token == last.last ? last.dropLast().last : last.last) { return false }
    return switch token.kind {
    case .number: true
    case .string: token.isComplete
    default: isWord("true", token) || isWord("false", token)
    }
  }

  /// `true` if the last token ends a value.
  private var followsValue: Bool {
    guard let token = last.last else { return false }
    switch token.kind {
    case .word:
      return !Self.keywords.contains(String(decoding: script[token.range], as: UTF8.self))
        || last.count > 1 && isMark(".", last[0])
    case .string, .template: return true
    default: return isMark(")", token) || isMark("]", token)
    }
  }

  private func isWord(_ word: String, _ token: JavaScriptToken?) -> Bool {
    guard let token, token.kind == .word else { return false }
    return script[token.range].elementsEqual(word.utf8)
  }

  private func isMark(_ mark: Unicode.Scalar, _ token: JavaScriptToken?) -> Bool {
    guard let token, token.kind == .mark else { return false }
    return script[token.range.lowerBound] == UInt8(ascii: mark)
  }

  // MARK: - Text

  private mutating func copy(to end: Int) {
    text += script[copied..<end]
    copied = end
  }

  private mutating func insert(_ insertion: String, at offset: Int) {
    copy(to: offset)
    text += insertion.utf8
  }

  /// Passes a literal to a function, unless it already is an argument.
  private mutating func wrap(_ range: Range<Int>, in function: String) {
    guard range.lowerBound >= copied else { return }
    insert(function, at: range.lowerBound)
    insert(")", at: range.upperBound)
  }
}
