/// Simulated devices and their reports.
package struct SimulatedFleet: Sendable {
  /// The contents of forged reports.
  package enum Forgery: String, CaseIterable, Sendable {
    /// About every release, half of them say that a trial failed.
    case mixed
    /// About every release, all of them say that a trial failed.
    case failed
    /// About every release, all of them say that a trial was confirmed.
    case confirmed
    /// Like ``failed``, but only about the new release, to stop it.
    case attack
    /// Like ``confirmed``, but only about the new release, to hide its failures.
    case cover

    /// The share of forged reports that claim a failure.
    var failed: Double {
      switch self {
      case .mixed: 0.5
      case .failed, .attack: 1
      case .confirmed, .cover: 0
      }
    }

    /// `true` if reports about the previous release are forged as well.
    var affectsBaseline: Bool { self != .attack && self != .cover }
  }

  package var devices = 100_000
  /// The failure rate of the new release.
  package var failures = 0.05
  /// The failure rate of the previous release.
  package var baseline = 0.01
  /// Average milliseconds between two update checks.
  package var checkTime: Int64 = 6 * 3_600_000
  /// Average milliseconds from installation to report.
  package var reportTime: Int64 = 6 * 3_600_000
  /// The share of reports that get lost.
  package var lost = 0.2
  /// The share of reports that are forged.
  package var forged = 0.05
  package var forgery = Forgery.mixed

  package init() {}

  /// Simulates reports about the previous release, which every device has tried.
  func baselineTrials(using random: inout SimulationGenerator) -> ReportTrials {
    let failed = random.binomial(devices, baseline)
    var trials = ReportTrials(
      confirmed: Int64(random.binomial(devices - failed, 1 - lost)),
      failed: Int64(random.binomial(failed, 1 - lost)))
    if forgery.affectsBaseline { forge(for: Int(trials.count), in: &trials, using: &random) }
    return trials
  }

  /// Adds forged reports next to `count` real ones.
  func forge(
    for count: Int, in trials: inout ReportTrials, using random: inout SimulationGenerator
  ) {
    // Each real report comes with forged / (1 - forged) others. Less than half may be forged.
    let all = random.binomial(count, forged / (1 - forged))
    let failed = random.binomial(all, forgery.failed)
    trials.failed += Int64(failed)
    trials.confirmed += Int64(all - failed)
  }
}
