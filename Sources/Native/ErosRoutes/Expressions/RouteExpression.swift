import ErosCore

/// A regular expression that selects URIs for a route.
///
/// ```swift
/// let expression = try RouteExpression(#"^app://example\.com/movie/\d+"#)
/// try expression.matches("app://example.com/movie/7?from=home", .part)  // true, on iOS
/// try expression.matches("app://example.com/movie/7?from=home", .complete)  // false, on Android
/// ```
///
/// It is read as both platforms read it, see `docs/routes.md` for the syntax. Matching takes time
/// in proportion to the URI, so a hostile expression cannot block you.
public struct RouteExpression: Sendable {
  /// The part of a URI that must match.
  public enum Extent: Sendable {
    /// Any part, as on iOS.
    case part
    /// The start.
    case prefix
    /// The whole URI, as on Android.
    case complete
  }

  /// The expression as written.
  public let text: String

  let program: ExpressionProgram

  /// Parses an expression.
  public init(_ text: String) throws(RouteExpressionError) {
    self.text = text
    var parser = ExpressionParser(text)
    program = try ExpressionProgram(try parser.parse())
  }

  /// Checks the syntax, in time proportional to the length.
  static func checkSyntax(_ text: String) throws(RouteExpressionError) {
    var parser = ExpressionParser(text)
    _ = try parser.parse()
  }

  /// Returns `true` if the expression matches this much of `uri`.
  ///
  /// - Throws: ``RouteExpressionError/unknown(feature:at:)`` if matching would be too much work.
  public func matches(_ uri: String, _ extent: Extent) throws(RouteExpressionError) -> Bool {
    var work = WorkBudget.unlimited
    return try matches(uri, extent, &work)
  }

  /// Like ``matches(_:_:)``, but takes the cost from `work`.
  func matches(
    _ uri: String, _ extent: Extent, _ work: inout WorkBudget
  ) throws(RouteExpressionError) -> Bool {
    var run = ExpressionRun(Array(uri.unicodeScalars))
    let matches = run.matches(program, extent)
    work.spend(run.steps)
    guard !run.isExhausted else {
      throw .unknown(feature: "the URI or the expression is too long", at: 0)
    }
    return matches
  }

  /// Parses an expression and takes the cost in time and memory from `work`.
  init(_ text: String, _ work: inout WorkBudget) throws(RouteExpressionError) {
    guard !work.isSpent else { throw .unknown(feature: "too many long expressions", at: 0) }
    try self.init(text)
    work.spend(program.size * WorkBudget.workPerInstruction)
  }
}

/// One run over a text, with limited work.
private struct ExpressionRun {
  /// About a second, far more than real expressions need.
  private static let maximumSteps = 20_000_000

  private let text: [Unicode.Scalar]
  private(set) var steps = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  var isExhausted: Bool { steps > Self.maximumSteps }

  mutating func matches(
    _ program: ExpressionProgram, _ extent: RouteExpression.Extent
  ) -> Bool {
    let lookaheads = lookaheads(in: program)
    var threads = ExpressionThreads(indices: [0])
    for position in 0...text.count {
      steps += program.instructions.count
      guard !isExhausted else { return false }
      let (waiting, matches) = threads.epsilonClosure(in: program, context(at: position)) {
        lookaheads[$0]?.positions[position] == true
      }
      if matches, extent != .complete || position == text.count { return true }
      guard position < text.count else { return false }
      threads = ExpressionThreads.step(waiting, over: text[position], in: program)
      if extent == .part { threads.indices.append(0) }
      if threads.indices.isEmpty { return false }
    }
    return false
  }

  /// Returns the lookaheads' matches, by the index of their instruction.
  ///
  /// The result is incomplete if the run exceeds its maximum number of steps.
  private mutating func lookaheads(in program: ExpressionProgram) -> [Int: LookaheadMatches] {
    guard program.looksAhead else { return [:] }
    var matches: [Int: LookaheadMatches] = [:]
    for (index, instruction) in program.instructions.enumerated() {
      guard case .lookahead(let content, _) = instruction else { continue }
      let inner = lookaheads(in: content)
      steps += content.instructions.count * (text.count + 1)
      guard !isExhausted else { break }
      matches[index] = LookaheadMatches(
        of: content, count: text.count, inner: inner, context: context(at:))
    }
    return matches
  }

  private func context(at position: Int) -> ExpressionThreads.Context {
    ExpressionThreads.Context(
      previous: position > 0 ? text[position - 1] : nil,
      next: position < text.count ? text[position] : nil,
      isBeforeLastLineEnd: isLastLineEnd(text[position...]))
  }

  private func isLastLineEnd(_ remainder: ArraySlice<Unicode.Scalar>) -> Bool {
    switch remainder.count {
    case 1: remainder.allSatisfy { ScalarSet.Kind.lineEnd.contains($0) }
    case 2: remainder.elementsEqual(["\r", "\n"])
    default: false
    }
  }
}
