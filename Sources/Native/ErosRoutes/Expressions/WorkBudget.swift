/// Limits the work on an input.
///
/// A unit is roughly one visit to an instruction.
struct WorkBudget {
  static let unlimited = WorkBudget(.max)
  /// The cost of creating and storing an instruction.
  static let workPerInstruction = 50

  private var remaining: Int

  init(_ work: Int) { remaining = work }

  var isSpent: Bool { remaining <= 0 }

  mutating func spend(_ work: Int) { remaining -= min(remaining, work) }
}
