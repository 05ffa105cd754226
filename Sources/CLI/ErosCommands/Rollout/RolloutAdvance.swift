import ArgumentParser
import ErosPublish
import ErosStore
import ErosTrust

struct RolloutAdvance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance",
    abstract: "Begin the next step of a release's plan with the key of the brake",
    discussion: """
      For monitoring without a key of the channel: the keys of the brake and online are enough, and they \
      cannot go beyond the signed plan. Without `eros-server`, pass the reported trials of the release, and \
      of the release before:

        $ eros rollout advance 12 --trials 412 --failed 4 --baseline-trials 52000 --baseline-failed 480 \
      --store store --channel my-app/production --keys keys

      Exits with 1 and changes nothing if the next step does not begin. With --json, the code of the error \
      says what to do. 'publish.notAdvanced': run it again later. 'publish.planStopped': too many trials \
      fail, or the release is paused or limited; stop it, or set its rollout yourself. \
      'publish.planCompleted': nothing is left to do.
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @Option(help: "The number of reported trials of the release since its publication.")
  var trials: Int64

  @Option(help: "The number of trials of the release that failed.")
  var failed: Int64

  @Option(help: "The number of reported trials of the release before.")
  var baselineTrials: Int64 = 0

  @Option(help: "The number of trials of the release before that failed.")
  var baselineFailed: Int64 = 0

  @OptionGroup var options: ReleaseEditorOptions

  func validate() throws {
    let valid = 0...RolloutPlan.maximumTrials
    guard valid.contains(trials), valid.contains(baselineTrials) else {
      throw ValidationError("the numbers of trials must be from 0 to \(RolloutPlan.maximumTrials)")
    }
    guard (0...trials).contains(failed), (0...baselineTrials).contains(baselineFailed) else {
      throw ValidationError(
        "the numbers of failed trials must be from 0 to the numbers of trials; --trials includes failed trials"
      )
    }
  }

  func run() throws {
    let trials = ReportTrials(confirmed: trials - failed, failed: failed)
    let baseline = ReportTrials(
      confirmed: baselineTrials - baselineFailed, failed: baselineFailed)
    let (access, channel) = try options.access()
    let change = try access.edit {
      try await $0.releases.advance(number, in: channel, after: trials, baseline: baseline)
    }
    try BrakeChangeReport(
      channel: "\(channel)", release: ReleaseSummary(change.release), changed: change.isChanged,
      dryRun: access.isDryRun
    ).print(as: access.output)
  }
}
