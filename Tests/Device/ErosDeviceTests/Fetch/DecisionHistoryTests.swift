import ErosCore
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosDevice

/// A publisher and a device that perform random steps.
private struct DecisionHistory {
  typealias Model = DecisionModel

  var random: SeededGenerator
  var contents: ChannelContents
  var device: FetchDevice
  /// The number of the release with a tree, by which the model knows what the device has.
  var published: [TreeHash: Int64] = [:]
  var number: Int64 = 0
  var time = DecisionModel.now
  /// The steps, for messages.
  var log: [String] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    contents = try Model.contents([])
    var state = SandboxState()
    if random.isOne(in: 2) {
      state = Model.state(try Model.launch(try Model.installed("app", hour: -1000)))
    }
    let version = random.isOne(in: 4) ? nil : "\(random.pick(1...3)).0.0"
    device = try Model.device(state, app: version, platform: .ios, id: "device \(seed)")
  }

  /// Returns whether the sandbox itself changed its release.
  mutating func step() throws -> Bool {
    time += Int64(random.pick(1...5)) * 3_600_000
    device.now = time
    let action = random.pick(1...10)
    switch action {
    case 1...3: try publish()
    case 4: change { $0.isPaused.toggle() }
    case 5: change { [rollout = random.pick(0...10_000)] in $0.rollout = rollout }
    case 6:
      // Without an embedded bundle, an older app may have nothing to run.
      if device.app != nil, device.state.embedded != nil, random.isOne(in: 3) {
        let version = try #require(NativeVersion("\(random.pick(1...3)).0.0"))
        device.app = NativeApp(version: version, platform: .ios)
        log.append("app \(version)")
      }
      apply(try Model.launch(app: device.app))
    case 7: apply(.confirm(token: nil))
    case 8: if random.isOne(in: 3) { apply(.rollback(to: .previous)) }
    default: try fetch()
    }
    return [6, 7, 8].contains(action)
  }

  private mutating func apply(_ event: SandboxEvent) {
    device.state = device.state.step(event).state
  }

  private mutating func publish() throws {
    number += 1
    let rollouts = [10_000, 10_000, 0, random.pick(0...10_000)]
    let bases = contents.releases.map { "r\($0.number)" } + ["app"]
    let release = try Model.release(
      number, hour: (time - Model.now) / 3_600_000, rollout: rollouts[random.pick(0...3)],
      native: random.isOne(in: 2) ? [.ios: "\(random.pick(1...3)).0.0"] : [:],
      deltas: bases.map { ($0, Int64(random.pick(1...1500))) })
    published[release.tree] = number
    contents.add(release)
    log.append("publish \(number) \(release.rollout) \(release.native)")
  }

  private mutating func change(_ body: (inout ChannelRelease) -> Void) {
    guard !contents.releases.isEmpty else { return }
    let index = random.pick(0...(contents.releases.count - 1))
    body(&contents.releases[index])
    log.append("change \(contents.releases[index].number)")
  }

  /// The highest number of the releases that the sandbox would run in its next starts, if the user
  /// confirmed each trial.
  var current: Int64 {
    var state = device.state
    var numbers: [Int64] = []
    for kind in [LaunchKind.background, .foreground, .foreground] {
      let start = SandboxEvent.Start(
        kind: kind, app: device.app, token: "t", now: Timestamp(milliseconds: time),
        attempts: .max)
      let (next, actions) = state.step(.launch(start))
      if case .run(let run)? = actions.last { numbers.append(published[run.release] ?? 0) }
      state = next.step(.confirm(token: nil)).state
    }
    return numbers.max() ?? 0
  }

  /// Returns whether the device may take a release, by the words of the design.
  private func mayTake(_ release: ChannelRelease) throws -> Bool {
    let required = release.native[.ios].flatMap { NativeVersion($0) }
    let fits = device.app.map { app in required.map { app.version >= $0 } ?? true } ?? true
    let isBad =
      device.state.blocked.contains { $0.release == release.tree }
      || device.state.withdrawn.contains(release.tree)
    return try !release.isPaused && fits && !isBad
      && device.id.isIncluded(inRollout: release.rollout, salt: release.salt)
  }

  mutating func fetch() throws {
    let decision = try device.decide(contents)
    let expected = try contents.releases.first { try $0.number > current && mayTake($0) }
    guard case .install(let artifacts) = decision.outcome, let release = decision.release else {
      try #require(expected == nil, "\(decision.summary)")
      return
    }
    log.append(decision.summary)
    try #require(release.number == expected?.number, "\(decision.summary)")
    try #require(artifacts.last?.base == nil && artifacts.count <= 3)
    for artifact in artifacts.dropLast() {
      try #require(artifact.file.length < release.bundle.length)
      try #require(artifact.base.map(device.state.isBase) == true)
    }
    let installed = try Model.installed(
      "r\(release.number)", hour: (release.built - Model.now) / 3_600_000,
      iOS: release.native[.ios])
    try #require(installed.tree == release.tree)
    device.numbers[release.tree] = release.number
    apply(.stage(installed))
    try #require(device.state.pending?.tree == release.tree)
    try #require(try device.decide(contents).artifacts == nil)
  }
}

@Suite("Decisions in random histories", .phase(.servers))
struct DecisionHistoryTests {
  @Test("a device takes exactly the newest release that it may have, and never an older one")
  func histories() throws {
    var installed = 0
    for seed in 1...1000 as ClosedRange<UInt64> {
      var history = try DecisionHistory(seed: seed)
      do {
        for _ in 0..<60 {
          let before = history.current
          let isDevice = try history.step()
          // Only a failed trial, a rollback or another app on the device leads to an older release.
          if !isDevice { try #require(history.current >= before) }
        }
      } catch {
        Issue.record("seed \(seed): \(error)\n\(history.log.joined(separator: "\n"))")
        return
      }
      installed += history.log.count { $0.hasPrefix("install") }
    }
    #expect(installed > 3000)
  }
}
