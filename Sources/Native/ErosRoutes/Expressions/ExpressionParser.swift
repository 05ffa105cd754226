import ErosCore

/// Parses the syntax that `NSRegularExpression` and `java.util.regex` share.
///
/// Syntax that one of them rejects is `invalid`. Syntax that they read differently is `unknown`,
/// and so is syntax that a finite automaton cannot represent: back references, possessive and
/// atomic groups.
struct ExpressionParser {
  static let maximumLength = 4096
  private static let maximumDepth = 64
  private static let maximumRepetitions = 1000

  let text: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  private var groupNames: Set<[Unicode.Scalar]> = []
  var ignoresCase = false
  private var dotMatchesLineEnds = false

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func parse() throws(RouteExpressionError) -> ExpressionNode {
    guard text.count <= Self.maximumLength else {
      throw .unknown(feature: "more than \(Self.maximumLength) characters", at: Self.maximumLength)
    }
    guard !text.isEmpty else { throw invalid("the expression is empty") }
    let node = try parseChoice()
    guard current == nil else { throw invalid("unmatched ')'") }
    return node
  }

  // MARK: - Structure

  private mutating func parseChoice() throws(RouteExpressionError) -> ExpressionNode {
    var branches = [try parseSequence()]
    while consume("|") { branches.append(try parseSequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseSequence() throws(RouteExpressionError) -> ExpressionNode {
    var parts: [ExpressionNode] = []
    while let current, current != "|", current != ")" {
      guard let atom = try parseAtom(after: &parts) else { continue }
      parts.append(try parseRepetition(of: atom))
    }
    return .sequence(parts)
  }

  /// Parses what a repetition can follow, or returns `nil` after syntax that matches nothing, such
  /// as flags.
  ///
  /// A repetition after a quotation applies to its last character. The characters before it are
  /// added to `parts`.
  private mutating func parseAtom(
    after parts: inout [ExpressionNode]
  ) throws(RouteExpressionError) -> ExpressionNode? {
    guard let scalar = current else { return nil }
    let start = position
    position += 1
    switch scalar {
    case "(": return try parseGroup(from: start)
    case "[": return .set(try parseClass(from: start))
    case "\\" where consume("Q"): return try parseQuoted(after: &parts)
    case "\\": return try parseEscape(from: start)
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.lastLineEnd)
    case ".": return .set(dot)
    case "*", "+", "?": throw .invalid(reason: "nothing to repeat before '\(scalar)'", at: start)
    case "{": throw .invalid(reason: "nothing to repeat before '{'", at: start)
    case "]", "}":
      throw .unknown(feature: "a '\(scalar)' without a backslash", at: start)
    default: return .set(literal(scalar))
    }
  }

  private var dot: ScalarSet {
    guard dotMatchesLineEnds else { return ScalarSet(.lineEnd, isNegated: true) }
    var all = ScalarSet()
    all.isNegated = true
    return all
  }

  func literal(_ scalar: Unicode.Scalar) -> ScalarSet {
    var set = ScalarSet(scalar)
    set.ignoresCase = ignoresCase
    return set
  }

  // MARK: - Groups

  private mutating func parseGroup(
    from start: Int
  ) throws(RouteExpressionError) -> ExpressionNode? {
    guard depth < Self.maximumDepth else {
      throw .unknown(feature: "groups nested deeper than \(Self.maximumDepth) levels", at: start)
    }
    let flags = (ignoresCase, dotMatchesLineEnds)
    var lookahead: Bool?
    if consume("?") {
      switch try parseGroupKind(from: start) {
      case .plain: break
      case .lookahead(let isNegated): lookahead = isNegated
      case .flagsOnly: return nil
      }
    }
    depth += 1
    let content = try parseChoice()
    depth -= 1
    guard consume(")") else { throw .invalid(reason: "unclosed '('", at: start) }
    (ignoresCase, dotMatchesLineEnds) = flags
    return lookahead.map { .lookahead(content, isNegated: $0) } ?? content
  }

  private enum GroupKind {
    case plain
    case lookahead(isNegated: Bool)
    /// Flags for what remains of the enclosing group.
    case flagsOnly
  }

  private mutating func parseGroupKind(
    from start: Int
  ) throws(RouteExpressionError) -> GroupKind {
    switch current {
    case ":":
      position += 1
      return .plain
    case "=", "!":
      defer { position += 1 }
      return .lookahead(isNegated: current == "!")
    case ">": throw .unknown(feature: "an atomic group", at: start)
    case "#": throw .unknown(feature: "a comment", at: start)
    case ")": throw .unknown(feature: "'(?)'", at: start)
    case "<": return try parseNamedGroup(from: start)
    default: return try parseFlags(from: start)
    }
  }

  private mutating func parseNamedGroup(
    from start: Int
  ) throws(RouteExpressionError) -> GroupKind {
    position += 1
    if current == "=" || current == "!" { throw .unknown(feature: "a lookbehind", at: start) }
    let nameStart = position
    while let current, Self.isNamePart(current, isFirst: position == nameStart) { position += 1 }
    guard position > nameStart, consume(">") else {
      throw .invalid(
        reason: "a group name must consist of ASCII letters and digits", at: start)
    }
    guard groupNames.insert(Array(text[nameStart..<position - 1])).inserted else {
      throw .invalid(reason: "duplicate group name", at: start)
    }
    return .plain
  }

  private static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z": true
    case "0"..."9": !isFirst
    default: false
    }
  }

