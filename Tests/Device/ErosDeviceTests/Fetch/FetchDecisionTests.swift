import ErosBundle
import ErosCore
import ErosCrypto
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosDevice

/// A channel and a device in memory.
struct DecisionModel {
  static let now: Int64 = 1_700_000_000_000

  static func tree(_ name: String) throws -> TreeHash {
    try #require(TreeHash("\(try SHA256Digest.of(Array(name.utf8).span))"))
  }

  static func digest(_ name: String) throws -> SHA256Digest {
    try SHA256Digest.of(Array(name.utf8).span)
  }

  /// Returns a release that was built `number` hours before or after ``now``.
  static func installed(
    _ name: String, hour: Int64, iOS: String? = nil
  ) throws -> InstalledRelease {
    let digest = try digest(name)
    return InstalledRelease(
      tree: try tree(name), timestamp: Timestamp(milliseconds: now + hour * 3_600_000),
      android: nil, iOS: iOS,
      digests: .init(zip: digest, config: digest, manifest: digest),
      sizes: .init(zip: 1, pages: 1))
  }

  static func release(
    _ number: Int64, _ name: String? = nil, hour: Int64? = nil, rollout: Int = 10_000,
    isPaused: Bool = false, native: [Platform: String] = [:], length: Int64 = 1000,
    deltas: [(from: String, length: Int64)] = []
  ) throws -> ChannelRelease {
    let name = name ?? "r\(number)"
    let digest = try digest(name)
    return ChannelRelease(
      number: number, tree: try tree(name),
      jsVersion: try #require(BundleVersion(String("\(digest)".prefix(32)))),
      built: now + (hour ?? number - 100) * 3_600_000, native: native, rollout: rollout,
      salt: String("\(digest)".prefix(32)), isPaused: isPaused, notes: nil,
      bundle: TargetFile(length: length, digest: digest),
      deltas: try deltas.map {
        ChannelRelease.Delta(
          from: try tree($0.from),
          file: TargetFile(length: $0.length, digest: try Self.digest("\($0)")))
      })
  }

  static func contents(_ releases: [ChannelRelease]) throws -> ChannelContents {
    var contents = ChannelContents(try ChannelName("my-app/production"))
    contents.releases = releases
    return contents
  }

  /// A state after events on an empty sandbox.
  static func state(_ events: SandboxEvent...) -> SandboxState {
    events.reduce(SandboxState()) { $0.step($1).state }
  }

  static func launch(
    _ embedded: InstalledRelease? = nil, app: NativeApp? = nil
  ) throws -> SandboxEvent {
    .launch(
      .init(
        embedded: try embedded.map { ($0, try digest("zip \($0.tree)")) }, app: app, token: "t",
        now: Timestamp(milliseconds: now)))
  }

  /// Returns a device whose app has a version.
  static func device(
    _ state: SandboxState, app: String? = nil, platform: Platform? = nil, id: String = "device",
    numbers: [String: Int64] = [:], foreign: [String] = []
  ) throws -> FetchDevice {
    var known: [TreeHash: Int64] = [:]
    for (name, number) in numbers { known[try tree(name)] = number }
    return FetchDevice(
      state: state, numbers: known, foreign: Set(try foreign.map { try tree($0) }),
      app: app.flatMap { NativeVersion($0) }.map { NativeApp(version: $0, platform: platform) },
      id: try #require(DeviceID(id)), now: now)
  }
}

extension FetchDecision {
  /// A short description for comparisons, such as `install 3 from r1, full`.
  var summary: String {
    let text =
      switch outcome {
      case .upToDate: "up to date"
      case .install(let artifacts):
        "install \(release?.number ?? 0) from "
          + artifacts.map { $0.base == nil ? "full" : "delta \($0.file.length)" }
          .joined(separator: ", ")
      case .refused(let obstacle): "\(obstacle.name) \(release?.number ?? 0)"
      }
    return text + skipped.map { "; \($0.number) \($0.obstacle.name)" }.joined()
  }
}

extension FetchDecision.Obstacle {
  var name: String {
    switch self {
    case .paused: "paused"
    case .waitsForApp(let version): "needs \(version)"
    case .notIncluded: "not included"
    case .blocked: "blocked"
    }
  }
}

@Suite("Decision of a device", .phase(.servers))
struct FetchDecisionTests {
  typealias Model = DecisionModel

