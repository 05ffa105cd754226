import ErosRehearsalMessages

/// Collects facts about one run, limited in number and in length.
final class FactRecorder {
  private static let limit = 200
  /// The maximum length of a text and of a stack, in UTF-16 code units.
  static let textLimit = 1_000
  static let stackLimit = 4_000

  private(set) var facts: [RehearsalFact] = []
  private var distinctFacts: Set<RehearsalFact> = []

  func add(_ fact: RehearsalFact) {
    guard facts.count < Self.limit, distinctFacts.insert(fact).inserted else { return }
    facts.append(fact)
  }
}
