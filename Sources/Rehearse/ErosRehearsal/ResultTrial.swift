import ErosCore
import ErosRehearsalMessages

/// Repeats a page with different unknown values, such as results of native methods.
///
/// An exception may depend on them: a page that checks `result.status === 0` has taken the branch
/// without data. The page runs again with values for which such comparisons succeed, see `variant`
/// in `start.js`. If the exception remains at the same position, it is the page's own mistake.
struct ResultTrial {
  /// The variants of unknown values.
  ///
  /// The original run uses the first.
  static let variants = [0, 1, 2, 3]

  /// The processor time that a run may take, in milliseconds.
  let milliseconds: Int

  private let exception: RehearsalFact
  private let files: Set<String>

  /// Returns `nil` if the page was stopped, or if the exception has no known position.
  init?(of exception: RehearsalFact, _ page: RehearsalPage, _ outcome: RehearsalOutcome) {
    guard case .complete(let microseconds, _) = outcome.ending else { return nil }
    // With other results, a page may do more.
    milliseconds = 200 + 4 * Int(microseconds / 1_000)
    self.exception = exception
    files = Set(page.scripts.map(\.file))
    guard !lines(of: exception).isEmpty else { return nil }
  }

  /// Returns `true` if the exception occurs in each run, and depends on nothing else that is
  /// unknown.
  ///
  /// Columns in prepared scripts differ from the original ones, so the runs are compared with the
  /// first of them.
  func remains(in outcomes: [RehearsalOutcome]) -> Bool {
    guard outcomes.count == Self.variants.count,
      let repeated = outcomes[0].facts.first(where: isException)
    else { return false }
    return outcomes.dropFirst().allSatisfy { outcome in
      let index = outcome.facts.firstIndex(of: repeated)
      return index.map { !outcome.facts[..<$0].contains { $0.kind == .unknown } } ?? false
    }
  }

  /// Recognizes the exception in the first run, where its message may quote the prepared script.
  private func isException(_ fact: RehearsalFact) -> Bool {
    fact.kind == exception.kind && fact.errorName == exception.errorName
      && lines(of: fact) == lines(of: exception)
  }

  private func lines(of fact: RehearsalFact) -> [StackFrame] {
    StackFrame.frames(in: fact.stack, of: files).map(\.line)
  }
}