  /// A case: the releases, the device, and the expected decision.
  private func expect(
    _ expected: String, _ releases: [ChannelRelease], _ device: FetchDevice,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let decision = try device.decide(Model.contents(releases))
    #expect(decision.summary == expected, sourceLocation: location)
  }

  /// The state of a sandbox in which a release is confirmed.
  private func confirmed(_ name: String, hour: Int64 = -50) throws -> SandboxState {
    Model.state(
      .stage(try Model.installed(name, hour: hour)), try Model.launch(), .confirm(token: nil))
  }

  @Test("an empty sandbox takes the newest release")
  func empty() throws {
    let device = try Model.device(SandboxState())
    try expect("install 2 from full", [Model.release(2), Model.release(1)], device)
    try expect("up to date", [], device)
  }

  @Test("the newest release that is not paused, fits and includes the device is taken")
  func candidates() throws {
    let device = try Model.device(SandboxState(), app: "1.5.0", platform: .ios)
    let old = try Model.release(1)
    try expect("install 1 from full; 2 paused", [Model.release(2, isPaused: true), old], device)
    try expect(
      "install 1 from full; 2 not included", [Model.release(2, rollout: 0), old], device)
    try expect(
      "install 1 from full; 3 paused; 2 needs 2.0.0",
      [Model.release(3, isPaused: true), Model.release(2, native: [.ios: "2.0.0"]), old], device)
    try expect(
      "needs 2.0.0 2; 2 needs 2.0.0; 1 paused",
      [Model.release(2, native: [.ios: "2.0.0"]), Model.release(1, isPaused: true)], device)
    try expect("not included 2; 2 not included", [Model.release(2, rollout: 0)], device)
    try expect("paused 2; 2 paused", [Model.release(2, isPaused: true)], device)
  }

  @Test("the requirements of the other platform and placeholders ask for nothing")
  func requirements() throws {
    let releases = [
      try Model.release(2, native: [.android: "9.0.0", .ios: "eros-template-version"])
    ]
    try expect(
      "install 2 from full", releases, Model.device(.init(), app: "1.0.0", platform: .ios))
    try expect(
      "needs 9.0.0 2; 2 needs 9.0.0", releases,
      Model.device(.init(), app: "1.0.0", platform: .android))
    // Without a platform, the requirements of both apply; without a version, none.
    try expect(
      "needs 9.0.0 2; 2 needs 9.0.0", releases, Model.device(.init(), app: "1.0.0"))
    try expect("install 2 from full", releases, Model.device(.init()))
    try expect(
      "install 2 from full", [Model.release(2, native: [.ios: "1.0.0"])],
      Model.device(.init(), app: "1.0.0", platform: .ios))
  }

  @Test("a device that has a release keeps it when it is paused or its rollout is lowered")
  func keeps() throws {
    let device = try Model.device(confirmed("r2"))
    let old = try Model.release(1)
    try expect("up to date", [Model.release(2, isPaused: true), old], device)
    try expect("up to date", [Model.release(2, rollout: 0), old], device)
    try expect("up to date", [Model.release(2), old], device)
    try expect("install 3 from full", [Model.release(3), Model.release(2), old], device)
  }

  @Test("a staged release and one on trial count as the device's")
  func unconfirmed() throws {
    let releases = [try Model.release(2), try Model.release(1)]
    let staged = Model.state(.stage(try Model.installed("r2", hour: 0)))
    try expect("up to date", releases, Model.device(staged))
    let state = try confirmed("r1")
    let trial = [.stage(try Model.installed("r2", hour: 0)), try Model.launch()]
      .reduce(state) { $0.step($1).state }
    #expect(trial.trial != nil)
    try expect("up to date", releases, Model.device(trial))
  }

