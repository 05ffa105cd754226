/// Searches for a URI that some expressions match and some do not.
///
/// Runs all expressions in parallel over the URIs of a shape, shorter URIs first. The answer is
/// exact: the shortest example, or proof that there is none.
struct ExpressionComparison {
  enum Outcome: Equatable {
    case example(String)
    case none
    /// The search gave up: an expression has a lookahead, or the work exceeds the limit.
    case unknown
  }

  /// An expression, and how much of a URI it must match.
  typealias Side = (expression: RouteExpression, extent: RouteExpression.Extent)

  /// The maximum number of instructions that a search visits.
  ///
  /// This takes about a second, far more than real expressions need.
  private static let maximumWork = 5_000_000

  private let sides: [Side]
  private let checksWords: Bool

  init(_ sides: [Side]) {
    self.sides = sides
    checksWords = sides.contains { $0.expression.program.checksWords }
  }

  /// Returns the shortest URI of a shape that satisfies `isWanted`.
  ///
  /// `isWanted` is told for each side if its expression matches. It must return `false` if none
  /// does. The cost is subtracted from `work`.
  func firstURI(
    _ shape: URIShape, _ work: inout WorkBudget, where isWanted: ([Bool]) -> Bool
  ) -> Outcome {
    guard !sides.contains(where: { $0.expression.program.looksAhead }), !work.isSpent else {
      return .unknown
    }
    let sets = Set(sides.flatMap(\.expression.program.sets))
    guard let alphabet = ExpressionAlphabet.scalars(for: sets, shape) else { return .unknown }
    work.spend(sets.count * ExpressionAlphabet.size(for: sets, shape))
    var queue = [State(shape: shape, runs: sides.map { _ in .running([0]) })]
    var predecessors: [(state: Int, scalar: Unicode.Scalar)?] = [nil]
    var seen: Set<State> = [queue[0]]
    let workOfState =
      alphabet.count * sides.reduce(0) { $0 + $1.expression.program.instructions.count }
    var index = 0
    while index < queue.count {
      guard index * workOfState < Self.maximumWork, !work.isSpent else { return .unknown }
      work.spend(workOfState)
      let state = queue[index]
      if state.shape.isComplete, isWanted(state.runs.indices.map { isMatch(state, $0) }) {
        return .example(uri(to: index, predecessors))
      }
      for scalar in alphabet {
        guard let next = step(state, over: scalar), seen.insert(next).inserted else { continue }
        queue.append(next)
        predecessors.append((index, scalar))
      }
      index += 1
    }
    return .none
  }

  // MARK: - States

  private enum Run: Hashable {
    case running([Int])
    /// The expression matches, whatever follows.
    case matched
  }

  private struct State: Hashable {
    var shape: URIShape
    var runs: [Run]
    var previous: Unicode.Scalar?
  }

  private func isMatch(_ state: State, _ side: Int) -> Bool {
    guard case .running(let indices) = state.runs[side] else { return true }
    return ExpressionThreads(indices: indices)
      .epsilonClosure(in: sides[side].expression.program, .init(previous: state.previous)).matches
  }

  private func step(_ state: State, over scalar: Unicode.Scalar) -> State? {
    guard let shape = state.shape.step(over: scalar) else { return nil }
    let context = ExpressionThreads.Context(previous: state.previous, next: scalar)
    let runs = state.runs.indices.map { step(state.runs[$0], sides[$0], over: scalar, context) }
    guard runs.contains(where: { $0 != .running([]) }) else { return nil }
    let isWord = checksWords && ScalarSet.Kind.word.contains(scalar)
    return State(shape: shape, runs: runs, previous: isWord ? "a" : "/")
  }

  private func step(
    _ run: Run, _ side: Side, over scalar: Unicode.Scalar,
    _ context: ExpressionThreads.Context
  ) -> Run {
    guard case .running(let indices) = run else { return .matched }
    let program = side.expression.program
    let (waiting, matches) = ExpressionThreads(indices: indices).epsilonClosure(
      in: program, context)
    if matches, side.extent != .complete { return .matched }
    let next = ExpressionThreads.step(waiting, over: scalar, in: program).indices
    return .running(side.extent == .part ? [0] + next.filter { $0 != 0 } : next)
  }

  private func uri(to index: Int, _ predecessors: [(state: Int, scalar: Unicode.Scalar)?]) -> String
  {
    var scalars: [Unicode.Scalar] = []
    var index = index
    while let (state, scalar) = predecessors[index] {
      scalars.append(scalar)
      index = state
    }
    var uri = ""
    uri.unicodeScalars.append(contentsOf: scalars.reversed())
    return uri
  }
}
