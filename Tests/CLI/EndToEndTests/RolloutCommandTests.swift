import ErosTestSupport
import Foundation
import Testing

@Suite("Rollout commands", .temporaryFolder)
struct RolloutCommandTests {
  private static let store = ["--store", "store", "--channel", "demo/production", "--keys", "keys"]
  private static let simulation = [
    "rollout", "simulate", "--plan", "5%:1h:50,100%", "--devices", "20000", "--runs", "10",
  ]

  private func run(_ arguments: [String]) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), arguments, in: TemporaryFolder.ofTest().path("."),
      environment: ["COLUMNS": "80"])
  }

  /// Runs a command that must exit with a status, and returns its result.
  @discardableResult
  private func run(
    _ status: Int32, _ arguments: [String], location: SourceLocation = #_sourceLocation
  ) async throws -> ToolResult {
    let result = try await run(arguments)
    #expect(result.status == status, "\(arguments): \(result)", sourceLocation: location)
    return result
  }

  // MARK: - Simulation

  @Test("a simulation is a table, a JSON document and a picture for light and dark screens")
  func simulate() async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try await run(0, Self.simulation + ["--failures", "20%", "--output", "a.svg"])
    #expect(
      text.standardOutput.contains(
        "plan 5%:1h:50,100%: 10 rollouts in a fleet of 20000 devices"))
    #expect(text.standardOutput.contains("2x, sequential") && text.standardError == "")
    let picture = String(decoding: try folder.read("a.svg"), as: UTF8.self)
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("prefers-color-scheme: dark"))
    let document = try await run(0, Self.simulation + ["--failures", "20%", "--json"]).json()
    let releases = try #require(document["releases"] as? [[String: Any]])
    #expect(releases.map { $0["rule"] as? String } == ["plan", "threshold", "plan", "threshold"])
    #expect(releases[0]["stopped"] as? Double == 1 && releases[2]["stopped"] as? Double == 0)
    #expect(try #require(releases[0]["devicesAtEnd"] as? Double) < 0.06)
    #expect((document["steps"] as? [[String: Any]])?.count == 2)
  }

  @Test("a step with fewer devices than trials is noted")
  func smallStep() async throws {
    let arguments = ["rollout", "simulate", "--devices", "1000", "--runs", "1", "--plan"]
    let small = try await run(0, arguments + ["1%:1h:200,20%:1h:200,100%"])
    #expect(
      small.standardError
        == "note: the plan waits: 1% of 1000 devices cannot report 200 trials\n")
  }

  @Test("the same seed gives the same output, another seed another one")
  func seed() async throws {
    var outputs: [String] = []
    for seed in ["1", "1", "2"] {
      let result = try await run(0, Self.simulation + ["--seed", seed, "--json"])
      outputs.append(result.standardOutput)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].replacing("\"seed\" : 1", with: "\"seed\" : 2") != outputs[2])
  }

  @Test(
    "invalid plans and values are explained",
    arguments: [
      (
        ["--plan", "5%,1%"],
        "'5%,1%' is not a rollout plan: step 2 is invalid: its share must be above 5%"
      ),
      (["--plan", "5%:1h:9,100%:1h"], "is not a rollout plan: step 2 is invalid"),
      (["--plan", ""], "--plan"),
      (["--plan", "1%:2x,100%"], "is not a rollout plan: step 1 is invalid"),
      (["--plan", "100%", "--stop-at", "1x"], "'1x' is not a multiple of failures"),
      (["--plan", "100%", "--failures", "5"], "'5' is not a share of trials or reports"),
      (["--plan", "100%", "--forged", "50%"], "--forged must be less than 50%"),
      (["--plan", "100%", "--runs", "1001"], "--runs must be from 1 to 1000"),
      (["--plan", "100%", "--devices", "0"], "--devices must be from 1 to 1000000000"),
    ])
  func invalid(arguments: [String], message: String) async throws {
    let result = try await run(64, ["rollout", "simulate"] + arguments)
    #expect(result.standardError.contains(message), "\(result)")
  }

  // MARK: - Releases

  @Test("a plan is signed with a release, and followed with the keys of a server")
  func advance() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try await run(0, ["pack", "--output", "one", "--timestamp", "1000"])
    try await run(
      0,
      ["store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production"])
    try await run(0, ["keys", "new", "brake", "--output", "keys"])
    let publish =
      ["publish", "one/bundle.zip", "--no-rehearsal"] + Self.store
      + ["--plan", "1%:0m:200,25%,100%", "--stop-at", "1.5x"]
    let refused = try await run(66, publish)
    #expect(refused.standardError.contains("the store does not have a brake"))
    try await run(
      0,
      [
        "store", "brake", "add", "--store", "store", "--brake-key", "keys/brake.key", "--keys",
        "keys",
      ])
    let published = try await run(0, publish)
    #expect(published.standardOutput.contains("1%:0m:200,25%,100%, stop at 1.50x"), "\(published)")
    try await run(64, publish + ["--rollout", "5%"])
    let early = try await run(
      1, ["rollout", "advance", "1", "--trials", "199", "--failed", "0"] + Self.store)
    #expect(
      early.standardError.contains("fewer trials are reported than its step needs: 199 of 200"))
    let waiting = ["rollout", "advance", "1", "--trials", "199", "--failed", "0"] + Self.store
    #expect(try await code(of: waiting) == "publish.notAdvanced")
    // Without numbers, there is no evidence.
    try await run(64, ["rollout", "advance", "1", "--trials", "400"] + Self.store)
    // Only the keys of a server.
    let keys = [
      "--store", "store", "--channel", "demo/production", "--root", "keys/root.json", "--key",
      "keys/brake.key", "--online", "keys/online.key",
    ]
    let arguments = ["rollout", "advance", "1", "--trials", "400", "--failed", "4"] + keys
    let advanced = try await run(0, arguments)
    #expect(advanced.standardOutput == "demo/production release 1: 25%, step 2 of 3\n")
    let shown = try await run(0, ["release", "show", "1", "--json"] + Self.store).json()
    let plan = try #require((shown["release"] as? [String: Any] ?? shown)["plan"] as? [String: Any])
    #expect(plan["step"] as? Int == 2 && plan["stopAt"] as? Double == 1.5)
    let failing = ["rollout", "advance", "1", "--trials", "400", "--failed", "80"] + keys
    #expect(try await code(of: failing) == "publish.planStopped")
    let bad = try await run(1, failing)
    #expect(bad.standardError.contains("more of its trials fail than the plan permits: 80 of 400,"))
    let set = try await run(0, ["release", "rollout", "1", "50%"] + Self.store)
    #expect(set.standardError.contains("does not follow its rollout plan any longer"), "\(set)")
    let ended = try await run(1, arguments)
    #expect(ended.standardError.contains("does not have a rollout plan"))
  }

  /// Returns the code of the error with which a command ends.
  private func code(of arguments: [String]) async throws -> String? {
    let error = try await run(1, arguments + ["--json"]).json()["error"] as? [String: Any]
    return error?["code"] as? String
  }
}
