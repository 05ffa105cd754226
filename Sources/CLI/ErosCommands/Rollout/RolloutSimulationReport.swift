import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

struct RolloutSimulationReport: Report {
  /// The forecast for one release under one rule.
  struct Row: Encodable {
    /// The share of trials that fail.
    let failures: Double
    /// `plan` or `threshold`.
    let rule: String
    /// Shares of rollouts: stopped, still waiting, and completed.
    let stopped: Double
    let waiting: Double
    let completed: Double
    /// The share of devices that have the release at the end: the median and the 90th percentile.
    let devicesAtEnd: Double
    let devicesAtEndHigh: Double
    /// Median seconds until the rollout stops, and until all devices have the release.
    let secondsUntilStop: Int64?
    let secondsUntilCompletion: Int64?
  }

  /// The forecast for the failing release in a step.
  struct Step: Encodable {
    let rollout: String
    /// Shares of rollouts that reach the step, stop in it, and wait in it.
    let reached: Double
    let stopped: Double
    let waiting: Double
    /// Median seconds until the step begins.
    let secondsUntilStart: Int64?
  }

  let devices: Int
  let runs: Int
  let seed: UInt64
  let plan: String
  let stopAt: String
  let threshold: String
  let releases: [Row]
  let steps: [Step]

  private let forecasts: [RolloutForecast]

  private enum CodingKeys: String, CodingKey {
    case devices, runs, seed, plan, stopAt, threshold, releases, steps
  }

  init(_ plan: RolloutPlan, _ fleet: SimulatedFleet, runs: Int, seed: UInt64) {
    let policy = BrakePolicy()
    var good = fleet
    good.failures = fleet.baseline
    let cases: [(SimulatedFleet, String, RolloutSimulation.Rule)] = [
      (fleet, "plan", .plan), (fleet, "threshold", .threshold(policy)),
      (good, "plan", .plan), (good, "threshold", .threshold(policy)),
    ]
    forecasts = cases.map { RolloutForecast(plan, $0.0, rule: $0.2, count: runs, seed: seed) }
    releases = zip(cases, forecasts).map { Row(failures: $0.0.failures, rule: $0.1, $1) }
    let failing = forecasts[0]
    steps = plan.steps.indices.map { Step(plan.steps[$0].rollout, at: $0, failing) }
    devices = fleet.devices
    self.runs = runs
    self.seed = seed
    self.plan = "\(PlanSteps(plan))"
    stopAt = "\(StopFactor(plan.stopFactor))"
    threshold =
      "\(ChannelRelease.percent(policy.failures)) of \(policy.minimumTrials) trials in \(policy.hours) h"
  }

  /// The plan's forecasts for the failing release, and for one as healthy as the previous one.
  var planForecasts: (failing: RolloutForecast, good: RolloutForecast) {
    (forecasts[0], forecasts[2])
  }

  func text(_ style: TextStyle) -> String {
    var results = TextTable(numbers: [2, 3, 4, 5, 6, 7])
    results.add([
      "trials that fail", "rule", "stopped", "waiting", "completed", "devices at the end",
      "90th percentile", "time until the stop",
    ])
    for row in releases {
      results.add([
        Self.percent(row.failures), row.rule == "plan" ? "\(stopAt), sequential" : threshold,
        Self.percent(row.stopped), Self.percent(row.waiting), Self.percent(row.completed),
        Self.percent(row.devicesAtEnd), Self.percent(row.devicesAtEndHigh),
        Self.hours(row.secondsUntilStop),
      ])
    }
    var progress = TextTable(numbers: [0, 1, 2, 3, 4])
    progress.add(["step", "begins after", "reached", "stopped", "waiting"])
    for step in steps {
      progress.add([
        step.rollout, Self.hours(step.secondsUntilStart), Self.percent(step.reached),
        Self.percent(step.stopped), Self.percent(step.waiting),
      ])
    }
    return """
      \(style.bold("plan \(plan)")): \(runs) rollouts in a fleet of \(devices) devices

      \(results.text)

      \(style.bold("steps")) of the release of which \(Self.percent(releases[0].failures)) of the trials fail

      \(progress.text)
      """
  }

  private static func hours(_ seconds: Int64?) -> String {
    seconds.map { "\(Readable.fixed(Double($0) / 3600, 1)) h" } ?? "–"
  }
}

extension RolloutSimulationReport.Row {
  fileprivate init(failures: Double, rule: String, _ forecast: RolloutForecast) {
    self.init(
      failures: failures, rule: rule, stopped: forecast.share(.stopped),
      waiting: forecast.share(.waiting), completed: forecast.share(.completed),
      devicesAtEnd: forecast.reach(0.5), devicesAtEndHigh: forecast.reach(0.9),
      secondsUntilStop: forecast.time(until: .stopped).map { $0 / 1000 },
      secondsUntilCompletion: forecast.time(until: .completed).map { $0 / 1000 })
  }
}

extension RolloutSimulationReport.Step {
  fileprivate init(_ rollout: Int, at index: Int, _ forecast: RolloutForecast) {
    let start = forecast.reached(step: index)
    self.init(
      rollout: ChannelRelease.percent(rollout), reached: start.share,
      stopped: forecast.share(.stopped, at: index), waiting: forecast.share(.waiting, at: index),
      secondsUntilStart: start.time.map { $0 / 1000 })
  }
}
