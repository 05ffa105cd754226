/// The start positions of a lookahead's matches in a text.
///
/// One pass from the end of the text to its start finds all positions. A thread that reaches an
/// instruction at a position matches if a successor of the instruction matches. The time is
/// proportional to the text, even if an expression tries a lookahead at each position.
struct LookaheadMatches {
  /// Whether the lookahead matches from each position, from the start to the end of the text.
  let positions: [Bool]

  /// Finds the positions in a text of `count` scalars.
  ///
  /// `context` returns the context of a position, and `next` the scalar after it. `inner` contains
  /// the matches of the lookaheads in `program`, by the index of their instruction.
  init(
    of program: ExpressionProgram, count: Int, inner: [Int: LookaheadMatches],
    context: (Int) -> ExpressionThreads.Context
  ) {
    let predecessors = Self.predecessors(in: program)
    var positions = [Bool](repeating: false, count: count + 1)
    var following = [Bool](repeating: false, count: program.instructions.count)
    for position in (0...count).reversed() {
      following = Self.matching(
        in: program, predecessors, at: context(position), following: following
      ) { inner[$0]?.positions[position] == true }
      positions[position] = following[0]
    }
    self.positions = positions
  }

  /// Returns for each instruction the instructions that lead to it without a scalar.
  private static func predecessors(in program: ExpressionProgram) -> [[Int]] {
    var predecessors = [[Int]](repeating: [], count: program.instructions.count)
    for (index, instruction) in program.instructions.enumerated() {
      switch instruction {
      case .split(let one, let other):
        predecessors[one].append(index)
        predecessors[other].append(index)
      case .jump(let target): predecessors[target].append(index)
      case .check, .lookahead: predecessors[index + 1].append(index)
      case .consume, .match: break
      }
    }
    return predecessors
  }

  /// Returns for each instruction whether a thread matches from it at a position.
  ///
  /// `following` is the result for the next position.
  private static func matching(
    in program: ExpressionProgram, _ predecessors: [[Int]],
    at context: ExpressionThreads.Context, following: [Bool], looksAhead: (Int) -> Bool
  ) -> [Bool] {
    var matching = [Bool](repeating: false, count: program.instructions.count)
    var open = program.instructions.indices.filter { index in
      switch program.instructions[index] {
      case .match: true
      case .consume(let set): following[index + 1] && context.next.map(set.contains) == true
      default: false
      }
    }
    while let index = open.popLast() {
      guard !matching[index] else { continue }
      matching[index] = true
      open += predecessors[index].filter { predecessor in
        switch program.instructions[predecessor] {
        case .check(let assertion): assertion.isSatisfied(context)
        case .lookahead(_, let isNegated): looksAhead(predecessor) != isNegated
        default: true
        }
      }
    }
    return matching
  }
}
