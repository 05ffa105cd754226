/// Reads the regular expressions that `NSRegularExpression` and `java.util.regex` read alike.
///
/// What both refuse, or only one of them takes, is `invalid`. What needs more than a finite automaton
/// (back references, possessive and atomic groups), or what the two take differently, is `unknown`.
struct ExpressionParser {
  static let longestText = 4096
  private static let deepestGroup = 64
  private static let mostRepeats = 1000

  let text: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  private var groupNames: Set<[Unicode.Scalar]> = []
  var ignoresCase = false
  private var dotTakesLineEnds = false

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// Reads the expression from its first scalar to its last.
  mutating func parse() throws(RouteExpressionError) -> ExpressionNode {
    guard text.count <= Self.longestText else {
      throw .unknown(feature: "more than \(Self.longestText) characters", at: Self.longestText)
    }
    guard !text.isEmpty else { throw invalid("there is no expression") }
    let node = try parseChoice()
    guard current == nil else { throw invalid("a ')' closes nothing") }
    return node
  }

  // MARK: - Structure

  private mutating func parseChoice() throws(RouteExpressionError) -> ExpressionNode {
    var branches = [try parseSequence()]
    while take("|") { branches.append(try parseSequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseSequence() throws(RouteExpressionError) -> ExpressionNode {
    var parts: [ExpressionNode] = []
    while let current, current != "|", current != ")" {
      guard let atom = try parseAtom(after: &parts) else { continue }
      parts.append(try parseRepeats(of: atom))
    }
    return .sequence(parts)
  }

  /// Reads one thing that can be repeated, or `nil` for what stands for nothing, such as flags.
  ///
  /// Of a quoted text only the last character is repeated; those before it are added to `parts`.
  private mutating func parseAtom(
    after parts: inout [ExpressionNode]
  ) throws(RouteExpressionError) -> ExpressionNode? {
    guard let scalar = current else { return nil }
    let start = position
    position += 1
    switch scalar {
    case "(": return try parseGroup(from: start)
    case "[": return .set(try parseClass(from: start))
    case "\\" where take("Q"): return try parseQuoted(after: &parts)
    case "\\": return try parseEscape(from: start)
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.lastLineEnd)
    case ".": return .set(anything)
    case "*", "+", "?": throw .invalid(reason: "'\(scalar)' repeats nothing", at: start)
    case "{": throw .invalid(reason: "'{' repeats nothing", at: start)
    case "]", "}":
      throw .unknown(feature: "a '\(scalar)' without a backslash before it", at: start)
    default: return .set(literal(scalar))
    }
  }

  private var anything: ScalarSet {
    guard dotTakesLineEnds else { return ScalarSet(.lineEnd, isNegated: true) }
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
    guard depth < Self.deepestGroup else {
      throw .unknown(feature: "groups nested deeper than \(Self.deepestGroup) levels", at: start)
    }
    let flags = (ignoresCase, dotTakesLineEnds)
    var lookahead: Bool?
    if take("?") {
      switch try parseGroupKind(from: start) {
      case .plain: break
      case .lookahead(let isNegated): lookahead = isNegated
      case .flagsOnly: return nil
      }
    }
    depth += 1
    let content = try parseChoice()
    depth -= 1
    guard take(")") else { throw .invalid(reason: "the '(' is not closed", at: start) }
    (ignoresCase, dotTakesLineEnds) = flags
    return lookahead.map { .lookahead(content, isNegated: $0) } ?? content
  }

  private enum GroupKind {
    case plain
    case lookahead(isNegated: Bool)
    /// Flags that hold for the rest of the group around them.
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
    case ")": throw .unknown(feature: "flags without any flag", at: start)
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
    guard position > nameStart, take(">") else {
      throw .invalid(
        reason: "the name of a group is not made of ASCII letters and digits", at: start)
    }
    guard groupNames.insert(Array(text[nameStart..<position - 1])).inserted else {
      throw .invalid(reason: "another group has the same name", at: start)
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
      case "s": dotTakesLineEnds = isOn
      case "m", "x", "u", "d", "w": throw .unknown(feature: "the flag '\(flag)'", at: position)
      default: throw .invalid(reason: "'(?' is followed by no known kind of group", at: start)
      }
      position += 1
    }
    guard let end = current else { throw .invalid(reason: "the '(' is not closed", at: start) }
    position += 1
    return end == ":" ? .plain : .flagsOnly
  }

  // MARK: - Repeats

  private mutating func parseRepeats(
    of atom: ExpressionNode
  ) throws(RouteExpressionError) -> ExpressionNode {
    let start = position
    guard let (least, most) = try parseBounds() else { return atom }
    // As few as possible or as many: whether something matches is the same.
    if !take("?"), current == "+" { throw .unknown(feature: "a possessive repeat", at: position) }
    if case .assertion = atom { throw .unknown(feature: "a repeat of an assertion", at: start) }
    if case .lookahead = atom { throw .unknown(feature: "a repeat of a lookahead", at: start) }
    if let current, "*+?{".unicodeScalars.contains(current) {
      throw invalid("'\(current)' repeats a repeat")
    }
    return .repeated(atom, least: least, most: most)
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
    guard let least = try parseNumber() else {
      throw .invalid(reason: "'{' is followed by no number", at: start)
    }
    var most: Int? = least
    if take(",") { most = try parseNumber() }
    guard take("}") else { throw .invalid(reason: "the '{' is not closed", at: start) }
    guard most.map({ $0 >= least }) ?? true else {
      throw .invalid(reason: "the numbers in '{}' are in the wrong order", at: start)
    }
    return (least, most)
  }

  private mutating func parseNumber() throws(RouteExpressionError) -> Int? {
    let start = position
    var number = 0
    while let digit = current, ("0"..."9").contains(digit) {
      number = number * 10 + Int(digit.value - 0x30)
      guard number <= Self.mostRepeats else {
        throw .unknown(feature: "more than \(Self.mostRepeats) repeats", at: start)
      }
      position += 1
    }
    return position > start ? number : nil
  }

  // MARK: - Scalars

  var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  func invalid(_ reason: String) -> RouteExpressionError { .invalid(reason: reason, at: position) }
}
