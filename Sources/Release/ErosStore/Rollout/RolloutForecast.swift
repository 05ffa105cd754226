package import ErosTrust

/// Many simulated rollouts with one plan in one fleet.
package struct RolloutForecast: Sendable {
  /// The share of devices with the release: the median, and the middle 80% of rollouts.
  package struct Point: Sendable, Equatable {
    /// Since publication.
    package let hour: Int
    package let low: Double
    package let median: Double
    package let high: Double
  }

  let rollouts: [RolloutSimulation]
  private let devices: Int

  /// Simulates `count` rollouts, at least one.
  ///
  /// The same seed gives the same results.
  package init(
    _ plan: RolloutPlan, _ fleet: SimulatedFleet, rule: RolloutSimulation.Rule, count: Int,
    seed: UInt64
  ) {
    devices = fleet.devices
    rollouts = (0..<count).map { index in
      RolloutSimulation(plan, fleet, rule: rule, seed: Self.seed(index, of: seed))
    }
  }

  private static func seed(_ index: Int, of seed: UInt64) -> UInt64 {
    var random = SimulationGenerator(seed: seed &+ UInt64(index) &* 0x9E37_79B9)
    return random.next()
  }

  /// Returns the share of rollouts with an outcome, from 0 to 1.
  package func share(_ outcome: RolloutSimulation.Outcome) -> Double {
    Double(rollouts.count { $0.outcome == outcome }) / Double(rollouts.count)
  }

  /// Returns the share of devices with the release at the end, at this quantile of rollouts.
  package func reach(_ quantile: Double) -> Double {
    Self.quantile(quantile, of: rollouts.map { Double($0.installed) / Double(devices) }) ?? 0
  }

  /// Returns the median time in milliseconds, or `nil` if no rollout ended like this.
  package func time(until outcome: RolloutSimulation.Outcome) -> Int64? {
    let times = rollouts.filter { $0.outcome == outcome }.map { Double($0.time) }
    return Self.quantile(0.5, of: times).map { Int64($0) }
  }

  /// Returns the share of rollouts that reached a step, and the median of its start.
  package func reached(step: Int) -> (share: Double, time: Int64?) {
    let starts = rollouts.filter { $0.starts.count > step }.map { Double($0.starts[step]) }
    return (
      Double(starts.count) / Double(rollouts.count),
      Self.quantile(0.5, of: starts).map { Int64($0) }
    )
  }

  /// Returns the share of rollouts that ended at a step with an outcome, from 0 to 1.
  package func share(_ outcome: RolloutSimulation.Outcome, at step: Int) -> Double {
    Double(rollouts.count { $0.outcome == outcome && $0.step == step }) / Double(rollouts.count)
  }

  /// Returns at most `count` points in time.
  package func points(_ count: Int) -> [Point] {
    let hours = rollouts.map(\.hourly.count).max() ?? 0
    let stride = max(1, (hours + count - 1) / count)
    return Swift.stride(from: 0, to: hours, by: stride).map { hour in
      let shares = rollouts.map { rollout in
        // Once a rollout has ended, its share stays.
        (hour < rollout.hourly.count ? Double(rollout.hourly[hour]) : Double(rollout.installed))
          / Double(devices)
      }
      let sorted = shares.sorted()
      return Point(
        hour: hour, low: Self.quantile(0.1, of: sorted) ?? 0,
        median: Self.quantile(0.5, of: sorted) ?? 0, high: Self.quantile(0.9, of: sorted) ?? 0)
    }
  }

  /// Returns `nil` if there are no values.
  private static func quantile(_ share: Double, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[min(Int(share * Double(values.count)), values.count - 1)]
  }
}
