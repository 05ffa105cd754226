import ErosCore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosDevice

/// A device that follows two channels, in the implementation and in a ``ChannelModel``.
///
/// Publishers, the brake, the app and its host act in a random order. After each step, the two must
/// agree, and the invariants of docs/sandbox.md must hold for the files on the disk.
struct ChannelHistory {
  /// A difference or a broken invariant.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// The numbers of steps that had an effect, by its name.
  private(set) var counts: [String: Int] = [:]

  private let seed: UInt64
  private var random: SeededGenerator
  private var log: [String] = []

  // The store.
  private var channels: [ChannelContents]
  private var newest = [Int64](repeating: 0, count: 2)
  private var isTester = [false, false]
  private var builds = 0
  /// All releases, by name.
  private var releases: [TreeHash: ModelRelease] = [:]
  private var installed: [ModelRelease: InstalledRelease] = [:]

  // The device.
  private let id: DeviceID
  private var state = SandboxState()
  private var record = CheckRecord()
  private var model = ChannelModel()
  private var followed = 0
  private var appVersion = 1
  /// The bundle of each version of the app; empty for an app that downloads its first release.
  private var bundles: [Int: ModelRelease] = [:]
  private let hasBundle: Bool
  private var tokenCount = 0
  /// The releases in the folder of the sandbox.
  private var disk: Set<TreeHash> = []
  /// The releases whose pages the running app may have open.
  private var open: Set<TreeHash> = []

  init(seed: UInt64) throws {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    hasBundle = !random.isOne(in: 4)
    self.random = random
    channels = try ["production", "beta"].map {
      ChannelContents(try ChannelName("my-app/\($0)"))
    }
    id = try #require(DeviceID("device \(seed)"))
  }

  mutating func step() throws {
    switch random.pick(1...40) {
    case 1...3: try publish()
    case 4: try promote()
    case 5...7: try changeOffer()
    case 8: isTester[random.pick(0...1)].toggle()
    case 9...11: followed = 1 - followed
    case 12...20: try fetch()
    case 21: try check()
    case 22...28: try launch(.foreground)
    case 29: try launch(.background)
    case 30...32: try apply()
    case 33...35: try confirm()
    case 36...37: try rollBack()
    case 38: try unblock()
    case 39: try stageFile()
    default: try updateApp()
    }
  }

  // MARK: - The store

  private mutating func makeRelease(needs: Int) throws -> ModelRelease {
    builds += 1
    let name = "r\(builds)"
    let salt = try DecisionModel.release(1, name).salt
    let release = ModelRelease(build: builds, needs: needs, bucket: try id.bucket(salt: salt))
    releases[try DecisionModel.tree(name)] = release
    installed[release] = try DecisionModel.installed(
      name, hour: Int64(builds) - 5000, iOS: "\(needs).0.0")
    return release
  }

  private mutating func list(_ release: ModelRelease, in index: Int) throws {
    newest[index] += 1
    let listed = try DecisionModel.release(
      newest[index], "r\(release.build)", hour: Int64(release.build) - 5000,
      rollout: [10_000, 10_000, 10_000, 3000, 0][random.pick(0...4)],
      native: [.ios: "\(release.needs).0.0"])
    channels[index].releases = [listed] + channels[index].releases.prefix(2)
  }

  private mutating func publish() throws {
    let index = random.pick(0...1)
    log.append("publish \(builds + 1) in \(index)")
    try list(makeRelease(needs: random.isOne(in: 6) ? 2 : 1), in: index)
  }

  /// Offers a release of one channel in the other one.
  private mutating func promote() throws {
    let index = random.pick(0...1)
    guard let tree = channels[1 - index].releases.randomElement(using: &random)?.tree,
      let release = releases[tree], !channels[index].releases.contains(where: { $0.tree == tree })
    else { return }
    log.append("promote \(release.build) to \(index)")
    try list(release, in: index)
  }

