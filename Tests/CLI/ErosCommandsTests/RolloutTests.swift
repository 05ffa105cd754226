import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Rollouts on the command line")
struct RolloutTests {
  @Test(
    "rollouts are shares in steps of 0.01 %",
    arguments: [
      ("0%", 0), ("5%", 500), ("2.5%", 250), ("0.25%", 25), ("07%", 700), ("100%", 10_000),
      ("100.00%", 10_000),
    ])
  func valid(argument: String, hundredths: Int) {
    #expect(Rollout(argument: argument)?.value == hundredths)
  }

  @Test(
    "rollouts are refused without a percent sign, above 100 %, and with more digits",
    arguments: [
      "", "%", "5", "5 %", "-1%", "+5%", ".5%", "5.%", "1.234%", "1.2.3%", "100.01%", "101%",
      "0005%", "five%", "５%", "testers",
    ])
  func invalid(argument: String) {
    #expect(Rollout(argument: argument) == nil)
  }

  @Test("a release is for a share of devices, or for the testers")
  func audience() throws {
    let share = try #require(ReleaseAudience(argument: "2.5%"))
    #expect(share.value == 250 && !share.isForTesters && share.description == "2.50%")
    let testers = try #require(ReleaseAudience(argument: "testers"))
    #expect(testers.value == 0 && testers.isForTesters && testers.description == "testers")
    for argument in ["", "5", "Testers", "101%"] {
      #expect(ReleaseAudience(argument: argument) == nil, "\(argument)")
    }
  }
}

@Suite("Rollout plans on the command line")
struct PlanStepsTests {
  @Test(
    "steps have a share, a time and trials",
    arguments: [
      ("1%:2h:200,5%:6h,25%,100%", "1%:2h:200,5%:6h,25%,100%"), ("100%", "100%"),
      ("0.05%:90m,2.5%:24h:0,50%", "0.05%:90m,2.50%:1d,50%"), ("1%:0m:50,100%", "1%:0m:50,100%"),
    ])
  func valid(argument: String, description: String) throws {
    let steps = try #require(PlanSteps(argument: argument))
    #expect("\(steps)" == description)
    #expect(PlanSteps(argument: description)?.plan == steps.plan)
  }

  @Test(
    "steps that do not rise, a last step with conditions and other text are refused",
    arguments: [
      "", ",", "1%,", "5%,1%", "5%,5%", "0%,100%", "101%", "1%:2h", "1%:2h,100%:0m:1", "1%:2,100%",
      "1%:-2h,100%", "1%:2h:-1,100%", "1%:2h:x,100%", "1%:2h:1:1,100%", "1%::1,100%", "1%:2h:,100%",
      "1%:99999999999h,100%", "1%:1h:99999999999,100%",
      (1...17).map { "\($0)%" }.joined(separator: ","),
    ])
  func invalid(argument: String) { #expect(PlanSteps(argument: argument) == nil) }

  @Test(
    "the first invalid step is found, with the reason",
    arguments: [
      ("", 1, "'' is not a share of devices"), ("0%,100%", 1, "its share must be above 0%"),
      ("5%,1%", 2, "its share must be above 5%"), ("1%,5%,5%,100%", 3, "must be above 5%"),
      ("1%:2h", 1, "the last step has only a share"), ("1%:2h,100%:0m:1", 2, "only a share"),
      ("1%,2%:2,100%", 2, "the time '2' must be like 30m"),
      ("1%:367d,100%", 1, "the time '367d' must be"), ("1%,", 2, "'' is not a share"),
      ("1%,101%", 2, "'101%' is not a share"), ("100%:1h,100%", 2, "must be above 100%"),
      ("1%:2h:x,100%", 1, "'x' is not a number of trials"),
      ("1%:2h:1:1,100%", 1, "it has more than a share, a time and a number of trials"),
      ((1...17).map { "\($0)%" }.joined(separator: ","), 17, "a plan has at most 16 steps"),
    ])
  func invalidStep(argument: String, step: Int, reason: String) throws {
    let problem = try #require(PlanSteps.problem(in: argument))
    #expect(problem.step == step)
    #expect(problem.reason.contains(reason))
  }

  @Test(
    "a stop factor is a multiple from 1.1x to 100x",
    arguments: [("2x", 200), ("1.5x", 150), ("1.1x", 110), ("100x", 10_000), ("2.25x", 225)])
  func factor(argument: String, hundredths: Int) {
    #expect(StopFactor(argument: argument)?.hundredths == hundredths)
  }

  @Test("other factors are refused", arguments: ["", "x", "2", "1x", "1.09x", "101x", "-2x", "2%"])
  func invalidFactor(argument: String) { #expect(StopFactor(argument: argument) == nil) }
}
