import ArgumentParser
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct RolloutSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Show what a rollout plan would do for a fleet of devices",
    discussion: """
      Simulates the plan many times, for a release that fails and for a release like the one before, \
      and compares it with a fixed threshold, the default of the brake of `eros-server`:

        $ eros rollout simulate --plan 1%:2h:200,5%:6h,25%,100% --devices 100000 --failures 5%

      A step is SHARE[:TIME[:TRIALS]]: the next step begins after the time, when the devices have \
      reported the number of trials, unless the reports resemble a failing release. With --stop-at 2x, \
      the rollout stops when Wald's sequential test finds that twice as many trials fail as of the \
      release before. A good release is stopped with a probability of at most 1 %.

      --output draws the share of devices that have the release over time, for light and dark screens:

        $ eros rollout simulate --plan 5%:1d,100% --failures 3% --output rollout.svg

      Devices check for updates and report at random times with the given means. Forged reports say \
      that the trial failed, was confirmed, or both (mixed), about both releases; with attack and cover, \
      they say that the new release fails or works. The same --seed gives the same result.
      """)

  @Option(help: "The steps of the plan, such as 1%:2h:200,5%:6h,100%.")
  var plan: PlanSteps

  @Option(
    help: "The multiple of the failures of the release before at which the rollout stops.")
  var stopAt = StopFactor.standard

  @Option(help: "The number of devices.")
  var devices = 100_000

  @Option(help: "The share of trials of the release that fail.")
  var failures = Rollout(500)

  @Option(help: "The share of trials of the release before that fail.")
  var baseline = Rollout(100)

  @Option(help: "The mean time between two update checks of a device, such as 30m, 6h or 1d.")
  var checkTime = TimeSpan(milliseconds: 6 * 3_600_000)

  @Option(help: "The mean time until a device reports a trial.")
  var reportTime = TimeSpan(milliseconds: 6 * 3_600_000)

  @Option(help: "The share of reports that are lost.")
  var lost = Rollout(2000)

  @Option(help: "The share of reports that are forged, less than 50%.")
  var forged = Rollout(500)

  @Option(help: "The contents of forged reports.")
  var forgedAs = SimulatedFleet.Forgery.mixed

  @Option(help: "The number of simulated rollouts.")
  var runs = 200

  @Option(help: "The seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(
    name: .shortAndLong, help: "The SVG file to write.", completion: .file(extensions: ["svg"]))
  var output: OutputPath?

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (1...1_000_000_000).contains(devices) else {
      throw ValidationError("--devices must be from 1 to 1000000000")
    }
    guard (1...1000).contains(runs) else {
      throw ValidationError("--runs must be from 1 to 1000")
    }
    guard forged.value < 5000 else { throw ValidationError("--forged must be less than 50%") }
    guard lost.value < 10_000 else { throw ValidationError("--lost must be less than 100%") }
  }

  func run() throws {
    let report = RolloutSimulationReport(plan.plan(stopAt: stopAt), fleet, runs: runs, seed: seed)
    if let output {
      try writeWholeFile(Array(report.picture().utf8), to: output.string)
    }
    try report.print(as: options)
    noteSmallSteps()
  }

  /// Notes steps that need more trials than they have devices.
  private func noteSmallSteps() {
    for step in plan.plan.steps {
      let count = Int64(devices) * Int64(step.rollout) / Int64(ChannelRelease.fullRollout)
      guard count < step.trials else { continue }
      options.note(
        "the plan waits: \(Rollout(step.rollout)) of \(devices) devices cannot report \(step.trials) trials"
      )
    }
  }

  private var fleet: SimulatedFleet {
    var fleet = SimulatedFleet()
    fleet.devices = devices
    fleet.failures = failures.share
    fleet.baseline = baseline.share
    fleet.checkTime = checkTime.milliseconds
    fleet.reportTime = reportTime.milliseconds
    fleet.lost = lost.share
    fleet.forged = forged.share
    fleet.forgery = forgedAs
    return fleet
  }
}

extension SimulatedFleet.Forgery: ExpressibleByArgument {}

extension Rollout {
  /// From 0 to 1.
  fileprivate var share: Double { Double(value) / Double(ChannelRelease.fullRollout) }
}
