import ErosCore
import ErosCrypto
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosExplain

/// A healthy store and a healthy device in memory: each step is the real decision of the device.
private struct HealthyHistory {
  static let start: Int64 = 1_700_000_000_000

  var generator: SeededGenerator
  var now = start
  var contents: ChannelContents
  var history: [HistoryPage.Entry] = []
  var state = SandboxState()
  var numbers: [TreeHash: Int64] = [:]
  var log = DecisionLog()
  let id: DeviceID
  /// The last update of the device, and its time.
  var last: (decision: Decision, time: Int64)?

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    contents = ChannelContents(try ChannelName("my-app/production"))
    id = try #require(DeviceID("device \(seed)"))
  }

  mutating func step() throws {
    now += Int64.random(in: 60_000...40_000_000, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1: try publish()
    case 2: raise()
    case 3...6: try update(.fetch)
    case 7: try update(.check)
    default: launch()
    }
  }

  private mutating func publish() throws {
    let number = Int64(history.count + 1)
    let digest = try SHA256Digest.of(Array("\(number)".utf8).span)
    let release = ChannelRelease(
      number: number, tree: try #require(TreeHash("\(digest)")),
      jsVersion: try #require(BundleVersion(String("\(digest)".prefix(32)))), built: now - 1000,
      native: [:], rollout: Bool.random(using: &generator) ? 10_000 : 3000,
      salt: String("\(digest)".prefix(32)), notes: nil,
      bundle: TargetFile(length: 1, digest: digest), deltas: [])
    contents.releases = ([release] + contents.releases).prefix(3).map { $0 }
    history.insert(HistoryPage.Entry(release, published: now), at: 0)
  }

  private mutating func raise() {
    guard !contents.releases.isEmpty else { return }
    contents.releases[0].rollout = 10_000
  }

  private mutating func update(_ event: Decision.Event) throws {
    let time = Timestamp(milliseconds: now)
    var decision: Decision
    if contents.releases.isEmpty {
      decision = Decision(event, .failed, at: time, reason: .noRelease)
    } else {
      let device = FetchDevice(state: state, numbers: numbers, app: nil, id: id, now: now)
      let result = try device.decide(contents)
      switch result.outcome {
      case .install:
        decision = Decision(event, event == .fetch ? .staged : .available, at: time)
        if event == .fetch, let release = result.release { try stage(release) }
      case .upToDate: decision = Decision(event, .upToDate, at: time)
      case .refused: decision = Decision(event, .notIncluded, at: time)
      }
      decision.number = result.release?.number
      decision.release = result.release?.tree
      decision.skipped = result.skipped.filter { $0.number != result.release?.number }.prefix(4)
        .map { .init(number: $0.number, reason: .notIncluded) }
    }
    decision.channel = "my-app/production"
    log.add(decision)
    last = (decision, now)
  }

  private mutating func stage(_ release: ChannelRelease) throws {
    let digest = try SHA256Digest.of(Array("x".utf8).span)
    let installed = InstalledRelease(
      tree: release.tree, timestamp: Timestamp(milliseconds: release.built), android: nil,
      iOS: nil, digests: .init(zip: digest, config: digest, manifest: digest),
      sizes: .init(zip: 1, pages: 1))
    state = state.step(.stage(installed)).state
    numbers[release.tree] = release.number
  }

  private mutating func launch() {
    let (next, actions) = state.step(
      .launch(.init(token: "t", now: Timestamp(milliseconds: now))))
    state = next
    guard case .run(let run)? = actions.last, let token = run.token else { return }
    log.add(Decision(.launch, .trial, at: Timestamp(milliseconds: now)))
    // The page appears, sometimes only after the second launch.
    guard state.trial?.attempts ?? 0 > 1 || Bool.random(using: &generator) else { return }
    state = state.step(.confirm(token: token)).state
    log.add(Decision(.confirm, .confirmed, at: Timestamp(milliseconds: now)))
  }

  var explanation: Explanation? {
    var record = DecisionRecord(
      created: Timestamp(milliseconds: now), decisions: log.decisions, state: state.withoutTokens)
    record.channels = [
      "my-app/production": .init(
        checked: last.map { Timestamp(milliseconds: $0.time) }, numbers: numbers)
    ]
    record.disk = .init(isWritable: true, free: 1024)
    var store = StoreEvidence(channels: ["my-app/production"], timestamp: 1, expiries: [:])
    store.contents = contents
    store.history = history
    return Explainer.explain(
      record, store, channel: "my-app/production", now: Timestamp(milliseconds: now))
  }

  /// The explanation for a document that names another channel.
  func explanation(channel: String) -> Explanation? {
    let record = DecisionRecord(
      created: Timestamp(milliseconds: now), decisions: log.decisions, state: state.withoutTokens)
    let store = StoreEvidence(channels: ["my-app/production"], timestamp: 1, expiries: [:])
    return Explainer.explain(
      record, store, channel: channel, now: Timestamp(milliseconds: now))
  }

  /// The cause according to what really happened; `nil` if the device has the newest release.
  var truth: ExplanationCause? {
    guard let newest = history.first else { return .noRelease }
    if state.trial?.release.tree == newest.release.tree { return .onTrial }
    if state.pending?.tree == newest.release.tree { return .staged }
    if state.knownGood(for: nil).first?.tree == newest.release.tree { return nil }
    guard let last else { return .neverChecked }
    guard last.time / 1000 >= newest.published / 1000 else { return .notChecked }
    let decision = last.decision
    let isRefused =
      decision.number == newest.release.number && decision.outcome == .notIncluded
      || decision.skipped.contains { $0.number == newest.release.number }
    if isRefused { return contents.releases[0].rollout < 10_000 ? .outsideRollout : .notChecked }
    return decision.outcome == .available ? .notFetched : nil
  }
}

@Suite("eros explain invents no cause")
struct HealthyHistoryTests {
  /// The document of a device is untrusted, and a remedy is copied to a shell.
  @Test(
    "a command contains no channel of the document that is not a name",
    arguments: ["x; y", "a/`y`", "a/\u{1B}[2J", "a/$(y)"])
  func hostileChannel(_ channel: String) throws {
    let history = try HealthyHistory(seed: 1)
    let explanation = try #require(history.explanation(channel: channel))
    #expect(explanation.findings.map(\.cause) == [.unknownChannel])
    for finding in explanation.findings { #expect(!finding.remedy.contains(channel)) }
    let valid = try #require(history.explanation(channel: "my-app/other"))
    #expect(valid.findings.contains { $0.remedy.contains("my-app/other") })
  }

  @Test("random healthy histories have no cause")
  func healthy() throws {
    // `Tests/Slow/run healthy-histories` sets the number.
    let count =
      ProcessInfo.processInfo.environment["EROS_HEALTHY_HISTORIES"].flatMap { UInt64($0) } ?? 150
    var causes: [ExplanationCause?: Int] = [:]
    for seed in 1...count {
      var history = try HealthyHistory(seed: seed)
      for step in 0..<20 {
        try history.step()
        let explanation = try #require(history.explanation)
        let expected = [history.truth].compactMap(\.self)
        try #require(
          explanation.findings.map(\.cause) == expected,
          "seed \(seed), step \(step): \(explanation), last \(String(describing: history.last))")
        causes[history.truth, default: 0] += 1
      }
    }
    #expect(causes.count >= 8, "\(causes)")
  }
}
