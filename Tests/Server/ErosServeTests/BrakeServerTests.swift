import ErosBundle
import ErosCore
import ErosCrypto
import ErosDevice
import ErosFiles
import ErosHTTP
import ErosProcess
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Logging
import Testing

@testable import ErosServe
@testable import ErosStore

@Suite("The rule of the brake", .phase(.ownServer))
struct BrakePolicyTests {
  private func release(
    rollout: Int = 10_000, isPaused: Bool = false, limit: Int? = nil
  ) throws -> ChannelRelease {
    let digest = try SHA256Digest.of(Array("release".utf8).span)
    var release = ChannelRelease(
      number: 1, tree: try #require(TreeHash("\(digest)")), jsVersion: .numbered(1), built: 1,
      native: [:], rollout: rollout, salt: "", isPaused: isPaused, notes: nil,
      bundle: TargetFile(length: 1, digest: digest), deltas: [])
    release.limit = limit.map { .init(number: 1, rollout: $0, time: 0, reason: nil) }
    return release
  }

  @Test(
    "a release is braked at the threshold, with enough trials",
    arguments: [
      (90, 10, true), (91, 9, false), (89, 10, false), (0, 99, false), (0, 100, true),
      (1000, 111, false), (1000, 112, true), (0, 0, false), (-1, 200, false),
      (Int64.max, 200, false),
    ] as [(Int64, Int64, Bool)])
  func threshold(confirmed: Int64, failed: Int64, isBraked: Bool) throws {
    let trials = ReportTrials(confirmed: confirmed, failed: failed)
    #expect((try BrakePolicy().reason(to: release(), after: trials) != nil) == isBraked)
  }

  @Test("a release that has or had a limit, or is not offered, is left alone")
  func once() throws {
    let policy = BrakePolicy()
    let trials = ReportTrials(confirmed: 0, failed: 1000)
    #expect(try policy.reason(to: release(), after: trials) != nil)
    for limit in [0, 500, 10_000] {
      #expect(try policy.reason(to: release(limit: limit), after: trials) == nil)
    }
    #expect(try policy.reason(to: release(isPaused: true), after: trials) == nil)
    #expect(try policy.reason(to: release(rollout: 0), after: trials) == nil)
    var lowering = BrakePolicy()
    lowering.rollout = 500
    #expect(try lowering.reason(to: release(rollout: 500), after: trials) == nil)
    #expect(try lowering.reason(to: release(rollout: 501), after: trials) != nil)
  }
}

/// The brake of a store that a publisher changes at the same time.
private struct EditorBrake: BrakeStore {
  let editor: StoreEditor

  func check() async throws {}

  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool {
    try await editor.releases.brake(
      number, in: channel, to: rollout, reason: reason, isFirst: true
    ).isChanged
  }

  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws {
    _ = try await editor.releases.advance(
      number, in: channel, after: trials, baseline: baseline)
  }

  func renew() async throws { try await editor.roles.rotate(.brake) }
}

@Suite("The server and the brake", .phase(.ownServer), .temporaryFolder)
struct BrakeServerTests {
  private static let options = [
    "--brake-key", "keys/brake.key", "--online", "keys/online.key", "--brake-minimum", "20",
  ]

