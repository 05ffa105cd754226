import ErosCore
import ErosTrust

extension ReleaseSummary: JSONRepresentable {}

extension Brake.Limit: JSONRepresentable {
  var json: JSONValue { summary }
}

extension ReleaseSummary {
  /// Returns the rollout as text.
  ///
  /// Pass `true` for `hasTesters` if the channel has testers, who also get a release with the share
  /// 0 %.
  func availability(hasTesters: Bool) -> String {
    let limit = limit.flatMap { $0.isActive ? ", \($0) by the brake" : nil }
    let step = plan.map { ", step \(self.step + 1) of \($0.steps.count)" }
    let share =
      hasTesters && rollout == 0 && limit == nil ? "testers only" : "\(Rollout(rollout))"
    return share + (step ?? "") + (isPaused ? ", paused" : "") + (limit ?? "")
      + (retries > 0 ? ", retry \(retries)" : "")
  }

  var planText: String? {
    plan.map { "\(PlanSteps($0)), stop at \(StopFactor($0.stopFactor))" }
  }

  /// The notes for a table: those without a language, or else those in the first language.
  var notesLine: String {
    notes ?? localizedNotes.texts.min { $0.key < $1.key }?.value ?? ""
  }

  /// The rehearsal in one word, for a table.
  var rehearsalWord: String {
    switch rehearsal {
    case nil: ""
    case .passed(_, _, 0): "passed"
    case .passed(_, let pages, let unjudged): "\(pages - unjudged) of \(pages) passed"
    case .notJudged: "not judged"
    case .skipped: "skipped"
    case .unavailable: "unavailable"
    }
  }

  /// The rehearsal as text, or `nil` if it is unknown.
  var rehearsalText: String? {
    switch rehearsal {
    case nil: nil
    case .skipped: "skipped by the publisher"
    case .unavailable: "not possible, because eros-rehearse or its engine could not be used"
    case .passed(let engine, let pages, 0):
      "\(Readable.count(pages, "page")) passed" + Self.suffix(engine)
    case .passed(let engine, let pages, let unjudged):
      "\(pages - unjudged) of \(Readable.count(pages, "page")) passed, \(unjudged) not judged"
        + Self.suffix(engine)
    case .notJudged(let engine, let pages):
      "\(Readable.count(pages, "page")) not judged" + Self.suffix(engine)
    }
  }

  /// Returns the engine in parentheses, or nothing if no page ran.
  private static func suffix(_ engine: String) -> String {
    engine.isEmpty ? "" : " (\(engine.escapedForDisplay))"
  }

  /// Returns the line that a command prints after it has changed the release.
  func change(
    in channel: String, hasTesters: Bool = false, dryRun: Bool, _ style: TextStyle
  ) -> String {
    (dryRun ? "dry run: " : "") + "\(channel) release \(number): "
      + style.bold(availability(hasTesters: hasTesters))
  }
}
