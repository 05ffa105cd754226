extension ExpressionParser {
  /// Reads what follows a backslash outside of `[…]`.
  mutating func parseEscape(from start: Int) throws(RouteExpressionError) -> ExpressionNode {
    switch current {
    case "A": return .assertion(taken(.textStart))
    case "z": return .assertion(taken(.textEnd))
    case "Z": return .assertion(taken(.lastLineEnd))
    case "b": return .assertion(taken(.wordBoundary))
    case "B": return .assertion(taken(.noWordBoundary))
    default: return .set(try parseEscapedSet(from: start))
    }
  }

  private mutating func taken(_ assertion: ExpressionAssertion) -> ExpressionAssertion {
    position += 1
    return assertion
  }

  /// Reads up to `\E`, or to the end, and returns the last character, which what follows may repeat.
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
      throw .unknown(feature: "a repeat of an empty quotation", at: start)
    }
    let last = quoted.popLast()
    parts += quoted
    return last
  }

  /// Reads an escape that stands for scalars, inside of `[…]` and outside.
  mutating func parseEscapedSet(from start: Int) throws(RouteExpressionError) -> ScalarSet {
    guard let scalar = current else {
      throw .invalid(reason: "the backslash at the end escapes nothing", at: start)
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
    // One digit is enough for iOS behind `\x`, and not for Java.
    let tooFew: RouteExpressionError =
      digits == 2
      ? .unknown(feature: "the escape '\\x' with one digit", at: start)
      : .invalid(reason: "the escape has fewer than \(digits) hexadecimal digits", at: start)
    guard end <= text.count else { throw tooFew }
    var value: UInt32 = 0
    while position < end {
      guard text[position].isASCII, let digit = Character(text[position]).hexDigitValue else {
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

  /// Reads a class behind its `[`.
  mutating func parseClass(from start: Int) throws(RouteExpressionError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = take("^")
    set.ignoresCase = ignoresCase
    if current == "]" { throw .unknown(feature: "a class that begins with ']'", at: position) }
    while let scalar = current {
      if take("]") { return set }
      try refuseSetOperators(scalar)
      try parseMember(scalar, into: &set)
    }
    throw .invalid(reason: "the '[' is not closed", at: start)
  }

  /// Operators on sets are written in different ways on the two platforms.
  private func refuseSetOperators(_ scalar: Unicode.Scalar) throws(RouteExpressionError) {
    let next = position + 1 < text.count ? text[position + 1] : nil
    if scalar == "[" { throw .unknown(feature: "a class inside a class", at: position) }
    if scalar == "&" || scalar == "-", next == scalar {
      throw .unknown(feature: "'\(scalar)\(scalar)' inside a class", at: position)
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
    try refuseSetOperators("-")
    position += 1
    let end = try parseSingle()
    guard let low = member.ranges.first?.lowerBound, let high = end.ranges.first?.lowerBound else {
      throw .unknown(feature: "a '-' beside a kind of character", at: start)
    }
    guard low <= high else { throw .invalid(reason: "the range is in the wrong order", at: start) }
    set.ranges.append(low...high)
  }

  private mutating func parseSingle() throws(RouteExpressionError) -> ScalarSet {
    let start = position
    guard let scalar = current else { throw invalid("the class is not closed") }
    try refuseSetOperators(scalar)
    position += 1
    return scalar == "\\" ? try parseEscapedSet(from: start) : ScalarSet(scalar)
  }
}
