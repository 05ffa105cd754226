package import ErosCore
package import ErosTrust

/// The reports about a release with a plan, and about the release before.
package struct PlanReports: Sendable {
  /// The plan.
  let plan: RolloutPlan
  /// The reported trials of the release.
  package let trials: ReportTrials
  /// The reported trials of the release before: the newest earlier release with other files that is
  /// not paused, and has and had no limit.
  package let baseline: ReportTrials
  /// The evidence for a stop, from 0 to 1 at the stop.
  package let evidence: Double

  private let release: ChannelRelease
  private let test: SequentialTest

  /// Finds the reports about a release, or returns `nil` if only its publisher decides about it: it
  /// has no plan, is paused, or has or had a limit.
  ///
  /// - Parameters:
  ///   - release: The release.
  ///   - channel: The releases of its channel.
  ///   - trials: The reported trials of the releases of the channel.
  package init?(
    of release: ChannelRelease, in channel: ChannelContents, _ trials: [TreeHash: ReportTrials]
  ) {
    guard let plan = release.plan, !release.isPaused, release.limit == nil else { return nil }
    // A release that failed must not make the failures of its fix look normal.
    let before = channel.releases.first {
      $0.number < release.number && $0.tree != release.tree && !$0.isPaused && $0.limit == nil
    }
    self.plan = plan
    self.release = release
    self.trials = trials[release.tree] ?? ReportTrials()
    baseline = before.flatMap { trials[$0.tree] } ?? ReportTrials()
    test = SequentialTest(baseline: baseline, stopFactor: plan.stopFactor)
    evidence = max(0, test.evidence(of: self.trials) / SequentialTest.threshold)
  }

  /// Decides whether the release is stopped, raised, or continues with its step.
  package func decision(at now: Timestamp) -> RolloutDecision {
    plan.decision(
      at: RolloutProgress(of: release, plan, trials, baseline: baseline, at: now.milliseconds))
  }

  /// The reason for a stop, as text.
  package var stopReason: Message {
    "\(trials.failed) of \(trials.count) trials failed; the plan permits \(Self.percent(test.failing))"
  }

  private static func percent(_ share: Double) -> String {
    ChannelRelease.percent(Int((share * Double(ChannelRelease.fullRollout)).rounded()))
  }
}
