import ErosCore
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import Testing

@testable import ErosTrust

@Suite("Releases with a rollout plan", .phase(.servers), .temporaryFolder)
struct PlanTests {
  private static let plan = RolloutPlan([
    .init(rollout: 100, time: 3_600_000, trials: 200), .init(rollout: 500, time: 3_600_000),
    .init(rollout: 10_000),
  ])

  private static let good = ReportTrials(confirmed: 990, failed: 10)

  /// Returns a store with a brake and a release with a plan, and an editor with only the keys of a
  /// server.
  private func planned() async throws -> (TestStore, brakeKey: SigningKey) {
    let test = try await TestStore()
    let key = try SigningKey.generate()
    try test.editor.keys.add(key)
    try await test.editor.roles.addBrake(keys: [key.publicKey])
    try await test.publish(1) { $0.options.plan = Self.plan }
    return (test, key)
  }

  /// Returns an editor with the keys of a server at a time after the publication.
  private func server(_ test: TestStore, _ key: SigningKey, hours: Double) throws -> StoreEditor {
    StoreEditor(
      test.store, keys: try test.editor(keys: [key, test.online]).keys,
      pinnedRoot: test.editor.pinnedRoot, now: test.now + Int64(hours * 3_600_000))
  }

  private func advance(
    _ editor: StoreEditor, in channel: ChannelName, after trials: ReportTrials = good
  ) async throws -> ChannelRelease {
    try await editor.releases.advance(1, in: channel, after: trials, baseline: Self.good).release
  }

