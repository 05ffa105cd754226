import ErosFiles
import ErosTrust

package struct RolloutSimulation: Sendable {
  /// The rule that stops the release.
  package enum Rule: Sendable {
    /// The test of the plan.
    case plan
    /// A share of failed trials in a period. The plan raises its steps without its test.
    case threshold(BrakePolicy)
  }

  package enum Outcome: String, CaseIterable, Sendable {
    case stopped
    /// The conditions of a step are not met, and no more reports will come.
    case waiting
    case completed
  }

  /// In milliseconds.
  private static let tick: Int64 = 15 * 60_000
  private static let ticksPerHour = 4
  /// In milliseconds.
  private static let maximumTime: Int64 = 90 * 86_400_000
  /// A rollout counts as complete at this share, because some devices rarely check for updates.
  private static let completion = 0.99

  private(set) var outcome = Outcome.waiting
  /// Index of the last step.
  private(set) var step = 0
  /// Devices with the release at the end.
  private(set) var installed = 0
  /// Milliseconds until the end.
  private(set) var time: Int64 = 0
  /// When each step began, in milliseconds.
  private(set) var starts: [Int64] = [0]
  /// Devices with the release at the end of each hour.
  private(set) var hourly: [Int32] = []

  private let plan: RolloutPlan
  private let fleet: SimulatedFleet
  private let rule: Rule
  private let installChance: Double
  private let reportChance: Double
  private let baseline: ReportTrials
  private var random: SimulationGenerator
  /// Trials that devices have not reported yet.
  private var pending = (confirmed: 0, failed: 0)
  private var trials = ReportTrials()
  /// ``trials`` after each tick.
  private var history: [ReportTrials] = []

  /// The same seed gives the same result.
  init(_ plan: RolloutPlan, _ fleet: SimulatedFleet, rule: Rule, seed: UInt64) {
    self.plan = plan
    self.fleet = fleet
    self.rule = rule
    installChance = Self.chance(fleet.checkTime)
    reportChance = Self.chance(fleet.reportTime)
    random = SimulationGenerator(seed: seed)
    baseline = fleet.baselineTrials(using: &random)
    while time < Self.maximumTime, !advance() {}
    history = []
  }

  /// Returns the chance that something happens in a tick if it takes `mean` milliseconds on
  /// average.
  private static func chance(_ mean: Int64) -> Double {
    mean <= tick ? 1 : 1 - exp(-Double(tick) / Double(mean))
  }

  /// Simulates one tick, and returns `true` when the rollout has ended.
  private mutating func advance() -> Bool {
    time += Self.tick
    let share = plan.steps[step].rollout
    let remaining = fleet.devices * share / ChannelRelease.fullRollout - installed
    install(random.binomial(remaining, installChance))
    report()
    if history.count % Self.ticksPerHour == 0 { hourly.append(Int32(installed)) }
    switch decision() {
    case .stop: outcome = .stopped
    case .raise:
      step += 1
      starts.append(time)
      return false
    case .completed where Double(installed) >= Self.completion * Double(fleet.devices):
      outcome = .completed
    case .waitForTrials, .waitForEvidence:
      // No more reports will come.
      return remaining <= 0 && pending == (0, 0)
    case .completed, .waitForTime: return false
    }
    return true
  }

  private mutating func install(_ count: Int) {
    installed += count
    let failed = random.binomial(count, fleet.failures)
    pending.failed += random.binomial(failed, 1 - fleet.lost)
    pending.confirmed += random.binomial(count - failed, 1 - fleet.lost)
  }

  private mutating func report() {
    let failed = random.binomial(pending.failed, reportChance)
    let confirmed = random.binomial(pending.confirmed, reportChance)
    pending.failed -= failed
    pending.confirmed -= confirmed
    trials.failed += Int64(failed)
    trials.confirmed += Int64(confirmed)
    fleet.forge(for: failed + confirmed, in: &trials, using: &random)
    history.append(trials)
  }

  private func decision() -> RolloutDecision {
    let progress = RolloutProgress(
      step: step, time: time - (starts.last ?? 0), trials: trials, baseline: baseline)
    guard case .threshold(let policy) = rule else { return plan.decision(at: progress) }
    let start = history.count - 1 - Int(policy.hours) * Self.ticksPerHour
    var period = trials
    if start >= 0 {
      period.confirmed -= history[start].confirmed
      period.failed -= history[start].failed
    }
    return policy.isExceeded(by: period) ? .stop : plan.decisionWithoutTest(at: progress)
  }
}