  /// Returns a store with a brake, two releases and keys for a server.
  private func served() async throws -> (store: TestStore, releases: [TreeHash]) {
    let served = try await TestStore.served()
    let editor = served.editor
    _ = try served.folder.makeFolder("keys")
    let keys = try ["brake", "online"].map { name in
      _ = try KeyPair.create(name, in: served.folder.path("keys"), passphrase: nil)
      var file = try KeyFile(.file(served.folder.path("keys/\(name).key")), environment: [:])
      defer { file.cleanse() }
      let key = try file.signingKey { nil }
      try editor.keys.add(key)
      return key
    }
    try await editor.roles.addBrake(keys: [keys[0].publicKey])
    try await editor.roles.rotate(.online, to: [keys[1].publicKey])
    let releases = [
      try await served.publishLegacy(1).release.tree,
      try await served.publishLegacy(2).release.tree,
    ]
    try served.configure(#""reports": "reports.sqlite", "metrics": {}"#)
    return (served, releases)
  }

  private func post(
    _ server: ServerProcess, _ tree: TreeHash, confirmed: Int = 0, failed: Int = 0
  ) async throws {
    let events =
      Array(repeating: "confirmed", count: confirmed) + Array(repeating: "failed", count: failed)
    // A document has at most 16 KB.
    guard events.count <= 100 else {
      for _ in 0..<(confirmed / 100) { try await post(server, tree, confirmed: 100) }
      return
    }
    let reports = events.map {
      #"{"app": "my-app", "channel": "production", "to": "\#(tree)", "event": "\#($0)"}"#
    }
    let response = try await server.send(
      .post, "/reports", ["Content-Type": "application/json"],
      body: #"{"reports": [\#(reports.joined(separator: ","))]}"#)
    #expect(response.head.status == 204)
  }

  private func limits(_ served: TestStore) async throws -> [Brake.Limit] {
    let state = try await StoreState.load(
      from: served.store, pinnedRoot: served.editor.pinnedRoot, channels: nil)
    return state.brake.channels.flatMap(\.limits)
  }

  /// Waits until the server has braked a release, without a pause after an error.
  private func waitForLimit(_ served: TestStore) async throws -> Brake.Limit {
    var limit: Brake.Limit?
    _ = try await eventually {
      limit = try await limits(served).first
      return limit != nil
    }
    return try #require(limit, "the server has not braked a release")
  }

  /// Waits until a server has read a limit of the brake.
  ///
  /// A lifted limit is 1.
  private func waitForRatio(
    _ ratio: Double, _ labels: String, _ server: ServerProcess
  ) async throws {
    let isRead = try await eventually {
      try await metrics(server).values["eros_release_brake_ratio{\(labels)}"] == ratio
    }
    #expect(isRead, "the server has not read the limit")
  }

  /// Waits until a server has evaluated all reports that it has received.
  private func waitForEvaluation(_ server: ServerProcess) async throws {
    func count() async throws -> Double {
      try await metrics(server).values["eros_brake_evaluations_total"] ?? 0
    }
    // An evaluation that has begun may not include the last reports.
    let needed = try await count() + 2
    let isEvaluated = try await eventually { try await count() >= needed }
    #expect(isEvaluated, "the server does not evaluate the reports")
  }

  /// Returns the response to a device that reads the store through the server.
  private func fetched(_ served: TestStore, _ server: ServerProcess) async throws -> FetchResult {
    try await HTTPTransport.with { transport in
      let sandbox = Sandbox(
        served.folder.path("sandbox \(UInt32.random(in: 0...UInt32.max))"),
        verifier: BundleVerifier(threads: 1))
      let fetcher = try Fetcher(
        sandbox, store: try WebAddress(server.url), channel: "\(served.channel)",
        root: served.editor.pinnedRoot, transport: transport, settings: Fetcher.Settings())
      return try await fetcher.check(now: .now())
    }
  }

  private func metrics(_ server: ServerProcess) async throws -> ParsedMetrics {
    try ParsedMetrics(String(decoding: try await server.get("/metrics").body, as: UTF8.self))
  }

  @Test("failures that devices report pause a release once, until a publisher lifts the brake")
  func brake() async throws {
    let (served, releases) = try await served()
    try await ServerProcess.run(served, Self.options) { server in
      #expect(try await fetched(served, server).release?.number == 2)
      // 19 trials are too few.
      try await post(server, releases[1], confirmed: 10, failed: 9)
      try await post(server, releases[0], confirmed: 500)
      try await waitForEvaluation(server)
      #expect(try await limits(served) == [])
      try await post(server, releases[1], failed: 1)
      let limit = try await waitForLimit(served)
      #expect(limit.number == 2 && limit.rollout == 0)
      #expect(limit.reason == "10 of 20 trials failed in 24 hours")
      #expect(try await fetched(served, server).release?.number == 1)
      let first = try #require(
        try await served.app().releases.first { $0.number == 1 }?.jsVersion)
      #expect(
        try await eventually {
          let response = try await server.get("/app/check?appName=my-app&iOS=1.0.0&isDiff=0")
          return String(decoding: response.body, as: UTF8.self).contains("\(first)")
        }, "the server itself does not answer after its next read of the store")
      let metrics = try await metrics(server)
      let labels = #"app="my-app",channel="production",release="2""#
      #expect(metrics.values["eros_release_brake_ratio{\(labels)}"] == 0)
      #expect(metrics.values["eros_release_paused{\(labels)}"] == 1)
      #expect(metrics.values["eros_brakes_total"] == 1 && metrics.values["eros_brake_working"] == 1)
      // The same reports do not set it again.
      _ = try await served.editor.releases.liftBrake(of: 2, in: served.channel)
      try await waitForRatio(1, labels, server)
      try await post(server, releases[1], failed: 100)
      try await waitForEvaluation(server)
      #expect(try await fetched(served, server).release?.number == 2)
    }
    let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
    #expect(log.components(separatedBy: "braked a release").count == 2)
  }