  @Test("the keys of a server begin each step when its time and its trials suffice")
  func advance() async throws {
    let (test, key) = try await planned()
    #expect(try await test.contents().releases[0].effectiveRollout == 100)
    let channel = test.channel
    func refused(_ hours: Double, _ trials: ReportTrials, _ reason: String) async throws {
      let editor = try server(test, key, hours: hours)
      let error = await #expect(throws: PublishError.self) {
        _ = try await advance(editor, in: channel, after: trials)
      }
      guard case .notAdvanced(channel, 1, reason: let found)? = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(found.contains(reason))
    }
    let start = Timestamp(milliseconds: test.now + 3_600_000).utc
    try await refused(0.9, Self.good, "has not passed: the next step can begin at \(start)")
    try await refused(1.1, .init(confirmed: 199), "than its step needs: 199 of 200")
    try await refused(1.1, .init(confirmed: 241, failed: 9), "the release before: 9 of 250 trials")
    let second = try await advance(server(test, key, hours: 1.1), in: channel)
    #expect(second.effectiveRollout == 500 && second.step?.index == 1)
    // The time of the second step begins with it.
    try await refused(2, Self.good, "the time of its step has not passed")
    let third = try await advance(server(test, key, hours: 2.2), in: channel)
    #expect(third.effectiveRollout == 10_000 && third.isForAll)
    await #expect(throws: PublishError.planCompleted(channel, 1)) {
      _ = try await advance(server(test, key, hours: 9), in: channel)
    }
  }

  @Test("a release whose trials fail is stopped, and does not wait")
  func failing() async throws {
    let (test, key) = try await planned()
    let channel = test.channel
    let editor = try server(test, key, hours: 1.1)
    let error = await #expect(throws: PublishError.self) {
      _ = try await advance(editor, in: channel, after: .init(confirmed: 250, failed: 30))
    }
    guard case .planStopped(channel, 1, .failures(let reason))? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.contains("permits: 30 of 280, and the plan"))
  }

  @Test("a paused or braked release keeps its step, also when the brake is lifted")
  func stopped() async throws {
    let (test, key) = try await planned()
    let channel = test.channel
    let editor = try server(test, key, hours: 2)
    func refused(_ stop: RolloutStop) async throws {
      await #expect(throws: PublishError.planStopped(channel, 1, stop)) {
        _ = try await advance(editor, in: channel)
      }
    }
    _ = try await test.editor.releases.setPaused(true, 1, in: channel)
    try await refused(.pause)
    _ = try await test.editor.releases.setPaused(false, 1, in: channel)
    _ = try await test.editor.releases.brake(1, in: channel, to: 0, reason: nil)
    try await refused(.limit)
    _ = try await test.editor.releases.liftBrake(of: 1, in: channel)
    try await refused(.limit)
    #expect(try await test.contents().releases[0].effectiveRollout == 100)
  }

  @Test("the reports about a braked or paused release, or about the same files, are no baseline")
  func baseline() async throws {
    let (test, _) = try await planned()
    for number in 2...4 { try await test.publish(number) { $0.options.plan = Self.plan } }
    _ = try await test.editor.releases.brake(2, in: test.channel, to: 0, reason: nil)
    _ = try await test.editor.releases.liftBrake(of: 2, in: test.channel)
    _ = try await test.editor.releases.brake(3, in: test.channel, to: 0, reason: nil)
    let contents = try await test.contents()
    #expect(contents.releases.map(\.number) == [4, 3, 2, 1])
    let bad = ReportTrials(confirmed: 700, failed: 300)
    let fix = ReportTrials(confirmed: 900, failed: 100)
    let trials = Dictionary(
      uniqueKeysWithValues: zip(contents.releases.map(\.tree), [fix, bad, bad, Self.good]))
    func decision(_ contents: ChannelContents) throws -> RolloutDecision {
      let reports = try #require(PlanReports(of: contents.releases[0], in: contents, trials))
      #expect(reports.baseline == Self.good)
      return reports.decision(at: Timestamp(milliseconds: test.now + 7_200_000))
    }
    #expect(try decision(contents) == .stop)
    var paused = contents
    for index in [1, 2] {
      paused.releases[index].limit = nil
      paused.releases[index].isPaused = true
    }
    #expect(try decision(paused) == .stop)
    var same = contents
    var values = contents.releases[0].values
    values["seq"] = .integer(3)
    same.releases[1] = try ChannelRelease(
      values: .sorted(values), bundle: contents.releases[0].bundle, deltas: [])
    #expect(try decision(same) == .stop)
  }

  @Test("a release with a completed plan replaces no release, because older apps ignore its steps")
  func completed() async throws {
    let test = try await TestStore()
    let key = try SigningKey.generate()
    try test.editor.keys.add(key)
    try await test.editor.roles.addBrake(keys: [key.publicKey])
    try await test.publish(1)
    try await test.publish(2) {
      $0.options.plan = RolloutPlan([.init(rollout: 100), .init(rollout: 10_000)])
    }
    let change = try await test.editor.releases.advance(
      2, in: test.channel, after: Self.good, baseline: Self.good)
    #expect(change.release.isForAll)
    for number in 3...5 { try await test.publish(number) { $0.options.rollout = 1000 } }
    #expect(try await test.contents().releases.map(\.number) == [5, 4, 3, 2, 1])
    try await test.publish(6)
    #expect(try await test.contents().releases.map(\.number) == [6, 5, 4])
  }

  @Test(
    "setting the rollout ends the plan, also at the share of the first step",
    arguments: [100, 2500])
  func ended(rollout: Int) async throws {
    let (test, key) = try await planned()
    _ = try await advance(server(test, key, hours: 2), in: test.channel)
    _ = try await test.editor.releases.setRollout(rollout, of: 1, in: test.channel)
    let release = try #require(try await test.contents().releases.first)
    #expect(release.plan == nil && release.effectiveRollout == rollout)
    let (channel, editor) = (test.channel, try server(test, key, hours: 9))
    await #expect(throws: PublishError.noPlan(channel, 1)) {
      _ = try await advance(editor, in: channel)
    }
  }

  @Test("steps survive new keys of the brake and later publications")
  func kept() async throws {
    let (test, key) = try await planned()
    _ = try await advance(server(test, key, hours: 2), in: test.channel)
    let new = try SigningKey.generate()
    try test.editor.keys.add(new)
    try await test.editor.roles.rotate(.brake, to: [new.publicKey])
    try await test.publish(2)
    #expect(try await test.contents().releases.last?.effectiveRollout == 500)
  }

  @Test("a plan needs a brake")
  func needsBrake() async throws {
    let test = try await TestStore()
    await #expect(throws: PublishError.noBrake) {
      try await test.publish(1) { $0.options.plan = Self.plan }
    }
  }

  @Test("the first step begins with the publication")
  func start() async throws {
    let (test, _) = try await planned()
    let release = try #require(try await test.contents().releases.first)
    #expect(release.rollout == 100 && release.plan?.start == test.now)
  }
}
