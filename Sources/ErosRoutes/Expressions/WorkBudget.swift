/// How much work may still be done for a question, so that no input makes it endless; about as many
/// instructions as are looked at.
struct WorkBudget {
  static let unlimited = WorkBudget(.max)
  /// What it costs to make an instruction and to keep it.
  static let costOfInstruction = 50

  private var rest: Int

  init(_ rest: Int) { self.rest = rest }

  var isSpent: Bool { rest <= 0 }

  mutating func spend(_ work: Int) { rest -= min(rest, work) }
}
