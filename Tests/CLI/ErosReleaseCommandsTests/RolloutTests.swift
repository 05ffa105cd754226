import Testing

@testable import ErosReleaseCommands

@Suite("Rollouts on the command line")
struct RolloutTests {
  @Test(
    "are shares in steps of 0.01 %",
    arguments: [
      ("0%", 0), ("5%", 500), ("2.5%", 250), ("0.25%", 25), ("07%", 700), ("100%", 10_000),
      ("100.00%", 10_000),
    ])
  func valid(argument: String, hundredths: Int) {
    #expect(Rollout(argument: argument)?.value == hundredths)
  }

  @Test(
    "are refused without a percent sign, above 100 %, and with more digits",
    arguments: [
      "", "%", "5", "5 %", "-1%", "+5%", ".5%", "5.%", "1.234%", "1.2.3%", "100.01%", "101%",
      "0005%", "five%", "５%",
    ])
  func invalid(argument: String) {
    #expect(Rollout(argument: argument) == nil)
  }
}
