package import ErosTrust

/// The rule that decides when a server brakes a release.
package struct BrakePolicy: Sendable {
  /// The minimum share of failed trials for a brake, in hundredths of a percent.
  ///
  /// Some trials of a good release fail, for example because users end the app early.
  package var failures = 1000
  /// The minimum number of trials for a brake.
  package var minimumTrials: Int64 = 100
  /// The length of the evaluated period, in hours.
  package var hours: Int64 = 24
  /// The share of devices that get a braked release, in hundredths of a percent; 0 pauses it.
  package var rollout = 0

  package init() {}

  /// Returns the reason for braking a release, or `nil` if the policy does not apply.
  ///
  /// A release that has or had a limit is not braked again, because a publisher who lifts the brake
  /// has decided to continue the release.
  package func reason(to brake: ChannelRelease, after trials: ReportTrials) -> String? {
    guard brake.limit == nil, !brake.isPaused, brake.offeredRollout > rollout,
      isExceeded(by: trials)
    else { return nil }
    return reason(trials)
  }

  /// Returns whether enough trials have failed, whatever the state of their release is.
  package func isExceeded(by trials: ReportTrials) -> Bool {
    trials.isValid && trials.count >= max(1, minimumTrials)
      && Double(trials.failed) * Double(ChannelRelease.fullRollout)
        >= Double(failures) * Double(trials.count)
  }

  /// Returns the numbers of trials as text.
  package func reason(_ trials: ReportTrials) -> String {
    "\(trials.failed) of \(trials.count) trials failed in \(hours) hours"
  }
}
