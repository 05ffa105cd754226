package import ErosCore
package import ErosTrust

/// Reports about a release with a plan, and about the previous release.
package struct PlanReports: Sendable {
  let plan: RolloutPlan
  package let trials: ReportTrials
  /// Trials of the newest earlier release that has other files, is not paused, and never had a
  /// limit.
  package let baseline: ReportTrials
  /// How close to a stop the release is: 1 stops it.
  package let evidence: Double

  private let release: ChannelRelease
  private let test: SequentialTest

  /// Returns `nil` for a release that only its publisher decides about, because it has no plan, is
  /// paused, or has or had a limit.
  ///
  /// - Parameters:
  ///   - release: The release.
  ///   - channel: Its channel.
  ///   - trials: Reported trials in the channel.
  package init?(
    of release: ChannelRelease, in channel: ChannelContents, _ trials: [TreeHash: ReportTrials]
  ) {
    guard let plan = release.plan, !release.isPaused, release.limit == nil else { return nil }
    // A failed release must not make the failures of its fix look normal.
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

  package func decision(at now: Timestamp) -> RolloutDecision {
    plan.decision(
      at: RolloutProgress(of: release, plan, trials, baseline: baseline, at: now.milliseconds))
  }

  package var stopReason: String {
    "\(trials.failed) of \(trials.count) trials failed; the plan permits \(Self.percent(test.failing))"
  }

  private static func percent(_ share: Double) -> String {
    ChannelRelease.percent(Int((share * Double(ChannelRelease.fullRollout)).rounded()))
  }
}