  @Test("after a downgrade of the app, releases that need a newer app do not count")
  func downgradedApp() throws {
    let ninth = try Model.release(9, native: [.ios: "3.0.0"])
    let releases = [ninth, try Model.release(8)]
    let embedded = Model.state(try Model.launch(try Model.installed("app", hour: -200)))
    let ninthInstalled = try Model.installed("r9", hour: -91, iOS: "3.0.0")
    let staged = embedded.step(.stage(ninthInstalled)).state
    let trial = staged.step(try Model.launch()).state
    for state in [staged, trial, trial.step(.confirm(token: nil)).state] {
      try expect(
        "install 8 from full; 9 needs 3.0.0", releases,
        Model.device(state, app: "2.0.0", platform: .ios))
      try expect("up to date", releases, Model.device(state, app: "3.0.0", platform: .ios))
      try expect("up to date", releases, Model.device(state))
    }
  }

  @Test("a release that failed on the device, or was rolled back on it, is not taken again")
  func blocked() throws {
    let state = try confirmed("r1")
    let failed = [
      .stage(try Model.installed("r2", hour: 0)), try Model.launch(), try Model.launch(),
      try Model.launch(),
    ].reduce(state) { $0.step($1).state }
    #expect(failed.blocked.count == 1)
    let device = try Model.device(failed)
    try expect("blocked 2; 2 blocked", [Model.release(2), Model.release(1)], device)
    try expect(
      "install 3 from full", [Model.release(3), Model.release(2), Model.release(1)], device)
    let left = [
      .stage(try Model.installed("r2", hour: 0)), try Model.launch(), .confirm(token: nil),
      .rollback(to: .previous),
    ].reduce(state) { $0.step($1).state }
    #expect(left.withdrawn.count == 1)
    try expect(
      "blocked 2; 2 blocked", [Model.release(2), Model.release(1)], Model.device(left))
  }

  @Test("a device never gets a release with a lower number, whatever its build time")
  func numbers() throws {
    let releases = [try Model.release(3, hour: 50), try Model.release(2, hour: 40)]
    // The channel no longer lists the release of the device.
    try expect("up to date", releases, Model.device(confirmed("r9"), numbers: ["r9": 9]))
    try expect("install 3 from full", releases, Model.device(confirmed("r9"), numbers: ["r9": 2]))
    // A rollback of the publisher is a release with the files of an earlier one.
    try expect(
      "install 4 from full", [Model.release(4, "old", hour: -90)] + releases,
      Model.device(confirmed("r3")))
  }

  @Test("a release that is not from the channel is compared by its build time")
  func buildTimes() throws {
    let embedded = Model.state(try Model.launch(try Model.installed("app", hour: -10)))
    let device = try Model.device(embedded)
    try expect("install 2 from full", [Model.release(2, hour: -9)], device)
    try expect("up to date", [Model.release(2, hour: -10)], device)
    try expect("up to date", [Model.release(2, hour: -11)], device)
    // A build time in the future is wrong, so it does not stop updates forever.
    let future = Model.state(try Model.launch(try Model.installed("app", hour: 90_000)))
    try expect("install 2 from full", [Model.release(2, hour: 90_001)], Model.device(future))
    var later = try Model.device(future)
    later.now += 10 * 3_600_000
    try expect("install 2 from full", [Model.release(2, hour: 1)], later)
  }

  @Test("after a change of the channel, the newest release that fits is taken, even an older build")
  func otherChannel() throws {
    let releases = [
      try Model.release(3, native: [.ios: "2.0.0"]), try Model.release(2, hour: -98),
      try Model.release(1),
    ]
    let beta = try confirmed("beta", hour: -50)
    let device = try Model.device(beta, app: "1.0.0", platform: .ios, foreign: ["beta"])
    try expect("install 2 from full; 3 needs 2.0.0", releases, device)
    // The channel of the release is unknown, so build times are compared.
    try expect("up to date", releases, Model.device(beta, app: "1.0.0", platform: .ios))
    // The new channel lists the release as well, so its number counts.
    try expect(
      "up to date", [Model.release(3, "beta", hour: -50)] + releases.dropFirst(),
      Model.device(beta, foreign: ["beta"]))

    let staged = beta.step(.stage(try Model.installed("r2", hour: -98))).state
    let next = try Model.device(
      staged, app: "1.0.0", platform: .ios, numbers: ["r2": 2], foreign: ["beta"])
    try expect("needs 2.0.0 3; 3 needs 2.0.0", releases, next)
  }

