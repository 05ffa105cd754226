/// The instructions of a program that have been reached at a position of a text.
struct ExpressionThreads: Hashable, Sendable {
  /// The context of a position in the text.
  struct Surroundings {
    /// The scalar before the position, or `nil` at the start of the text.
    var previous: Unicode.Scalar?
    /// The scalar after the position, or `nil` at the end of the text.
    var next: Unicode.Scalar?
    /// Whether only one line end follows.
    var isBeforeLastLineEnd = false
    /// Whether a program matches from the position on.
    var looksAhead: (ExpressionProgram) -> Bool = { _ in false }
  }

  /// The indices of the instructions, before assertions and jumps are followed.
  var indices: [Int]

  /// Follows all instructions that consume nothing.
  ///
  /// - Returns: The indices of the instructions that consume a scalar, and whether the program
  ///   matches.
  func settle(
    in program: ExpressionProgram, _ around: Surroundings
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
      case .check(let assertion): if assertion.holds(around) { open.append(index + 1) }
      case .look(let lookahead, let isNegated):
        if around.looksAhead(lookahead) != isNegated { open.append(index + 1) }
      case .match: matches = true
      }
    }
    return (waiting, matches)
  }

  /// Returns the threads after a scalar.
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
  func holds(_ around: ExpressionThreads.Surroundings) -> Bool {
    switch self {
    case .textStart: around.previous == nil
    case .textEnd: around.next == nil
    case .lastLineEnd: around.next == nil || around.isBeforeLastLineEnd
    case .wordBoundary: Self.isWordBoundary(around)
    case .noWordBoundary: !Self.isWordBoundary(around)
    }
  }

  private static func isWordBoundary(_ around: ExpressionThreads.Surroundings) -> Bool {
    // A combining mark belongs to the scalar before it.
    if let properties = around.next?.properties,
      properties.isGraphemeExtend || properties.generalCategory == .format
    {
      return false
    }
    let isWord = { (scalar: Unicode.Scalar?) in
      scalar.map { ScalarSet.Kind.word.contains($0) } ?? false
    }
    return isWord(around.previous) != isWord(around.next)
  }
}
