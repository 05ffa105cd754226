import ErosCore
import ErosRehearsalMessages

/// The repetition of a page with other unknown values, such as results of native methods.
///
/// An exception may depend on them: a page that checks `result.status === 0` has taken the branch
/// without data. The page runs again with values for which such comparisons succeed; see `variant` in
/// `start.js`. An exception that remains, at the same position, is an error of the page.
struct ResultTrial {
  /// The variants of the unknown values, first the variant of the original run.
  static let variants = [0, 1, 2, 3]

  /// The processor time in milliseconds that a run may take.
  let milliseconds: Int

  private let exception: RehearsalFact
  private let files: Set<String>

  /// Creates the trial of an exception; returns `nil` if the page was stopped, or if the position of
  /// the exception is unknown.
  init?(of exception: RehearsalFact, _ page: RehearsalPage, _ outcome: RehearsalOutcome) {
    guard case .complete(let microseconds, _) = outcome.ending else { return nil }
    // With other results, a page may do more.
    milliseconds = 200 + 4 * Int(microseconds / 1_000)
    self.exception = exception
    files = Set(page.scripts.map(\.file))
    guard !lines(of: exception).isEmpty else { return nil }
  }

  /// Whether the exception occurs in each run, and does not depend on something else that is unknown.
  ///
  /// The columns of the prepared scripts differ from the original columns, so the runs are compared
  /// with the first of them.
  func remains(in outcomes: [RehearsalOutcome]) -> Bool {
    guard outcomes.count == Self.variants.count,
      let repeated = outcomes[0].facts.first(where: isException)
    else { return false }
    return outcomes.dropFirst().allSatisfy { outcome in
      let index = outcome.facts.firstIndex(of: repeated)
      return index.map { !outcome.facts[..<$0].contains { $0.kind == .unknown } } ?? false
    }
  }

  /// Whether a fact of the first run is the exception; its message may quote the prepared script.
  private func isException(_ fact: RehearsalFact) -> Bool {
    fact.kind == exception.kind && fact.errorName == exception.errorName
      && lines(of: fact) == lines(of: exception)
  }

  private func lines(of fact: RehearsalFact) -> [StackFrame] {
    StackFrame.frames(in: fact.stack, of: files).map(\.line)
  }
}
