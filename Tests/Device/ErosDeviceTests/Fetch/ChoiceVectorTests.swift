import ErosCore
import ErosTestSupport
import Testing

@testable import ErosDevice
@testable import ErosTrust

/// Channels and the releases that devices choose, for the implementations in other languages.
@Suite("Vectors of the choice of a release")
struct ChoiceVectorTests {
  private static let channel = "my-app/production"
  /// What vectors must contain.
  private static let situations: Set<String> = [
    "install", "upToDate", "paused", "waitsForApp", "notIncluded", "blocked", "skipped", "delta",
    "delta from the failed release", "braked", "limited", "second step", "retried", "tester",
    "limited tester", "other channel", "lost", "one number", "in a rollout",
  ]

  @Test("random channels with brakes and plans, the choices of devices, and buckets")
  func choices() throws {
    var random = SeededGenerator(seed: 63)
    var found: Set<String> = []
    var channels: [JSONValue] = []
    var choices: [JSONValue] = []
    for number in 0..<36 {
      let (metadata, brake) = try channel(number, &random)
      channels.append(.members(["targets": metadata.json, "brake": brake.json]))
      var contents = try ChannelContents(try ChannelName(Self.channel), metadata)
      contents.apply(try Brake(brake))
      for _ in 0..<8 {
        let device = try device(contents, &random)
        let decision = try device.decide(contents)
        found.formUnion(situations(of: decision, device))
        choices.append(
          .members([
            "channel": .integer(number), "device": device.vector, "choice": decision.vector,
          ]))
      }
    }
    #expect(Self.situations.subtracting(found).isEmpty)
    let buckets = try (0..<40).map { number in
      let salt = number % 5 == 0 ? "" : "salt \(number % 7)"
      let id = number % 6 == 0 ? "größe \(number)" : "device \(number)"
      return JSONValue.members([
        "salt": .string(salt), "id": .string(id),
        "bucket": .integer(try #require(DeviceID(id)).bucket(salt: salt)),
      ])
    }
    try Vectors.expect(
      ["channels": .list(channels), "choices": .list(choices), "buckets": .list(buckets)],
      in: "choices.json")
  }

  // MARK: - Channels

  private func channel(
    _ number: Int, _ random: inout SeededGenerator
  ) throws -> (TargetsMetadata, brake: TargetsMetadata) {
    let name = try ChannelName(Self.channel)
    var contents = ChannelContents(name)
    var brake = Brake()
    var seq = Int64(0)
    for place in 0..<(number == 0 ? 0 : random.pick(1...4)) {
      seq += Int64(random.pick(1...3))
      let hour = Int64(random.pick(-60...40)) + Int64(place) * 10
      var release = try DecisionModel.release(
        seq, "r\(number % 5).\(place)", hour: hour,
        rollout: [10_000, 10_000, 5000, 500, 0][random.pick(0...4)],
        isPaused: random.isOne(in: 8),
        native: [
          [:], [.ios: "1.0.0"], [.ios: "2.0.0", .android: "1.5.0-beta.2"],
          [.android: "eros-template-version"],
        ][random.pick(0...3)],
        deltas: ["app", "old"].filter { _ in random.isOne(in: 2) }
          .map { ($0, Int64(random.pick(1...4) * 300)) })
      release.retries = random.isOne(in: 4) ? random.pick(1...2) : 0
      if random.isOne(in: 3), release.rollout > 0, release.rollout < 10_000 {
        release.plan = RolloutPlan([
          .init(rollout: release.rollout, time: 3_600_000), .init(rollout: 8000, trials: 10),
          .init(rollout: 10_000),
        ])
        if random.isOne(in: 2) {
          brake.begin(.init(number: seq, index: random.pick(1...3), time: 1), in: name)
        }
      }
      if random.isOne(in: 3) {
        let share = [0, 1000, 2000, 10_000][random.pick(0...3)]
        brake[name, seq] = .init(number: seq, rollout: share, time: 1, reason: nil)
      }
      if let last = contents.releases.first {
        release.deltas.append(
          .init(
            from: last.tree,
            file: TargetFile(length: 400, digest: try DecisionModel.digest("delta \(last.tree)"))))
      }
      contents.releases.insert(release, at: 0)
    }
    let expires = Timestamp(milliseconds: DecisionModel.now + 86_400_000)
    var metadata = TargetsMetadata(version: 1, expires: expires)
    contents.write(to: &metadata)
    var signed = TargetsMetadata(version: 1, expires: expires)
    brake.write(to: &signed)
    return (metadata, signed)
  }

  // MARK: - Devices

  private func device(
    _ contents: ChannelContents, _ random: inout SeededGenerator
  ) throws -> FetchDevice {
    let app =
      random.isOne(in: 4) ? nil : ["1.0.0", "1.5.0-beta.3", "2.0.0", "47"][random.pick(0...3)]
    let platform = [Platform.ios, .android, nil][random.pick(0...2)]
    var device = try DecisionModel.device(
      SandboxState(), app: app, platform: platform, id: "device \(random.pick(1...40))")
    let own = try DecisionModel.installed("app", hour: Int64(random.pick(-200...20)))
    let old = try DecisionModel.installed("old", hour: -150)
    let listed = try contents.releases.map { try DecisionModel.installed($0) }
    var state = SandboxState()
    let launch = try DecisionModel.launch(random.isOne(in: 5) ? nil : own, app: device.app)
    if random.isOne(in: 3), let failing = listed.randomElement(using: &random) {
      state = state.after([
        .stage(own), launch, .stage(failing), launch, .rollback(to: .previous),
      ])
    }
    for _ in 0..<random.pick(0...7) {
      let events: [SandboxEvent] = [
        launch, launch, .confirm(token: nil), .rollback(to: .previous), .stage(old),
        .stage(listed.randomElement(using: &random) ?? old, retries: random.isOne(in: 4) ? 1 : 0),
        .stage(listed.first ?? old),
      ]
      state = state.step(events[random.pick(0...6)]).state
    }
    device.state = state
    for release in [own, old] + listed {
      if random.isOne(in: 4) { device.numbers[release.tree] = Int64(random.pick(1...6)) }
      if random.isOne(in: 6) { device.foreign.insert(release.tree) }
      if random.isOne(in: 10) { device.lost.insert(release.tree) }
    }
    device.foreign.subtract(device.numbers.keys)
    device.isTester = random.isOne(in: 3)
    return device
  }

  /// Returns what a choice shows.
  private func situations(of decision: FetchDecision, _ device: FetchDevice) -> Set<String> {
    var found: Set<String> = [decision.vector.object?["outcome"]?.string ?? ""]
    if !decision.skipped.isEmpty { found.insert("skipped") }
    if decision.isOnePartVersion { found.insert("one number") }
    guard let release = decision.release else { return found }
    switch decision.outcome {
    case .upToDate: break
    case .refused(let obstacle):
      if obstacle == .paused, !release.isPaused { found.insert("braked") }
      if obstacle == .notIncluded, release.activeLimit != nil {
        found.formUnion(device.isTester ? ["limited", "limited tester"] : ["limited"])
      }
    case .install(let artifacts):
      let bases = artifacts.compactMap(\.base)
      if !bases.isEmpty { found.insert("delta") }
      if let failed = device.state.failed, bases.first == failed {
        found.insert("delta from the failed release")
      }
      if release.plan != nil, release.step != nil { found.insert("second step") }
      if device.state.avoided.contains(release.tree) { found.insert("retried") }
      if release.effectiveRollout == 0 { found.insert("tester") }
      if (1..<10_000).contains(release.effectiveRollout) { found.insert("in a rollout") }
      if !device.foreign.isDisjoint(with: device.state.confirmed.map(\.tree)) {
        found.insert("other channel")
      }
      if !device.lost.isDisjoint(with: device.state.confirmed.map(\.tree)) { found.insert("lost") }
    }
    return found
  }
}

extension FetchDevice {
  fileprivate var vector: JSONValue {
    let numbers = numbers.map { ($0.key.description, JSONValue.integer($0.value)) }
    return .members([
      "state": state.json, "numbers": .sorted(Dictionary(uniqueKeysWithValues: numbers)),
      "otherChannels": .strings(foreign.sorted().map(\.description)),
      "lost": .strings(lost.sorted().map(\.description)),
      "app": app.map {
        .members([
          "version": .string($0.version.description),
          "platform": $0.platform.map { .string($0.rawValue) },
        ])
      },
      "id": .string(id.text), "tester": isTester ? .bool(true) : nil, "now": .integer(now),
    ])
  }
}

extension FetchDecision {
  fileprivate var vector: JSONValue {
    let (outcome, artifacts): (String, [FetchArtifact]?) =
      switch self.outcome {
      case .upToDate: ("upToDate", nil)
      case .install(let artifacts): ("install", artifacts)
      case .refused(let obstacle): (obstacle.vector, nil)
      }
    return .members([
      "outcome": .string(outcome), "number": release.map { .integer($0.number) },
      "artifacts": artifacts.map { .strings($0.map(\.path)) },
      "skipped": .list(
        skipped.map {
          .members(["number": .integer($0.number), "reason": .string($0.obstacle.vector)])
        }),
      "oneNumber": isOnePartVersion ? .bool(true) : nil,
    ])
  }
}

extension FetchDecision.Obstacle {
  fileprivate var vector: String {
    switch self {
    case .paused: "paused"
    case .waitsForApp: "waitsForApp"
    case .notIncluded: "notIncluded"
    case .blocked: "blocked"
    }
  }
}
