import ErosCore

extension ExpressionParser {
  /// Parses an escape outside `[…]`.
  ///
  /// The backslash is already consumed.
  mutating func parseEscape(from start: Int) throws(RouteExpressionError) -> ExpressionNode {
    switch current {
    case "A": return .assertion(consumed(.textStart))
    case "z": return .assertion(consumed(.textEnd))
    case "Z": return .assertion(consumed(.lastLineEnd))
    case "b": return .assertion(consumed(.wordBoundary))
    case "B": return .assertion(consumed(.noWordBoundary))
    default: return .set(try parseEscapedSet(from: start))
    }
  }

  private mutating func consumed(_ assertion: ExpressionAssertion) -> ExpressionAssertion {
    position += 1
    return assertion
  }

  /// Parses a quotation up to `\E` or the end, and returns its last character for a repetition.
  mutating func parseQuoted(
    after parts: inout [ExpressionNode]
  ) throws(RouteExpressionError) -> ExpressionNode? {
    let start = position
    var quoted: [ExpressionNode] = []
    while let scalar = current {
      if scalar == "\\", position + 1 < text.count, text[position + 1] == "E" {
        position += 2
        break
      }
      quoted.append(.set(literal(scalar)))
      position += 1
    }
    if quoted.isEmpty, let current, "*+?{".unicodeScalars.contains(current) {
      throw .unknown(feature: "a repetition of an empty quotation", at: start)
    }
    let last = quoted.popLast()
    parts += quoted
    return last
  }

  /// Parses an escape that stands for a set, inside or outside `[…]`.
  mutating func parseEscapedSet(from start: Int) throws(RouteExpressionError) -> ScalarSet {
    guard let scalar = current else {
      throw .invalid(reason: "backslash at the end", at: start)
    }
    position += 1
    switch scalar {
    case "d": return ScalarSet(.digit)
    case "D": return ScalarSet(.digit, isNegated: true)
    case "w": return ScalarSet(.word)
    case "W": return ScalarSet(.word, isNegated: true)
    case "s": return ScalarSet(.space)
    case "S": return ScalarSet(.space, isNegated: true)
    case "t": return literal("\t")
    case "n": return literal("\n")
    case "r": return literal("\r")
    case "f": return literal("\u{0C}")
    case "a": return literal("\u{07}")
    case "e": return literal("\u{1B}")
    case "x": return literal(try parseHexadecimal(digits: 2, from: start))
    case "u": return literal(try parseHexadecimal(digits: 4, from: start))
    case "1"..."9", "k": throw .unknown(feature: "a back reference", at: start)
    case "a"..."z", "A"..."Z", "0": throw .unknown(feature: "the escape '\\\(scalar)'", at: start)
    default: return literal(scalar)
    }
  }

  private mutating func parseHexadecimal(
    digits: Int, from start: Int
  ) throws(RouteExpressionError) -> Unicode.Scalar {
    if digits == 2, current == "{" { throw .unknown(feature: "the escape '\\x{…}'", at: start) }
    let end = position + digits
    // After `\x`, iOS accepts a single digit and Java does not.
    let tooFew: RouteExpressionError =
      digits == 2
      ? .unknown(feature: "the escape '\\x' with one digit", at: start)
      : .invalid(reason: "escape with fewer than \(digits) hexadecimal digits", at: start)
    guard end <= text.count else { throw tooFew }
    var value: UInt32 = 0
    while position < end {
      guard let digit = text[position].hexDigitValue else {
        throw tooFew
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw .unknown(feature: "the escape of half a surrogate pair", at: start)
    }
    return scalar
  }

  // MARK: - Classes

  /// Parses a class.
  ///
  /// The `[` is already consumed.
  mutating func parseClass(from start: Int) throws(RouteExpressionError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = consume("^")
    set.ignoresCase = ignoresCase
    if current == "]" { throw .unknown(feature: "a class that starts with ']'", at: position) }
    while let scalar = current {
      if consume("]") { return set }
      try rejectSetOperators(scalar)
      try parseMember(scalar, into: &set)
    }
    throw .invalid(reason: "unclosed '['", at: start)
  }

  /// Refuses set operators, because iOS and Java write them differently.
  private func rejectSetOperators(_ scalar: Unicode.Scalar) throws(RouteExpressionError) {
    let next = position + 1 < text.count ? text[position + 1] : nil
    if scalar == "[" { throw .unknown(feature: "a class inside a class", at: position) }
    if scalar == "&" || scalar == "-", next == scalar {
      let operators = "\(scalar)\(scalar)"
      throw .unknown(feature: "'\(operators)' inside a class", at: position)
    }
  }

  private mutating func parseMember(
    _ first: Unicode.Scalar, into set: inout ScalarSet
  ) throws(RouteExpressionError) {
    let start = position
    let member = try parseSingle()
    let next = position + 1 < text.count ? text[position + 1] : nil
    guard current == "-", let next, next != "]" else {
      set.ranges += member.ranges
      set.kinds += member.kinds
      return
    }
    try rejectSetOperators("-")
    position += 1
    let end = try parseSingle()
    guard let low = member.ranges.first?.lowerBound, let high = end.ranges.first?.lowerBound else {
      throw .unknown(feature: "a range with a character class such as '\\d'", at: start)
    }
    guard low <= high else { throw .invalid(reason: "range in the wrong order", at: start) }
    set.ranges.append(low...high)
  }

  private mutating func parseSingle() throws(RouteExpressionError) -> ScalarSet {
    let start = position
    guard let scalar = current else { throw invalid("unclosed '['") }
    try rejectSetOperators(scalar)
    position += 1
    return scalar == "\\" ? try parseEscapedSet(from: start) : ScalarSet(scalar)
  }
}
