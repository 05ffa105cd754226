import ErosCore
import ErosTrust

/// The reports about a release with a plan.
struct RolloutProgress: Sendable {
  /// The index of the current step.
  var step = 0
  /// The time since the step began, in milliseconds.
  var time: Int64 = 0
  /// The trials of the release since its publication.
  var trials = ReportTrials()
  /// The trials of the release before.
  var baseline = ReportTrials()
}

extension RolloutProgress {
  /// The progress of a release at a time, in milliseconds since 1970.
  init(
    of release: ChannelRelease, _ plan: RolloutPlan, _ trials: ReportTrials, baseline: ReportTrials,
    at now: Int64
  ) {
    self.init(
      step: release.step?.index ?? 0, time: now - (release.step?.time ?? plan.start),
      trials: trials, baseline: baseline)
  }
}

/// The decision about a release with a plan.
package enum RolloutDecision: Sendable, Hashable {
  /// More trials fail than the plan permits.
  case stop
  /// The next step begins.
  case raise
  /// The time of the step has not passed.
  case waitForTime
  /// Fewer trials are reported than the step needs.
  case waitForTrials
  /// The reports resemble a failing release more than the release before.
  case waitForEvidence
  /// The last step has begun.
  case completed
}

extension RolloutPlan {
  /// Decides whether a release is stopped, raised, or continues with its step.
  ///
  /// Evidence against the release keeps it at its share until enough trials are reported to stop it.
  func decision(at progress: RolloutProgress) -> RolloutDecision {
    let test = SequentialTest(baseline: progress.baseline, stopFactor: stopFactor)
    let evidence = test.evidence(of: progress.trials)
    if evidence >= SequentialTest.threshold { return .stop }
    let decision = decisionWithoutTest(at: progress)
    return decision == .raise && evidence > 0 ? .waitForEvidence : decision
  }

  /// Decides whether the conditions of the current step are met.
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
  ///   - now: The time of the progress, in milliseconds since 1970.
  /// - Returns: The reason, or `nil` if the step begins or if the last step has begun.
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

  /// Returns the share of failed trials at which the plan stops a release, such as `10%`.
  private func failingShare(at progress: RolloutProgress) -> String {
    let test = SequentialTest(baseline: progress.baseline, stopFactor: stopFactor)
    return ChannelRelease.percent(Int((test.failing * 10_000).rounded()))
  }
}
