/// The places in a program that a text has led to so far.
struct ExpressionThreads: Hashable, Sendable {
  /// What stands around the place in the text.
  struct Surroundings {
    /// The scalar before, or `nil` at the start of the text.
    var previous: Unicode.Scalar?
    /// The scalar behind, or `nil` at the end of the text.
    var next: Unicode.Scalar?
    /// Whether nothing but one line end follows.
    var isBeforeLastLineEnd = false
    /// Says whether a program matches from here on.
    var looksAhead: (ExpressionProgram) -> Bool = { _ in false }
  }

  /// Where the threads stand before assertions and jumps are followed.
  var places: [Int]

  /// Follows everything that takes no scalar.
  ///
  /// - Returns: the instructions that wait for a scalar, and whether the end of the program was
  ///   reached.
  func settle(
    in program: ExpressionProgram, _ around: Surroundings
  ) -> (waiting: [Int], matches: Bool) {
    var seen = [Bool](repeating: false, count: program.instructions.count)
    var open = places
    var waiting: [Int] = []
    var matches = false
    while let place = open.popLast() {
      guard !seen[place] else { continue }
      seen[place] = true
      switch program.instructions[place] {
      case .take: waiting.append(place)
      case .split(let one, let other): open += [one, other]
      case .jump(let target): open.append(target)
      case .check(let assertion): if assertion.holds(around) { open.append(place + 1) }
      case .look(let ahead, let isNegated):
        if around.looksAhead(ahead) != isNegated { open.append(place + 1) }
      case .match: matches = true
      }
    }
    return (waiting, matches)
  }

  /// The threads behind a scalar.
  static func step(
    _ waiting: [Int], over scalar: Unicode.Scalar, in program: ExpressionProgram
  ) -> ExpressionThreads {
    var next: [Int] = []
    for place in waiting {
      if case .take(let set) = program.instructions[place], set.contains(scalar) {
        next.append(place + 1)
      }
    }
    return ExpressionThreads(places: next.sorted())
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
    // A mark belongs to what stands before it.
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
