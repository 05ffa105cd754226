/// The regular expression by which a route says which URIs it is for.
///
/// It is read as both platforms read it, and matching takes time in proportion to the text: a hostile
/// expression cannot hang the tool. See `docs/routes.md` for what is understood.
public struct RouteExpression: Sendable {
  /// How much of a URI an expression must match.
  public enum Extent: Sendable {
    /// Some part of it, as iOS wants.
    case anywhere
    /// Some part of it, from its beginning on.
    case beginning
    /// All of it, as Android wants.
    case whole
  }

  /// The expression as it is written.
  public let text: String

  let program: ExpressionProgram

  /// Reads an expression.
  public init(_ text: String) throws(RouteExpressionError) {
    self.text = text
    var parser = ExpressionParser(text)
    program = try ExpressionProgram(try parser.parse())
  }

  /// Finds out whether an expression can be read at all, in time in proportion to its text.
  static func checkSyntax(_ text: String) throws(RouteExpressionError) {
    var parser = ExpressionParser(text)
    _ = try parser.parse()
  }

  /// Whether the expression matches `uri`, or that much of it.
  ///
  /// - Throws: `unknown` when so much looking ahead is needed that it would take too long.
  public func matches(_ uri: String, _ extent: Extent) throws(RouteExpressionError) -> Bool {
    var work = WorkBudget.unlimited
    return try matches(uri, extent, &work)
  }

  /// Does the same, and takes what it costs from `work`.
  func matches(
    _ uri: String, _ extent: Extent, _ work: inout WorkBudget
  ) throws(RouteExpressionError) -> Bool {
    let run = ExpressionRun(Array(uri.unicodeScalars))
    let matches = run.matches(program, from: 0, extent)
    work.spend(run.steps)
    guard !run.isExhausted else {
      throw .unknown(feature: "an expression that looks ahead so often", at: 0)
    }
    return matches
  }

  /// Reads an expression, and takes what it costs from `work`, memory included.
  init(_ text: String, _ work: inout WorkBudget) throws(RouteExpressionError) {
    guard !work.isSpent else { throw .unknown(feature: "so many long expressions", at: 0) }
    try self.init(text)
    work.spend(program.size * WorkBudget.costOfInstruction)
  }
}

/// One try of a program on a text, with a limit on the work.
private final class ExpressionRun {
  /// Far above what any real expression needs; about a second.
  private static let mostSteps = 20_000_000

  private let text: [Unicode.Scalar]
  private(set) var steps = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  var isExhausted: Bool { steps > Self.mostSteps }

  func matches(
    _ program: ExpressionProgram, from start: Int, _ extent: RouteExpression.Extent
  ) -> Bool {
    var threads = ExpressionThreads(places: [0])
    for place in start...text.count {
      steps += program.instructions.count
      guard !isExhausted else { return false }
      let (waiting, matches) = threads.settle(in: program, surroundings(of: place))
      if matches, extent != .whole || place == text.count { return true }
      guard place < text.count else { return false }
      threads = ExpressionThreads.step(waiting, over: text[place], in: program)
      if extent == .anywhere { threads.places.append(0) }
      if threads.places.isEmpty { return false }
    }
    return false
  }

  private func surroundings(of place: Int) -> ExpressionThreads.Surroundings {
    ExpressionThreads.Surroundings(
      previous: place > 0 ? text[place - 1] : nil, next: place < text.count ? text[place] : nil,
      isBeforeLastLineEnd: isLastLineEnd(text[place...]),
      looksAhead: { self.matches($0, from: place, .beginning) })
  }

  private func isLastLineEnd(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    switch rest.count {
    case 1: rest.allSatisfy { ScalarSet.Kind.lineEnd.contains($0) }
    case 2: rest.elementsEqual(["\r", "\n"])
    default: false
    }
  }
}
