package import ErosTrust

/// The rule by which a server brakes a release.
package struct BrakePolicy: Sendable {
  /// The share of failed trials at which a release is braked, in hundredths of a percent.
  ///
  /// Some trials fail without a fault of the release, for example because users end the app early.
  package var failures = 1000
  /// The number of trials below which nothing is braked.
  package var minimumTrials: Int64 = 100
  /// The number of hours whose reports count.
  package var hours: Int64 = 24
  /// The share of devices to which a release is limited, in hundredths of a percent; 0 pauses it.
  package var rollout = 0

  package init() {}

  /// Returns the reason for which a release is braked; `nil` if it is not.
  ///
  /// A release that has or had a limit is not braked again: a publisher who has lifted the brake has
  /// decided.
  package func reason(to brake: ChannelRelease, after trials: ReportTrials) -> String? {
    guard brake.limit == nil, !brake.isPaused, brake.rollout > rollout, trials.isValid else {
      return nil
    }
    guard trials.count >= max(1, minimumTrials),
      Double(trials.failed) * Double(ChannelRelease.fullRollout)
        >= Double(failures) * Double(trials.count)
    else { return nil }
    return "\(trials.failed) of \(trials.count) trials failed in \(hours) hours"
  }
}

/// The numbers of trials of a release in a period.
package struct ReportTrials: Sendable, Equatable {
  package internal(set) var confirmed: Int64
  package internal(set) var failed: Int64

  package init(confirmed: Int64 = 0, failed: Int64 = 0) {
    self.confirmed = confirmed
    self.failed = failed
  }

  /// The number of trials.
  package var count: Int64 { confirmed.addingReportingOverflow(failed).partialValue }

  /// Whether the numbers have a sum.
  var isValid: Bool {
    confirmed >= 0 && failed >= 0 && !confirmed.addingReportingOverflow(failed).overflow
  }
}
