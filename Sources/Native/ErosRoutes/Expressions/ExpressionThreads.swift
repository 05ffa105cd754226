/// The instructions that a program has reached at a position in the text.
struct ExpressionThreads: Hashable, Sendable {
  struct Context {
    /// The scalar before, or `nil` at the start.
    var previous: Unicode.Scalar?
    /// The scalar after, or `nil` at the end.
    var next: Unicode.Scalar?
    /// `true` if nothing but a line terminator follows.
    var isBeforeLastLineEnd = false
  }

  /// The instructions that the threads have reached.
  ///
  /// They have not yet followed assertions and jumps.
  var indices: [Int]

  /// Follows all instructions that consume nothing.
  ///
  /// `looksAhead` tries the lookahead at an index, from the current position.
  ///
  /// - Returns: The instructions that consume a scalar, and `true` if the program matches.
  func epsilonClosure(
    in program: ExpressionProgram, _ context: Context, looksAhead: (Int) -> Bool = { _ in false }
  ) -> (waiting: [Int], matches: Bool) {
    var seen = [Bool](repeating: false, count: program.instructions.count)
    var open = indices
    var waiting: [Int] = []
    var matches = false
    while let index = open.popLast() {
      guard !seen[index] else { continue }
      seen[index] = true
      switch program.instructions[index] {
      case .consume: waiting.append(index)
      case .split(let one, let other): open += [one, other]
      case .jump(let target): open.append(target)
      case .check(let assertion): if assertion.isSatisfied(context) { open.append(index + 1) }
      case .lookahead(_, let isNegated):
        if looksAhead(index) != isNegated { open.append(index + 1) }
      case .match: matches = true
      }
    }
    return (waiting, matches)
  }

  /// Moves the threads over a scalar.
  static func step(
    _ waiting: [Int], over scalar: Unicode.Scalar, in program: ExpressionProgram
  ) -> ExpressionThreads {
    var next: [Int] = []
    for index in waiting {
      if case .consume(let set) = program.instructions[index], set.contains(scalar) {
        next.append(index + 1)
      }
    }
    return ExpressionThreads(indices: next.sorted())
  }
}

extension ExpressionAssertion {
  func isSatisfied(_ context: ExpressionThreads.Context) -> Bool {
    switch self {
    case .textStart: context.previous == nil
    case .textEnd: context.next == nil
    case .lastLineEnd: context.next == nil || context.isBeforeLastLineEnd
    case .wordBoundary: Self.isWordBoundary(context)
    case .noWordBoundary: !Self.isWordBoundary(context)
    }
  }

  private static func isWordBoundary(_ context: ExpressionThreads.Context) -> Bool {
    // A combining mark belongs to the scalar before it.
    if let properties = context.next?.properties,
      properties.isGraphemeExtend || properties.generalCategory == .format
    {
      return false
    }
    let isWord = { (scalar: Unicode.Scalar?) in
      scalar.map { ScalarSet.Kind.word.contains($0) } ?? false
    }
    return isWord(context.previous) != isWord(context.next)
  }
}