  private mutating func changeOffer() throws {
    let index = random.pick(0...1)
    let avoided = channels[index].releases.indices.filter {
      state.avoided.contains(channels[index].releases[$0].tree)
    }
    // A publisher asks to try again what has failed.
    let isRetry = !avoided.isEmpty && !random.isOne(in: 3)
    let places = isRetry ? avoided : Array(channels[index].releases.indices)
    guard let place = places.randomElement(using: &random) else { return }
    var release = channels[index].releases[place]
    switch isRetry ? 5 : random.pick(1...5) {
    case 1: release.isPaused.toggle()
    case 2: release.rollout = [0, 3000, 10_000][random.pick(0...2)]
    case 3:
      let share = [0, 1000, ChannelRelease.fullRollout][random.pick(0...2)]
      release.limit = .init(number: release.number, rollout: share, time: 0, reason: nil)
    default: release.retries += 1
    }
    log.append(
      """
      offer \(release.number) in \(index): paused \(release.isPaused), rollout \(release.rollout), \
      limit \(release.limit?.rollout ?? -1), retries \(release.retries)
      """)
    channels[index].releases[place] = release
  }

  private func offers() throws -> [ChannelModel.Offer] {
    try channels[followed].releases.map {
      ChannelModel.Offer(
        number: $0.number, release: try #require(releases[$0.tree]), isPaused: $0.isPaused,
        rollout: $0.rollout, limit: $0.limit?.rollout, retries: $0.retries)
    }
  }

  // MARK: - Updates

  /// Checks the channel, as the first part of a fetch does.
  private mutating func check() throws {
    let channel = channels[followed].name
    log.append("check \(followed)")
    record.add(
      channel, channels[followed].releases, checked: Timestamp(milliseconds: DecisionModel.now),
      keeping: state.references)
    try model.check(offers(), of: channel.description)
    try compare()
  }

  private mutating func fetch() throws {
    let contents = channels[followed]
    // A channel without a release is an error of the fetch.
    guard !contents.releases.isEmpty else { return try check() }
    record.add(
      contents.name, contents.releases, checked: Timestamp(milliseconds: DecisionModel.now),
      keeping: state.references)
    if let pending = state.pending?.tree,
      record.foreignReleases(to: contents.name).contains(pending)
    {
      try perform(.unstage(pending))
      if state.pending == nil { count("unstaged") }
    }
    var device = FetchDevice(
      state: state, numbers: record[contents.name].numbers,
      foreign: record.foreignReleases(to: contents.name), app: state.app, id: id,
      now: DecisionModel.now)
    device.isTester = isTester[followed]
    let decision = try device.decide(contents)
    let expected = try model.fetch(
      offers(), of: contents.name.description, isTester: isTester[followed])
    log.append("fetch \(followed): \(expected)")
    guard decision.summary == expected else { throw broken("decision \(decision.summary)") }
    if case .install = decision.outcome, let release = decision.release {
      let isRetry = state.avoided.contains(release.tree)
      record[contents.name].numbers[release.tree] = release.number
      try stage(release.tree, retries: release.retries)
      count(isRetry ? "retried" : "staged")
    }
    try compare()
  }

  /// Stages a file that the host has downloaded.
  private mutating func stageFile() throws {
    guard let tree = releases.keys.sorted().randomElement(using: &random),
      let release = releases[tree]
    else { return }
    log.append("stage \(release.build)")
    model.stage(release)
    try stage(tree, retries: 0)
    try compare()
  }

  private mutating func stage(_ tree: TreeHash, retries: Int) throws {
    let release = try #require(releases[tree].flatMap { installed[$0] })
    disk.insert(tree)
    try perform(.stage(release, retries: retries))
  }

  // MARK: - The app