  @Test("after a change of the channel, a release that failed on the device is not taken")
  func blockedInOtherChannel() throws {
    let beta = try confirmed("beta", hour: -50)
    let failed = [
      .stage(try Model.installed("r2", hour: -98)), try Model.launch(), try Model.launch(),
      try Model.launch(),
    ].reduce(beta) { $0.step($1).state }
    let device = try Model.device(failed, foreign: ["beta"])
    let releases = [try Model.release(2), try Model.release(1)]
    try expect("install 1 from full; 2 blocked", releases, device)
    try expect("blocked 2; 2 blocked", [releases[0]], device)
  }

  @Test("the smallest patch from any release in the sandbox comes first, then the bundle")
  func artifacts() throws {
    let state = [
      .stage(try Model.installed("r1", hour: -20)), .confirm(token: nil),
    ].reduce(Model.state(try Model.launch(try Model.installed("app", hour: -30)))) {
      $0.step($1).state
    }
    let device = try Model.device(state)
    try expect(
      "install 5 from delta 10, full",
      [Model.release(5, hour: 0, deltas: [("r1", 300), ("app", 10), ("other", 1)])], device)
    try expect(
      "install 5 from delta 300, full",
      [Model.release(5, hour: 0, deltas: [("r1", 300), ("app", 400)])],
      device)
    try expect("install 5 from full", [Model.release(5, hour: 0, deltas: [("r1", 1000)])], device)
    try expect("install 5 from full", [Model.release(5, hour: 0, deltas: [("other", 1)])], device)
    let release = try #require(
      try device.decide(Model.contents([Model.release(5, hour: 0, deltas: [("app", 10)])]))
        .artifacts)
    #expect(
      release.map(\.path) == [
        "my-app/production/5/from-\(try Model.tree("app").description.prefix(12)).erosdelta",
        "my-app/production/5/bundle.zip",
      ])
  }

  @Test(
    "a patch from a failed release comes first if it is the smallest, then a patch from another base"
  )
  func failedBase() throws {
    let state = [
      .stage(try Model.installed("r1", hour: -20)), try Model.launch(), .rollback(to: .previous),
    ].reduce(Model.state(try Model.launch(try Model.installed("app", hour: -30)))) {
      $0.step($1).state
    }
    let device = try Model.device(state)
    let both = try Model.release(5, hour: 0, deltas: [("app", 400), ("r1", 300)])
    let alone = try Model.release(5, hour: 0, deltas: [("r1", 300)])
    try expect("install 5 from delta 300, delta 400, full", [both], device)
    try expect("install 5 from delta 300, full", [alone], device)
    // A device that does not have the failed release does not use its patch.
    let other = try Model.device(state.step(.discardFailed).state)
    try expect("install 5 from delta 400, full", [both], other)
    try expect("install 5 from full", [alone], other)
  }

  @Test("membership follows from the salt and the ID, and grows with the rollout")
  func membership() throws {
    // printf '%s' 0123456789abcdef0123456789abcdefdevice | sha256sum
    let salt = "0123456789abcdef0123456789abcdef"
    let id = try #require(DeviceID("device"))
    let included = try (0...10_000).map { try id.isIncluded(inRollout: $0, salt: salt) }
    #expect(!included[0] && included[10_000])
    let first = try #require(included.firstIndex(of: true))
    #expect(first == Self.firstRollout)
    #expect(included[first...].allSatisfy { $0 })
    // About 5 % of many devices.
    var generator = SeededGenerator(seed: 3)
    let count = try (0..<20_000).count { _ in
      try DeviceID(using: &generator).isIncluded(inRollout: 500, salt: salt)
    }
    #expect((880...1120).contains(count))
  }

  /// The smallest rollout that includes the device of ``membership()``, computed with Python.
  static let firstRollout = 2796
}

extension FetchDecision {
  var artifacts: [FetchArtifact]? {
    if case .install(let artifacts) = outcome { artifacts } else { nil }
  }
}
