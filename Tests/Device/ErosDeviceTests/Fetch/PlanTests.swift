import ErosCore
import ErosDevice
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import Testing

@testable import ErosTrust

@Suite("Devices and rollout plans", .phase(.servers), .temporaryFolder)
struct PlanTests {
  /// Returns a release with the steps 1 %, 5 % and 100 %.
  private func release(_ number: Int64 = 1) throws -> ChannelRelease {
    var release = try DecisionModel.release(number, rollout: 100)
    release.plan = RolloutPlan([
      .init(rollout: 100, time: 3_600_000, trials: 200), .init(rollout: 500),
      .init(rollout: 10_000),
    ])
    return release
  }

  private func step(_ number: Int64, _ index: Int) -> Brake.Step {
    Brake.Step(number: number, index: index, time: 1)
  }

  /// Returns the share of devices after a brake is applied to releases.
  private func rollouts(
    _ releases: [ChannelRelease], _ steps: [Brake.Step],
    _ change: (inout Brake, ChannelName) -> Void = { _, _ in }
  ) throws -> [Int] {
    var contents = try DecisionModel.contents(releases)
    var brake = Brake()
    for step in steps { brake.begin(step, in: contents.name) }
    change(&brake, contents.name)
    // Devices read the brake from signed metadata.
    var metadata = TargetsMetadata(version: 1, expires: Timestamp(milliseconds: 0))
    brake.write(to: &metadata)
    contents.apply(try Brake(metadata))
    return contents.releases.map(\.effectiveRollout)
  }

  @Test(
    "a device follows the steps of the signed plan", arguments: [(0, 100), (1, 500), (2, 10_000)])
  func steps(index: Int, rollout: Int) throws {
    let steps = index == 0 ? [] : [step(1, index)]
    #expect(try rollouts([release()], steps) == [rollout])
  }

  @Test("a step beyond the plan, of a release without a plan or of another release has no effect")
  func rejected() throws {
    #expect(try rollouts([release()], [step(1, 3)]) == [100])
    #expect(try rollouts([release()], [step(2, 2)]) == [100])
    #expect(try rollouts([DecisionModel.release(1, rollout: 100)], [step(1, 2)]) == [100])
    #expect(try rollouts([release(2), release(1)], [step(1, 2)]) == [100, 10_000])
  }

  @Test("the limit of the brake lowers every step")
  func limit() throws {
    let rollouts = try rollouts([release()], [step(1, 2)]) { brake, channel in
      brake[channel, 1] = .init(number: 1, rollout: 0, time: 1, reason: nil)
    }
    #expect(rollouts == [0])
  }

  @Test("a plan survives signing, and a rollout set by an older version of eros ends it")
  func signed() throws {
    let release = try release()
    func read(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> ChannelRelease {
      var values = release.values
      change(&values)
      return try ChannelRelease(values: .sorted(values), bundle: release.bundle, deltas: [])
    }
    #expect(try read().plan == release.plan && read().rollout == 100)
    #expect(try read { $0["rollout"] = .integer(2500) }.plan == nil)
    for steps: [(Int64, Int64)] in [
      [], [(500, 0), (100, 0)], [(100, 0), (100, 0)], [(100, 0), (500, 1)], [(100, -1), (500, 0)],
    ] {
      #expect(throws: JSONFieldFailure.self, "\(steps)") {
        try read { values in
          values["plan"] = .sorted([
            "start": .integer(0), "stopAt": .integer(200),
            "steps": .list(
              steps.map { .sorted(["rollout": .integer($0.0), "trials": .integer($0.1)]) }),
          ])
        }
      }
    }
  }

  @Test("a device gets a release when the key of the brake begins the last step")
  func fetch() async throws {
    let store = try await TestStore()
    let key = try SigningKey.generate()
    try store.editor.keys.add(key)
    try await store.editor.roles.addBrake(keys: [key.publicKey])
    try await store.publish(1) {
      // A share of 0.01 % does not include the device.
      $0.options.plan = RolloutPlan([.init(rollout: 1), .init(rollout: 10_000)])
    }
    let device = try store.device(over: FolderTransport(store.path))
    #expect(try await device.fetch().outcome == .notIncluded)
    let change = try await store.editor.releases.advance(
      1, in: store.channel, after: .init(confirmed: 100), baseline: .init())
    #expect(change.release.effectiveRollout == 10_000)
    #expect(try await device.fetch().outcome == .staged)
  }
}