  private mutating func launch(_ kind: LaunchKind) throws {
    if hasBundle, bundles[appVersion] == nil || random.isOne(in: 60) {
      bundles[appVersion] = try makeRelease(needs: appVersion)
    }
    let bundle = random.isOne(in: 8) ? nil : bundles[appVersion]
    let version = random.isOne(in: 8) ? nil : appVersion
    let token = newToken()
    log.append("\(kind) launch, bundle \(bundle?.build ?? 0), app \(version ?? 0), \(token)")
    let expected = model.launch(
      embedded: bundle, app: version, isForeground: kind == .foreground, token: token)
    let embedded = try bundle.map {
      let release = try #require(installed[$0])
      disk.insert(release.tree)
      return (release: release, source: try DecisionModel.digest("zip \($0.build)"))
    }
    // The process of the last launch has ended.
    if kind == .foreground { open = [] }
    let blocked = state.blocked.count
    let response = try perform(
      .launch(
        .init(
          kind: kind, embedded: embedded, app: version.flatMap { Self.app($0) }, token: token,
          now: Timestamp(milliseconds: DecisionModel.now), attempts: ChannelModel.launches)))
    if state.blocked.count > blocked { count("blocked") }
    try check(response, expected, isForeground: kind == .foreground)
  }

  private mutating func apply() throws {
    let token = newToken()
    log.append("apply, \(token)")
    let expected = model.apply(token: token)
    let response = try perform(
      .apply(.init(token: token, now: Timestamp(milliseconds: DecisionModel.now))))
    if expected != nil { count("applied") }
    try check(response, expected, isForeground: true)
  }

  private mutating func confirm() throws {
    let current = model.trial?.token
    let token = [nil, current, current, model.confirmedToken, "stale"][random.pick(0...4)]
    log.append("confirm \(token ?? "any")")
    let isValid = model.confirm(token: token)
    let response = try perform(.confirm(token: token))
    var isRefused = false
    if case .refuse = response { isRefused = true }
    guard isRefused != isValid else { throw broken("a confirmation is lost or wrong") }
    if let current, token == nil || token == current { count("confirmed") }
    try compare()
  }

  private mutating func rollBack() throws {
    let release = model.kept.sorted { $0.build < $1.build }.randomElement(using: &random)
    var (target, expected) = (RollbackTarget.previous, ChannelModel.Target.previous)
    switch random.pick(1...4) {
    case 1: (target, expected) = (.embedded, .embedded)
    case 2:
      if let release, let tree = installed[release]?.tree {
        (target, expected) = (.release(tree), .release(release))
      }
    default: break
    }
    log.append("roll back to \(expected)")
    if model.rollBack(to: expected) { count("rolled back") }
    try perform(.rollback(to: target))
    try compare()
  }

  private mutating func unblock() throws {
    let tree = random.isOne(in: 3) ? nil : state.avoided.randomElement(using: &random)
    log.append("unblock \(tree.flatMap { releases[$0]?.build } ?? 0)")
    if !state.avoided.isEmpty { count("unblocked") }
    model.unblock(tree.flatMap { releases[$0] })
    try perform(.unblock(tree))
    try compare()
  }

  /// Replaces the app by its other version, rarely by one that is older.
  private mutating func updateApp() throws {
    guard appVersion == 1 || random.isOne(in: 4) else { return }
    appVersion = 3 - appVersion
    log.append("app \(appVersion)")
  }

  private mutating func newToken() -> String {
    tokenCount += 1
    return "t\(tokenCount)"
  }

  private static func app(_ version: Int) -> NativeApp? {
    NativeVersion("\(version).0.0").map { NativeApp(version: $0, platform: .ios) }
  }

  // MARK: - Checks

  /// Performs an event on the state and the disk, and returns the last action.
  @discardableResult
  private mutating func perform(_ event: SandboxEvent) throws -> SandboxAction? {
    let (next, actions) = state.step(event)
    state = next
    for case .collect(let kept) in actions { disk.formIntersection(kept) }
    guard open.isSubset(of: disk) else { throw broken("open pages were deleted") }
    guard state.references.isSubset(of: disk) else { throw broken("a release was deleted") }
    return actions.last
  }

