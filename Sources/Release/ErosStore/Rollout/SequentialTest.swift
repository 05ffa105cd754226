import ErosFiles

/// Tests if a release fails more often than the previous one.
///
/// This is the sequential probability ratio test by Wald. ``evidence(of:)`` weighs two guesses
/// against each other: that the release fails like the previous one, or a multiple of that. Only
/// the numbers of trials matter, so a server keeps no state, and looking often does not cause more
/// false stops.
///
/// A release as healthy as the previous one is stopped with a probability of at most 1%:
/// ``falseStopShare`` for the test, and as much again if the rate of the previous release was
/// estimated too low.
struct SequentialTest: Sendable {
  /// The share of good releases that the test may stop.
  static let falseStopShare = 0.005
  /// A release with this evidence is failing.
  static let threshold = -log(falseStopShare)
  /// The trials the previous release needs as a baseline.
  static let minimumTrials: Int64 = 100
  /// The expected failures if there is no baseline.
  ///
  /// ``BrakePolicy/failures`` is twice that by default.
  static let defaultShare = 0.05
  /// ``expected`` is never lower: below it, devices and hours differ more than releases do.
  static let minimumShare = 0.01
  private static let maximumShare = 0.95
  /// The quantile of the normal distribution for ``falseStopShare``.
  private static let quantile = 2.576

  /// The highest failure rate that fits the previous release.
  let expected: Double
  /// The failure rate at which to stop.
  let failing: Double

  /// - Parameters:
  ///   - baseline: Trials of the previous release.
  ///   - stopFactor: See ``RolloutPlan/stopFactor``.
  init(baseline: ReportTrials, stopFactor: Int) {
    let share =
      baseline.isValid && baseline.count >= Self.minimumTrials
      ? Self.upperBound(of: baseline) : Self.defaultShare
    let factor = Double(stopFactor) / 100
    expected = min(max(share, Self.minimumShare), Self.maximumShare / factor)
    failing = expected * factor
  }

  /// Returns the upper bound of the failure rate, by the Wilson score interval.
  private static func upperBound(of trials: ReportTrials) -> Double {
    let (count, share) = (
      Double(trials.count), Double(trials.failed) / Double(trials.count)
    )
    let square = quantile * quantile / count
    let spread = (share * (1 - share) / count + square / (4 * count)).squareRoot()
    return (share + square / 2 + quantile * spread) / (1 + square)
  }

  /// The log-likelihood ratio between ``failing`` and ``expected``.
  ///
  /// Failed trials raise it, confirmed trials lower it.
  func evidence(of trials: ReportTrials) -> Double {
    guard trials.isValid else { return 0 }
    return Double(trials.failed) * log(failing / expected)
      + Double(trials.confirmed) * log((1 - failing) / (1 - expected))
  }
}
