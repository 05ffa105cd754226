import ArgumentParser
import ErosCore

struct RolloutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollout",
    abstract: "Simulate a rollout plan, and raise the rollout of a release along its plan",
    discussion: """
      A plan is a list of rising shares of devices, which `eros publish --plan` signs with a release. The \
      simulation shows how early it stops a release that fails, and how long it takes for a good one:

        $ eros rollout simulate --plan 1%:2h:200,5%:6h,25%,100% --devices 100000 --failures 5%

      `eros-server` with the key of the brake follows the plan. `eros release rollout` sets the share of \
      a release without a plan, and ends a plan.
      """,
    subcommands: [RolloutSimulate.self, RolloutAdvance.self])

  /// Returns a plan's first invalid step and the reason, or `nil` if the plan is valid.
  static func problem(inPlan text: String) -> (step: Int, reason: Message)? {
    PlanSteps.problem(in: text).map { ($0.step, $0.reason) }
  }
}
