/// The positions in a text where a lookahead matches.
///
/// One pass from the end to the start finds all positions: an instruction matches if one of its
/// successors does. The time is proportional to the text, even if an expression tries the lookahead
/// at each position.
struct LookaheadMatches {
  /// One entry per position, including the end: `true` if the lookahead matches from there.
  let positions: [Bool]

  /// Finds the positions in a text of `count` scalars.
  ///
  /// `context` and `next` describe a position and the scalar after it. `inner` holds the matches of
  /// lookaheads inside `program`, by the index of their instruction.
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

  /// Returns, for each instruction, those that lead to it and consume nothing.
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

  /// Returns, for each instruction, if a thread that starts there matches.
  ///
  /// `following` is the same for the next position.
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
