import ErosCore
import ErosTrust

/// The progress of a release with a plan.
struct RolloutProgress: Sendable {
  /// Index into the steps of the plan.
  var step = 0
  /// Milliseconds since the step began.
  var time: Int64 = 0
  /// Trials since publication.
  var trials = ReportTrials()
  /// Trials of the previous release.
  var baseline = ReportTrials()
}

extension RolloutProgress {
  /// The progress at a time in milliseconds since 1970.
  init(
    of release: ChannelRelease, _ plan: RolloutPlan, _ trials: ReportTrials, baseline: ReportTrials,
    at now: Int64
  ) {
    self.init(
      step: release.step?.index ?? 0, time: now - (release.step?.time ?? plan.start),
      trials: trials, baseline: baseline)
  }
}

/// The next action for a release with a plan.
package enum RolloutDecision: Sendable, Hashable {
  /// More trials fail than the plan allows.
  case stop
  case raise
  /// The time of the step is not over.
  case waitForTime
  /// The step needs more reported trials.
  case waitForTrials
  /// The reports look more like a failing release than like the previous one.
  case waitForEvidence
  case completed
}

extension RolloutPlan {
  /// Decides on the next action.
  ///
  /// Evidence against a release keeps it at its share, until there are enough trials to stop it.
  func decision(at progress: RolloutProgress) -> RolloutDecision {
    let test = SequentialTest(baseline: progress.baseline, stopFactor: stopFactor)
    let evidence = test.evidence(of: progress.trials)
    if evidence >= SequentialTest.threshold { return .stop }
    let decision = decisionWithoutTest(at: progress)
    return decision == .raise && evidence > 0 ? .waitForEvidence : decision
  }

  /// Decides only by the time and trials of the step.
  func decisionWithoutTest(at progress: RolloutProgress) -> RolloutDecision {
    guard progress.step < steps.count - 1 else { return .completed }
    let step = steps[progress.step]
    if progress.time < step.time { return .waitForTime }
    return progress.trials.count < step.trials ? .waitForTrials : .raise
  }
}

extension RolloutPlan {
  /// Explains why the next step does not begin.
  ///
  /// - Parameters:
  ///   - progress: The progress of the release.
  ///   - now: When that was, in milliseconds since 1970.
  /// - Returns: `nil` if the step begins, or if there is none left.
  func reasonToWait(at progress: RolloutProgress, now: Int64) -> Message? {
    let (failed, count) = (progress.trials.failed, progress.trials.count)
    switch decision(at: progress) {
    case .raise, .completed: return nil
    case .stop:
      return
        "more of its trials fail than the plan permits: \(failed) of \(count), and the plan stops a release of which \(failingShare(at: progress)) fail"
    case .waitForTime:
      let time = Timestamp(milliseconds: now - progress.time + steps[progress.step].time)
      return "the time of its step has not passed: the next step can begin at \(time.utc)"
    case .waitForTrials:
      let needed = steps[progress.step].trials
      return "fewer trials are reported than its step needs: \(count) of \(needed)"
    case .waitForEvidence:
      return
        "its reports resemble a failing release more than the release before: \(failed) of \(count) trials failed"
    }
  }

  /// At this share of failed trials, such as `10%`, the plan stops a release.
  private func failingShare(at progress: RolloutProgress) -> String {
    let test = SequentialTest(baseline: progress.baseline, stopFactor: stopFactor)
    return ChannelRelease.percent(Int((test.failing * 10_000).rounded()))
  }
}
