/// The work that is left for a question, so that no input makes it endless.
///
/// The unit is about one visit to an instruction.
struct WorkBudget {
  static let unlimited = WorkBudget(.max)
  /// The work of making an instruction and keeping it.
  static let workPerInstruction = 50

  private var remaining: Int

  init(_ work: Int) { remaining = work }

  var isSpent: Bool { remaining <= 0 }

  mutating func spend(_ work: Int) { remaining -= min(remaining, work) }
}
