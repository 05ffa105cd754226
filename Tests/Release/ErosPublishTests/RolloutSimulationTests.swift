import ErosPublish
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("The test of a rollout plan")
struct SequentialTestTests {
  private static let before = ReportTrials(confirmed: 9_900, failed: 100)

  private func evidence(_ failed: Int64, of count: Int64, _ before: ReportTrials = before) -> Double
  {
    SequentialTest(baseline: before, stopFactor: 200)
      .evidence(of: .init(confirmed: count - failed, failed: failed))
  }

  @Test("failures raise the evidence, confirmations lower it, and their order does not matter")
  func evidence() {
    #expect(evidence(0, of: 0) == 0)
    #expect(evidence(1, of: 1) > 0 && evidence(0, of: 1) < 0)
    #expect(evidence(25, of: 500) > SequentialTest.threshold)
    #expect(evidence(5, of: 500) < 0)
    // Damaged numbers are no evidence.
    #expect(evidence(-1, of: 500) == 0 && evidence(.max, of: 0) == 0)
  }

  @Test("the expected share is above that of the previous release, and has limits")
  func expected() {
    func share(_ failed: Int64, of count: Int64) -> Double {
      let before = ReportTrials(confirmed: count - failed, failed: failed)
      return SequentialTest(baseline: before, stopFactor: 200).expected
    }
    #expect((0.01...0.014).contains(share(100, of: 10_000)))
    #expect(share(1, of: 99) == SequentialTest.defaultShare)
    #expect(share(0, of: 1_000_000) == SequentialTest.minimumShare)
    // Few trials leave a wide range.
    #expect(share(2, of: 200) > 0.03)
    let all = SequentialTest(
      baseline: .init(confirmed: 0, failed: 1000), stopFactor: RolloutPlan.stopFactors.upperBound)
    #expect(all.failing < 1 && all.evidence(of: .init(confirmed: 0, failed: 10)).isFinite)
  }

  @Test("evidence for a failing release holds the rollout")
  func doubt() throws {
    let plan = try #require(RolloutPlan([.init(rollout: 100), .init(rollout: 10_000)]))
    let decisions = (5...40).map { failed in
      plan.decision(
        at: .init(trials: .init(confirmed: 500 - failed, failed: failed), baseline: Self.before))
    }
    let changes = zip(decisions, decisions.dropFirst()).filter { $0 != $1 }
    #expect(decisions.first == .raise && decisions.last == .stop)
    #expect(changes.map { $0.1 } == [.waitForEvidence, .stop])
  }
}

/// `EROS_SIMULATED_FLEETS` sets the number of fleets, and has the results printed.
///
/// See `Tests/Slow/run simulated-fleets`.
@Suite("Simulated rollouts", .timeLimit(.minutes(30)))
struct RolloutSimulationTests {
  private static let fleetCount =
    ProcessInfo.processInfo.environment["EROS_SIMULATED_FLEETS"].flatMap(Int.init)

  /// The results of a rule in all fleets.
  private struct Results {
    var count = 0
    var stopped = 0
    var completed = 0
    var shares: [Double] = []

    mutating func add(_ rollout: RolloutSimulation, devices: Int) {
      count += 1
      stopped += rollout.outcome == .stopped ? 1 : 0
      completed += rollout.outcome == .completed ? 1 : 0
      shares.append(Double(rollout.installed) / Double(devices))
    }

    var median: Double { shares.sorted()[shares.count / 2] }

    var text: String {
      func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }
      return """
        stopped \(percent(Double(stopped) / Double(count))), completed \
        \(percent(Double(completed) / Double(count))), devices at the end \(percent(median)) (median)
        """
    }
  }

  private static func plan() throws -> RolloutPlan {
    try #require(
      RolloutPlan([
        .init(rollout: 100, time: 2 * 3_600_000, trials: 200),
        .init(rollout: 500, time: 6 * 3_600_000), .init(rollout: 2500), .init(rollout: 10_000),
      ]))
  }

  /// Simulates a release in fleets of 10³ to 10⁶ devices.
  private func simulate(
    failures: Double, _ forgery: SimulatedFleet.Forgery, rule: RolloutSimulation.Rule, count: Int
  ) throws -> Results {
    let plan = try Self.plan()
    var generator = SeededGenerator(seed: 7)
    var results = Results()
    for seed in 1...UInt64(count) {
      var fleet = SimulatedFleet()
      fleet.devices = Int(pow(10, Double.random(in: 3...6, using: &generator)))
      fleet.failures = failures
      fleet.forgery = forgery
      results.add(
        RolloutSimulation(plan, fleet, rule: rule, seed: seed), devices: fleet.devices)
    }
    return results
  }

  @Test(
    "good releases are not stopped, and failing ones reach few devices",
    arguments: SimulatedFleet.Forgery.allCases)
  func fleets(forgery: SimulatedFleet.Forgery) throws {
    let count = Self.fleetCount ?? 40
    var strict = BrakePolicy()
    strict.failures = 200
    for (name, rule) in [
      ("plan", .plan), ("10 % of 100", .threshold(BrakePolicy())),
      ("2 % of 100", .threshold(strict)),
    ] as [(String, RolloutSimulation.Rule)] {
      let good = try simulate(failures: 0.01, forgery, rule: rule, count: count)
      let failing = try simulate(failures: 0.05, forgery, rule: rule, count: count)
      if Self.fleetCount != nil {
        print("forged: \(forgery.rawValue), rule: \(name)")
        print("  1 % of the trials fail: \(good.text)")
        print("  5 % of the trials fail: \(failing.text)")
      }
      guard case .plan = rule else { continue }
      // Forged reports about one release can stop it.
      if forgery != .attack { #expect(good.stopped * 100 <= count) }
      #expect(failing.median < 0.02)
    }
  }

  @Test("the same seed gives the same rollout, and a small fleet waits for its trials")
  func seeds() throws {
    var fleet = SimulatedFleet()
    fleet.devices = 5_000
    let rollouts = try [1, 1, 2].map { seed in
      RolloutSimulation(try Self.plan(), fleet, rule: .plan, seed: UInt64(seed))
    }
    #expect(rollouts[0].hourly == rollouts[1].hourly && rollouts[0].hourly != rollouts[2].hourly)
    #expect(rollouts.allSatisfy { $0.outcome == .waiting && $0.step == 0 && $0.installed <= 50 })
  }

  @Test("a good release completes the plan, and each step lasts its time")
  func completed() throws {
    var fleet = SimulatedFleet()
    fleet.failures = 0.01
    let forecast = RolloutForecast(try Self.plan(), fleet, rule: .plan, count: 20, seed: 1)
    #expect(forecast.share(.completed) >= 0.9)
    #expect(try #require(forecast.reached(step: 2).time) >= 8 * 3_600_000)
    let points = forecast.points(50)
    #expect(
      points.count <= 50 && zip(points, points.dropFirst()).allSatisfy { $0.median <= $1.median })
  }
}
