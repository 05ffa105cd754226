package import ErosTrust

/// When a server brakes a release.
package struct BrakePolicy: Sendable {
  /// At least this share of trials must fail, in hundredths of a percent.
  ///
  /// Even for a good release some trials fail, for example because users quit the app early.
  package var failures = 1000
  package var minimumTrials: Int64 = 100
  /// The period to look at, in hours.
  package var hours: Int64 = 24
  /// The share that a braked release keeps, in hundredths of a percent.
  ///
  /// 0 pauses it.
  package var rollout = 0

  package init() {}

  /// Returns why to brake a release, or `nil` if it should go on.
  ///
  /// A release that has or had a limit is left alone: a publisher who lifts the brake has decided
  /// to go on.
  package func reason(to brake: ChannelRelease, after trials: ReportTrials) -> String? {
    guard brake.limit == nil, !brake.isPaused, brake.offeredRollout > rollout,
      isExceeded(by: trials)
    else { return nil }
    return reason(trials)
  }

  /// Looks only at the trials, not at the state of the release.
  package func isExceeded(by trials: ReportTrials) -> Bool {
    trials.isValid && trials.count >= max(1, minimumTrials)
      && Double(trials.failed) * Double(ChannelRelease.fullRollout)
        >= Double(failures) * Double(trials.count)
  }

  package func reason(_ trials: ReportTrials) -> String {
    "\(trials.failed) of \(trials.count) trials failed in \(hours) hours"
  }
}