  /// Checks the release that a launch or an application runs.
  private mutating func check(
    _ response: SandboxAction?, _ expected: ChannelModel.Run?, isForeground: Bool
  ) throws {
    var run: ChannelModel.Run?
    if case .run(let found)? = response {
      let release = try #require(releases[found.release])
      guard disk.contains(found.release) else { throw broken("the release is not on the disk") }
      guard model.blocked[release] == nil else { throw broken("a blocked release runs") }
      if isForeground { open.insert(found.release) }
      run = ChannelModel.Run(release: release, token: found.token)
    }
    guard run == expected else {
      throw broken("\(String(describing: run)) runs, expected \(String(describing: expected))")
    }
    if open.count > 1 { count("several trees open") }
    try compare()
  }

  private func compare() throws {
    let observed = ChannelModel(state, record, releases)
    guard observed == model else { throw broken("\(observed)\nexpected \(model)") }
  }

  private mutating func count(_ event: String) { counts[event, default: 0] += 1 }

  private func broken(_ text: String) -> Broken {
    Broken(description: "seed \(seed): \(text)\n" + log.joined(separator: "\n"))
  }
}

extension ChannelModel {
  /// The state of the implementation in the form of the model.
  fileprivate init(
    _ state: SandboxState, _ record: CheckRecord, _ releases: [TreeHash: ModelRelease]
  ) {
    func named(_ tree: TreeHash?) -> ModelRelease? { tree.flatMap { releases[$0] } }
    func major(_ app: NativeApp?) -> Int? {
      app.flatMap { Int($0.version.description.prefix { $0 != "." }) }
    }
    app = major(state.app)
    embedded = named(state.embedded?.release.tree)
    embeddedApp = major(state.embedded?.app)
    active = named(state.active)
    running = named(state.running)
    applied = Set(state.applied.compactMap { releases[$0] })
    pending = named(state.pending?.tree)
    trial = state.trial.flatMap { trial in
      named(trial.release.tree).map {
        Trial(release: $0, launches: trial.attempts, token: trial.token)
      }
    }
    confirmed = state.confirmed.compactMap { releases[$0.tree] }
    withdrawn = Set(state.withdrawn.compactMap { releases[$0] })
    for entry in state.blocked {
      guard let release = releases[entry.release] else { continue }
      blocked[release] = Block(reason: entry.reason.rawValue, launches: entry.count)
    }
    failed = named(state.failed)
    for entry in state.retried {
      guard let release = releases[entry.release] else { continue }
      retried[release] = entry.count
    }
    confirmedToken = state.lastConfirmed?.token
    for (channel, checks) in record.allChannels where !checks.numbers.isEmpty {
      numbers[channel] = [:]
      for (tree, number) in checks.numbers {
        if let release = releases[tree] { numbers[channel]?[release] = number }
      }
    }
  }
}

/// `EROS_CHANNEL_MODEL_STEPS` changes the number of steps; see `Tests/Slow/run channel-model`.
@Suite("Channels, trials and applications", .timeLimit(.minutes(60)))
struct ChannelModelTests {
  private static let stepCount =
    ProcessInfo.processInfo.environment["EROS_CHANNEL_MODEL_STEPS"].flatMap(Int.init) ?? 20_000
  /// The number of steps in a history.
  private static let length = 60

  @Test("follow the model in random histories, and mix no trees")
  func histories() throws {
    var counts: [String: Int] = [:]
    let histories = (Self.stepCount + Self.length - 1) / Self.length
    for seed in 1...UInt64(histories) {
      var history = try ChannelHistory(seed: seed)
      for _ in 0..<Self.length { try history.step() }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    // Each event occurs often enough to be tested.
    for event in [
      "staged", "retried", "unstaged", "applied", "several trees open", "confirmed", "blocked",
      "rolled back", "unblocked",
    ] {
      #expect(counts[event, default: 0] * 20 >= histories, "\(event): \(counts)")
    }
  }
}
