/// The devices of a simulated rollout, and the reports that they send.
package struct SimulatedFleet: Sendable {
  /// The contents of forged reports.
  package enum Forgery: String, CaseIterable, Sendable {
    /// Half of the reports about every release say that the trial failed.
    case mixed
    /// All reports about every release say that the trial failed.
    case failed
    /// All reports about every release say that the trial was confirmed.
    case confirmed
    /// As ``failed``, but only about the new release: somebody wants to stop it.
    case attack
    /// As ``confirmed``, but only about the new release: somebody hides its failures.
    case cover

    /// The share of forged reports that say that the trial failed.
    var failed: Double {
      switch self {
      case .mixed: 0.5
      case .failed, .attack: 1
      case .confirmed, .cover: 0
      }
    }

    /// Whether reports about the release before are also forged.
    var affectsBaseline: Bool { self != .attack && self != .cover }
  }

  /// The number of devices.
  package var devices = 100_000
  /// The share of failed trials of the new release.
  package var failures = 0.05
  /// The share of failed trials of the release before.
  package var baseline = 0.01
  /// The mean time between two update checks of a device, in milliseconds.
  package var checkTime: Int64 = 6 * 3_600_000
  /// The mean time from the installation to the report about the trial, in milliseconds.
  package var reportTime: Int64 = 6 * 3_600_000
  /// The share of reports that are lost.
  package var lost = 0.2
  /// The share of forged reports in all reports.
  package var forged = 0.05
  /// The contents of forged reports.
  package var forgery = Forgery.mixed

  package init() {}

  /// Returns the reports about the release before, which all devices have tried.
  func baselineTrials(using random: inout SimulationGenerator) -> ReportTrials {
    let failed = random.binomial(devices, baseline)
    var trials = ReportTrials(
      confirmed: Int64(random.binomial(devices - failed, 1 - lost)),
      failed: Int64(random.binomial(failed, 1 - lost)))
    if forgery.affectsBaseline { forge(for: Int(trials.count), in: &trials, using: &random) }
    return trials
  }

  /// Adds the forged reports that belong to a number of real ones.
  func forge(
    for count: Int, in trials: inout ReportTrials, using random: inout SimulationGenerator
  ) {
    // One real report comes with forged / (1 - forged) others; the share is less than one half.
    let all = random.binomial(count, forged / (1 - forged))
    let failed = random.binomial(all, forgery.failed)
    trials.failed += Int64(failed)
    trials.confirmed += Int64(all - failed)
  }
}