  @Test("a release with a plan is raised by good reports, and stopped by bad ones")
  func plan() async throws {
    let (served, releases) = try await served()
    let third = try await served.publish(3) {
      $0.options.plan = RolloutPlan([
        .init(rollout: 100, trials: 50), .init(rollout: 5000, trials: 1000), .init(rollout: 10_000),
      ])
    }.release.tree
    let labels = #"app="my-app",channel="production",release="3""#
    let token = "0123456789abcdef"
    try served.folder.writeSecret(token, to: "console-token")
    try served.configure(
      #""reports": "reports.sqlite", "metrics": {}, "console": {"token": "console-token"}"#)
    try await ServerProcess.run(served, Self.options) { server in
      try await post(server, releases[1], confirmed: 500)
      try await post(server, third, confirmed: 40)
      try await waitForEvaluation(server)
      #expect(try await metrics(server).values["eros_release_plan_step{\(labels)}"] == 1)
      try await post(server, third, confirmed: 60)
      #expect(
        try await eventually {
          let values = try await metrics(server).values
          return values["eros_release_plan_step{\(labels)}"] == 2
            && values["eros_release_rollout_ratio{\(labels)}"] == 0.5
        })
      let console = try await server.get("/console/state", ["Authorization": "Bearer \(token)"])
      let channel = console.document?["channels"]?.array?.first?.value.object
      let shown = try #require(channel?["plans"]?.array?.first?.value.object)
      #expect(shown["number"]?.integer == 3 && shown["evidence"] != nil)
      // Less than the fixed limit of 10 %.
      try await post(server, third, failed: 10)
      let limit = try await waitForLimit(served)
      #expect(limit.number == 3 && limit.rollout == 0)
      #expect(
        limit.reason?.hasPrefix("10 of 110 trials failed; the plan permits 2.") == true,
        "\(limit)")
      #expect(try await metrics(server).values["eros_plan_steps_total"] == 1)
      // A publisher who lifts the brake decides about the release alone.
      try await waitForRatio(0, labels, server)
      _ = try await served.editor.releases.liftBrake(of: 3, in: served.channel)
      try await waitForRatio(1, labels, server)
      try await post(server, third, confirmed: 5000)
      try await waitForEvaluation(server)
      let release = try #require(try await served.contents().releases.first)
      #expect(release.effectiveRollout == 5000)
    }
  }

  @Test("a plan pauses its release if the limit of the brake is above the share of the step")
  func limit() async throws {
    let (served, releases) = try await served()
    let third = try await served.publish(3) {
      $0.options.plan = RolloutPlan([.init(rollout: 100, trials: 1000), .init(rollout: 10_000)])
    }.release.tree
    try await ServerProcess.run(served, Self.options + ["--brake-rollout", "5"]) { server in
      try await post(server, releases[1], confirmed: 500)
      try await post(server, third, confirmed: 100)
      try await post(server, third, failed: 10)
      let limit = try await waitForLimit(served)
      #expect(limit.number == 3 && limit.rollout == 0)
    }
  }

  @Test("a plan that ends before the server reads the store does not stop other changes")
  func older() async throws {
    let (served, _) = try await served()
    for number in 3...4 {
      try await served.publish(number) {
        $0.options.plan = RolloutPlan([.init(rollout: 100), .init(rollout: 10_000)])
      }
    }
    let state = ServerState()
    state.record(
      StoreSnapshot(version: 1, apps: [:], channels: [try await served.contents()]), StoreHealth())
    _ = try await served.editor.releases.setRollout(200, of: 4, in: served.channel)
    let service = BrakeService(
      BrakePolicy(), store: EditorBrake(editor: served.editor),
      reports: try ReportDatabase(served.folder.path("older.sqlite")), state: state,
      every: .seconds(1), logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
      now: { .now() })
    try await service.evaluate()
    #expect(service.status.stepCount == 1 && service.status.evaluationCount == 1)
    let rollouts = try await served.contents().releases.prefix(2).map(\.effectiveRollout)
    #expect(rollouts == [200, 10_000])
  }

  @Test("a lifted brake is not set again after a restart, and another release is braked")
  func lifted() async throws {
    let (served, releases) = try await served()
    _ = try await served.editor.releases.brake(
      2, in: served.channel, to: 0, reason: nil, isFirst: true)
    _ = try await served.editor.releases.liftBrake(of: 2, in: served.channel)
    try await ServerProcess.run(served, Self.options) { server in
      try await post(server, releases[1], failed: 100)
      try await waitForEvaluation(server)
      #expect(try await limits(served).map(\.isActive) == [false])
      let third = try await served.publishLegacy(3).release.tree
      #expect(
        try await eventually {
          try await metrics(server).values.keys.contains { $0.contains(#"release="3""#) }
        })
      try await post(server, third, failed: 20)
      #expect(try await eventually { try await limits(served).count == 2 })
      #expect(
        try await limits(served).map { [$0.number, Int64($0.rollout)] } == [[3, 0], [2, 10_000]])
    }
  }

  @Test("a release in a bucket is braked", .needsSeaweedFS)
  func bucket() async throws {
    let (served, releases) = try await served()
    let seaweed = try await SeaweedFS.shared()
    try await HTTPTransport.with { transport in
      var settings = S3Store.Settings()
      settings.endpoint = try WebAddress(seaweed.endpoint)
      let prefix = SeaweedFS.uniquePrefix()
      let bucket = try S3Store(
        bucket: seaweed.bucket, prefix: prefix, region: "us-east-1",
        credentials: AWSCredentials(
          accessKeyID: seaweed.publisher.id, secretAccessKey: seaweed.publisher.secret),
        settings: settings, transport: transport, now: { .now() })
      try await served.copy(to: bucket)
      let options = [
        "--store", "s3://\(seaweed.bucket)/\(prefix)", "--redirect", "https://cdn.example.org/",
      ]
      try await ServerProcess.run(
        served, options + Self.options, environment: seaweed.environment
      ) { server in
        try await post(server, releases[1], failed: 20)
        var limits: [Brake.Limit] = []
        _ = try await eventually {
          limits = try await StoreState.load(
            from: bucket, pinnedRoot: served.editor.pinnedRoot, channels: nil
          ).brake.channels.flatMap(\.limits)
          return !limits.isEmpty
        }
        #expect(limits.map(\.number) == [2] && limits.map(\.rollout) == [0])
        #expect(
          try await eventually { try await metrics(server).values["eros_brakes_total"] == 1 })
      }
      // The folder from which the bucket was copied is unchanged.
      #expect(try await self.limits(served) == [])
    }
  }

  @Test("reports from before a restart still count, and two servers brake once")
  func restart() async throws {
    let (served, releases) = try await served()
    try await ServerProcess.run(served, Self.options) { server in
      try await post(server, releases[1], failed: 19)
      Foundation.kill(server.processIdentifier, SIGKILL)
    }
    #expect(try await limits(served) == [])
    // Each server has a database of its own.
    let config = String(decoding: try served.folder.read("server.json"), as: UTF8.self)
    try served.folder.write(
      config.replacing("reports.sqlite", with: "second.sqlite"), to: "second.json")
    let options = Self.options + ["--brake-rollout", "2.5"]
    try await ServerProcess.run(served, options) { first in
      try await ServerProcess.run(
        served, options + ["--config", "second.json"], log: "second.log"
      ) { second in
        async let rest: Void = post(second, releases[1], failed: 20)
        try await post(first, releases[1], failed: 1)
        try await rest
        #expect(try await waitForLimit(served).rollout == 250)
        try await waitForEvaluation(first)
        try await waitForEvaluation(second)
      }
    }
    let names = try served.folder.names(in: "store/metadata").filter { $0.hasSuffix("brake.json") }
    // The empty brake and the limit. The loser of a race may have left a file.
    #expect(names.count <= 3 && names.contains("2.brake.json"))
  }

  /// Replaces the key of a role, and the file of the server with it.
  private func rotate(
    _ role: RotatedRole, of served: TestStore, to name: String, replacingFile: Bool
  ) async throws {
    _ = try KeyPair.create(name, in: served.folder.path("keys"), passphrase: nil)
    var file = try KeyFile(.file(served.folder.path("keys/\(name).key")), environment: [:])
    defer { file.cleanse() }
    let key = try file.signingKey { nil }
    try served.editor.keys.add(key)
    if replacingFile {
      let file = served.folder.path("keys/\(role.name).key")
      try FileManager.default.removeItem(atPath: file)
      // The copy keeps the permissions, without which a key is refused.
      try FileManager.default.copyItem(
        atPath: served.folder.path("keys/\(name).key"), toPath: file)
    }
    try await served.editor.roles.rotate(role, to: [key.publicKey])
  }

  @Test("a server that signs before it has read a rotation uses the new keys at once")
  func rotationBeforeRead() async throws {
    let (served, _) = try await served()
    for number in 3...4 {
      try await served.publish(number) {
        $0.options.plan = RolloutPlan([.init(rollout: 100), .init(rollout: 10_000)])
      }
    }
    let state = ServerState()
    state.record(
      StoreSnapshot(version: 1, apps: [:], channels: [try await served.contents()]), StoreHealth())
    let brake = try EditedBrake(
      { served.store }, keys: ["brake", "online"].map { served.folder.path("keys/\($0).key") },
      root: served.editor.pinnedRoot, now: { .now() })
    try await brake.check()
    let service = BrakeService(
      BrakePolicy(), store: brake,
      reports: try ReportDatabase(served.folder.path("rotated.sqlite")), state: state,
      every: .seconds(1), logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
      now: { .now() })
    try await rotate(.online, of: served, to: "online-2", replacingFile: true)
    try await service.evaluate()
    #expect(service.status.stepCount == 2 && service.status.evaluationCount == 1)
    try await rotate(.brake, of: served, to: "brake-2", replacingFile: true)
    try await brake.renew()
    try await rotate(.online, of: served, to: "online-3", replacingFile: false)
    await #expect(throws: ServeError.self) { try await brake.renew() }
  }

  @Test("a rotation withdraws a key of the server, which then uses the new one or says so")
  func rotation() async throws {
    let (served, releases) = try await served()
    try await ServerProcess.run(served, Self.options) { server in
      #expect(
        try await eventually { try await metrics(server).values["eros_brake_working"] == 1 })
      try await rotate(.online, of: served, to: "online-2", replacingFile: true)
      try await post(server, releases[1], failed: 50)
      #expect(try await waitForLimit(served).number == 2)
      try await rotate(.online, of: served, to: "online-3", replacingFile: false)
      #expect(
        try await eventually { try await metrics(server).values["eros_brake_working"] == 0 })
    }
    let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
    #expect(log.contains("the key of --online is not a key of the role"))
    #expect(log.contains("after a rotation, replace the file of --online"))
  }

  @Test("with keys of another store, the server brakes nothing and says so")
  func wrongKeys() async throws {
    let (served, releases) = try await served()
    try await served.editor.roles.removeBrake()
    try await ServerProcess.run(served, Self.options) { server in
      try await post(server, releases[1], failed: 50)
      #expect(
        try await eventually { try await metrics(server).values["eros_brake_working"] != nil })
      #expect(try await metrics(server).values["eros_brake_working"] == 0)
      #expect(try await fetched(served, server).release?.number == 2)
    }
    let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
    #expect(log.contains("the store does not have a brake"))
  }

  @Test(
    "options that cannot brake are refused",
    arguments: [
      (["--brake-key", "keys/brake.key"], 64), (["--online", "keys/online.key"], 64),
      (["--brake-failures", "0"], 64), (["--brake-minimum", "0"], 64),
      (["--brake-hours", "0"], 64), (["--brake-rollout", "100"], 64),
      (["--brake-key", "no.key", "--online", "keys/online.key"], 66),
      (["--brake-key", "keys/brake.pub", "--online", "keys/online.key"], 65),
    ] as [([String], Int32)])
  func options(_ options: [String], status: Int32) async throws {
    let (served, _) = try await served()
    let result = try await runTool(
      Tool.built("eros-server"),
      ["--store", "store", "--config", "server.json", "--listen", "127.0.0.1:0"] + options,
      in: served.folder.path)
    #expect(result.status == status, "\(result.standardError)")
  }

  @Test("a store that is only read, and a server without reports, cannot brake")
  func needs() async throws {
    let (served, _) = try await served()
    func run(_ store: String) async throws -> Int32 {
      try await runTool(
        Tool.built("eros-server"),
        ["--store", store, "--config", "server.json", "--listen", "127.0.0.1:0"] + Self.options,
        in: served.folder.path
      ).status
    }
    #expect(try await run("http://127.0.0.1:1/") == 64)
    try served.folder.write(TestStore.config, to: "server.json")
    #expect(try await run("store") == 65)
  }
}
