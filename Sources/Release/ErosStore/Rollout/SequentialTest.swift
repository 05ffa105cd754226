import ErosFiles

/// A test of whether more trials of a release fail than of the release before.
///
/// It is the sequential probability ratio test of Wald: ``evidence(of:)`` compares the failures that
/// the release before predicts with a multiple of them. It depends only on the numbers of trials, so
/// the server needs no state, and evaluating it often does not raise the rate of false stops.
///
/// A release that fails like the release before is stopped with a probability of at most 1 %:
/// ``falseStopShare`` for the test, and the same for an estimate of the release before that is too
/// low.
struct SequentialTest: Sendable {
  /// The maximum share of good releases that the test stops.
  static let falseStopShare = 0.005
  /// The evidence at which a release is failing.
  static let threshold = -log(falseStopShare)
  /// The trials of the release before that are needed to compare with them.
  static let minimumTrials: Int64 = 100
  /// The expected share of failed trials without enough trials of the release before.
  ///
  /// Twice this share is the default of ``BrakePolicy/failures``.
  static let defaultShare = 0.05
  /// The minimum of ``expected``.
  ///
  /// Below it, the share varies more between devices and hours than between releases.
  static let minimumShare = 0.01
  /// The maximum of ``failing``.
  private static let maximumShare = 0.95
  /// The quantile of the normal distribution for ``falseStopShare``.
  private static let quantile = 2.576

  /// The highest share of failed trials that agrees with the release before.
  let expected: Double
  /// The share of failed trials at which a release should be stopped.
  let failing: Double

  /// - Parameters:
  ///   - baseline: The trials of the release before.
  ///   - stopFactor: ``RolloutPlan/stopFactor``.
  init(baseline: ReportTrials, stopFactor: Int) {
    let share =
      baseline.isValid && baseline.count >= Self.minimumTrials
      ? Self.upperBound(of: baseline) : Self.defaultShare
    let factor = Double(stopFactor) / 100
    expected = min(max(share, Self.minimumShare), Self.maximumShare / factor)
    failing = expected * factor
  }

  /// Returns the upper bound of the share of failed trials, by Wilson's score interval.
  private static func upperBound(of trials: ReportTrials) -> Double {
    let (count, share) = (
      Double(trials.count), Double(trials.failed) / Double(trials.count)
    )
    let square = quantile * quantile / count
    let spread = (share * (1 - share) / count + square / (4 * count)).squareRoot()
    return (share + square / 2 + quantile * spread) / (1 + square)
  }

  /// Returns the logarithm of the likelihood ratio of ``failing`` to ``expected``.
  ///
  /// Each failed trial raises it, each confirmed trial lowers it.
  func evidence(of trials: ReportTrials) -> Double {
    guard trials.isValid else { return 0 }
    return Double(trials.failed) * log(failing / expected)
      + Double(trials.confirmed) * log((1 - failing) / (1 - expected))
  }
}