  private mutating func parseFlags(from start: Int) throws(RouteExpressionError) -> GroupKind {
    var isOn = true
    while let flag = current, flag != ":", flag != ")" {
      switch flag {
      case "-" where isOn: isOn = false
      case "i": ignoresCase = isOn
      case "s": dotMatchesLineEnds = isOn
      case "m", "x", "u", "d", "w": throw .unknown(feature: "the flag '\(flag)'", at: position)
      default: throw .invalid(reason: "unknown kind of group after '(?'", at: start)
      }
      position += 1
    }
    guard let end = current else { throw .invalid(reason: "unclosed '('", at: start) }
    position += 1
    return end == ":" ? .plain : .flagsOnly
  }

  // MARK: - Repetitions

  private mutating func parseRepetition(
    of atom: ExpressionNode
  ) throws(RouteExpressionError) -> ExpressionNode {
    let start = position
    guard let (minimum, maximum) = try parseBounds() else { return atom }
    // Lazy or greedy makes no difference to whether an expression matches.
    if !consume("?"), current == "+" {
      throw .unknown(feature: "a possessive repetition", at: position)
    }
    if case .assertion = atom {
      throw .unknown(feature: "a repetition of an assertion", at: start)
    }
    if case .lookahead = atom { throw .unknown(feature: "a repetition of a lookahead", at: start) }
    if let current, "*+?{".unicodeScalars.contains(current) {
      throw invalid("'\(current)' after another repetition")
    }
    return .repetition(atom, minimum: minimum, maximum: maximum)
  }

  private mutating func parseBounds() throws(RouteExpressionError) -> (Int, Int?)? {
    switch current {
    case "*": position += 1; return (0, nil)
    case "+": position += 1; return (1, nil)
    case "?": position += 1; return (0, 1)
    case "{": return try parseCounts()
    default: return nil
    }
  }

  private mutating func parseCounts() throws(RouteExpressionError) -> (Int, Int?) {
    let start = position
    position += 1
    guard let minimum = try parseNumber() else {
      throw .invalid(reason: "no number after '{'", at: start)
    }
    var maximum: Int? = minimum
    if consume(",") { maximum = try parseNumber() }
    guard consume("}") else { throw .invalid(reason: "unclosed '{'", at: start) }
    guard maximum.map({ $0 >= minimum }) ?? true else {
      throw .invalid(reason: "the numbers in '{}' are in the wrong order", at: start)
    }
    return (minimum, maximum)
  }

  private mutating func parseNumber() throws(RouteExpressionError) -> Int? {
    let start = position
    var number = 0
    while let digit = current, ("0"..."9").contains(digit) {
      number = number * 10 + Int(digit.value - 0x30)
      guard number <= Self.maximumRepetitions else {
        throw .unknown(feature: "more than \(Self.maximumRepetitions) repetitions", at: start)
      }
      position += 1
    }
    return position > start ? number : nil
  }

  // MARK: - Scalars

  var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  func invalid(_ reason: Message) -> RouteExpressionError { .invalid(reason: reason, at: position) }
}
