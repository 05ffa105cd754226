import ErosCore

/// A regular expression as a list of instructions for many parallel threads.
///
/// Nothing is tried twice: each scalar in a text visits an instruction at most once.
struct ExpressionProgram: Sendable {
  enum Instruction: Sendable {
    /// Continues if the scalar is in the set.
    case consume(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case check(ExpressionAssertion)
    case lookahead(ExpressionProgram, isNegated: Bool)
    case match
  }

  /// The maximum work for one expression, as a limit for nested repetitions.
  ///
  /// Lookaheads count as well, because each repetition copies them.
  private static let maximumWork = 10_000

  private(set) var instructions: [Instruction] = []
  /// `true` if the program contains lookaheads.
  private(set) var looksAhead = false
  /// The number of translated nodes.
  private var work: Int

  /// The number of translated nodes, including lookaheads.
  var size: Int { work }

  init(_ node: ExpressionNode) throws(RouteExpressionError) { try self.init(node, work: 0) }

  /// Translates part of an expression.
  ///
  /// `work` is what earlier parts have cost.
  private init(_ node: ExpressionNode, work: Int) throws(RouteExpressionError) {
    self.work = work
    try append(node)
    instructions.append(.match)
  }

  var sets: [ScalarSet] {
    instructions.compactMap { if case .consume(let set) = $0 { set } else { nil } }
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
    guard work < Self.maximumWork else {
      throw .unknown(feature: "too many nested repetitions", at: 0)
    }
    switch node {
    case .set(let set): instructions.append(.consume(set))
    case .assertion(let assertion): instructions.append(.check(assertion))
    case .lookahead(let content, let isNegated):
      looksAhead = true
      let lookahead = try ExpressionProgram(content, work: work)
      work = lookahead.work
      instructions.append(.lookahead(lookahead, isNegated: isNegated))
    case .sequence(let parts): for part in parts { try append(part) }
    case .choice(let branches): try append(choice: branches)
    case .repetition(let content, let minimum, let maximum):
      try append(repeating: content, minimum: minimum, maximum: maximum)
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
    repeating content: ExpressionNode, minimum: Int, maximum: Int?
  ) throws(RouteExpressionError) {
    for _ in 0..<minimum { try append(content) }
    guard let maximum else {
      let split = reserve()
      try append(content)
      instructions.append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(reserve())
      try append(content)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  /// Appends a placeholder instruction and returns its index.
  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }
}
