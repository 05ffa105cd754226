/// A regular expression as a list of instructions that all run side by side.
///
/// Nothing is ever tried again, as backtracking would: each scalar of a text costs at most one visit
/// to each instruction.
struct ExpressionProgram: Sendable {
  enum Instruction: Sendable {
    /// Goes on behind a scalar of the set.
    case take(ScalarSet)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case check(ExpressionAssertion)
    case look(ExpressionProgram, isNegated: Bool)
    case match
  }

  /// What bounds the work on an expression with repeats of repeats; what looks ahead has a share of the
  /// same budget, since each repeat brings another copy of it.
  private static let mostWork = 10_000

  private(set) var instructions: [Instruction] = []
  /// Whether the program looks further ahead than one scalar.
  private(set) var looksAhead = false
  private var work: Int

  /// How large it is, with all programs that look ahead for it.
  var size: Int { work }

  /// Translates an expression.
  init(_ node: ExpressionNode) throws(RouteExpressionError) { try self.init(node, work: 0) }

  /// Translates a part of an expression on which so much work was done before.
  private init(_ node: ExpressionNode, work: Int) throws(RouteExpressionError) {
    self.work = work
    try append(node)
    instructions.append(.match)
  }

  /// The sets that instructions take scalars by.
  var sets: [ScalarSet] {
    instructions.compactMap { if case .take(let set) = $0 { set } else { nil } }
  }

  var checksWords: Bool {
    instructions.contains {
      if case .check(.wordBoundary) = $0 { return true }
      if case .check(.noWordBoundary) = $0 { return true }
      return false
    }
  }

  private mutating func append(_ node: ExpressionNode) throws(RouteExpressionError) {
    work += 1
    guard work < Self.mostWork else {
      throw .unknown(feature: "so many repeats of repeats", at: 0)
    }
    switch node {
    case .set(let set): instructions.append(.take(set))
    case .assertion(let assertion): instructions.append(.check(assertion))
    case .lookahead(let content, let isNegated):
      looksAhead = true
      let ahead = try ExpressionProgram(content, work: work)
      work = ahead.work
      instructions.append(.look(ahead, isNegated: isNegated))
    case .sequence(let parts): for part in parts { try append(part) }
    case .choice(let branches): try append(choice: branches)
    case .repeated(let content, let least, let most):
      try append(repeated: content, least: least, most: most)
    }
  }

  private mutating func append(
    choice branches: [ExpressionNode]
  ) throws(RouteExpressionError) {
    var exits: [Int] = []
    for (index, branch) in branches.enumerated() {
      guard index < branches.count - 1 else {
        try append(branch)
        break
      }
      let split = reserve()
      try append(branch)
      exits.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
  }

  private mutating func append(
    repeated content: ExpressionNode, least: Int, most: Int?
  ) throws(RouteExpressionError) {
    for _ in 0..<least { try append(content) }
    guard let most else {
      let split = reserve()
      try append(content)
      instructions.append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(reserve())
      try append(content)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  /// Keeps a place for an instruction that is not known yet.
  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }
}
