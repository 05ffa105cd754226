import ErosCore
import ErosCrypto
import ErosStore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosTrust

/// Compares the decisions of a device with an independent implementation over python-tuf.
@Suite(
  "python-tuf and the rules of the design", .phase(.servers), .needsPythonPackages, .temporaryFolder
)
struct PythonDecisionTests {
  /// The number of random histories; `EROS_TUF_HISTORIES` changes it.
  static let historyCount =
    ProcessInfo.processInfo.environment["EROS_TUF_HISTORIES"].flatMap(Int.init) ?? 100
  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Interop/decide.py").path(percentEncoded: false)

  @Test("give the same decisions in random histories of stores", .timeLimit(.minutes(20)))
  func decisions() async throws {
    let folder = try TemporaryFolder.ofTest()
    let base = try FolderStore(folder.path("empty"), creating: true)
    var histories: [ModelDevice.History] = []
    for seed in 1...UInt64(Self.historyCount) {
      histories.append(try await ModelDevice.history(seed: seed, over: base))
    }
    let text = histories.map { String(decoding: JSONWriter.write($0.json), as: UTF8.self) }
    try folder.write(text.joined(separator: "\n"), to: "histories.jsonl")
    let result = try await runTool(
      Tool.testPython, [Self.script, folder.path("histories.jsonl")], seconds: 1200)
    try #require(result.status == 0, "\(result.standardError)")
    let lines = result.standardOutput.split(separator: "\n")
    try #require(lines.count == histories.count)
    var counts: [String: Int] = [:]
    for (index, (history, line)) in zip(histories, lines).enumerated() {
      let expected = try #require(JSONReader.read(Array(line.utf8), file: "python").value.array)
      try #require(expected.count == history.results.count)
      for (step, (found, node)) in zip(history.results, expected).enumerated() {
        let other = ModelDevice.Result(node.value)
        counts[found.decision, default: 0] += 1
        try #require(found.matches(other), "seed \(index + 1), step \(step): \(found), \(other)")
      }
    }
    let brakes = histories.flatMap(\.results).count { $0.isBraked }
    #expect(brakes * 5 >= Self.historyCount, "\(brakes)")
    // Each decision occurs often enough to be tested.
    for decision in [
      "install", "up to date", "rejected", "paused", "waits for app", "not included", "blocked",
    ] {
      #expect(counts[decision, default: 0] * 50 >= Self.historyCount, "\(counts)")
    }
  }
}

/// A device that updates from a random store, and runs or loses its releases at random.
struct ModelDevice {
  /// The result of an update, as `decide.py` prints it.
  struct Result: CustomStringConvertible {
    var decision = "rejected"
    var release: Int64?
    var path: String?
    var length: Int64?
    /// The stored versions of root, timestamp, snapshot and targets.
    var versions: [Int64?] = []
    /// The error of this project, for messages.
    var error: String?
    /// Whether the brake limits the release.
    var isBraked = false

    var description: String {
      "\(decision) \(release ?? 0) \(path ?? "") \(length ?? 0) \(versions) \(error ?? "")"
    }

    func matches(_ other: Result) -> Bool {
      // After an error, python-tuf keeps files that the next update replaces or ignores.
      decision == other.decision && release == other.release && path == other.path
        && length == other.length && versions.first == other.versions.first
        && (decision == "rejected" || versions == other.versions)
    }
  }

  /// The steps for `decide.py`, and the results of this project.
  struct History {
    var steps: [JSONValue] = []
    var results: [Result] = []

    var json: JSONValue { .sorted(["steps": .list(steps)]) }
  }

  private var random: SeededGenerator
  private var channel: ChannelName
  private var device: FetchDevice
  private var stored = StoredMetadata()
  private var pinnedRoot: [UInt8] = []
  private var isNew = true

  /// Returns a history of 3 to 8 updates.
  static func history(seed: UInt64, over base: FolderStore) async throws -> History {
    var random = SeededGenerator(seed: seed)
    var store = try await StoreHistory(over: base, using: &random)
    var model = try ModelDevice(store, random)
    var history = History()
    var before: [String: [UInt8]] = [:]
    for _ in 1...model.random.pick(3...8) {
      for _ in 1...model.random.pick(1...5) { try await store.step(using: &model.random) }
      if model.random.isOne(in: 8) { model = try ModelDevice(store, model.random) }
      try model.change(store)
      let files = store.served(using: &model.random)
      history.steps.append(model.step(files, since: before, now: store.now))
      history.results.append(try model.update(from: files, now: store.now))
      before = files
    }
    return history
  }

  private init(_ store: StoreHistory, _ generator: SeededGenerator) throws {
    random = generator
    channel = try store.channel(using: &random)
    pinnedRoot = try store.pinnedRoot(using: &random)
    var state = SandboxState()
    if random.isOne(in: 2) {
      let hour = Int64(random.pick(-1000...100))
      state = DecisionModel.state(
        try DecisionModel.launch(try DecisionModel.installed("app", hour: hour)))
    }
    let platform = [Platform.ios, .android, nil][random.pick(0...2)]
    device = try DecisionModel.device(
      state, app: random.isOne(in: 4) ? nil : "\(random.pick(1...3)).0", platform: platform,
      id: "device \(random.next() % 100)")
  }

  /// Starts the app, confirms releases, rolls back, or changes the channel.
  private mutating func change(_ store: StoreHistory) throws {
    for _ in 0..<random.pick(0...4) {
      switch random.pick(1...11) {
      case 1...5: apply(try DecisionModel.launch())
      case 6...7: apply(.confirm(token: nil))
      case 8...10: apply(.rollback(to: .previous))
      default:
        try follow(store.channel(using: &random))
      }
    }
  }

  /// Changes the channel, and rarely loses the record of the last checks.
  private mutating func follow(_ other: ChannelName) throws {
    guard other.description != channel.description || random.isOne(in: 4) else { return }
    device.foreign = random.isOne(in: 4) ? [] : device.foreign.union(device.numbers.keys)
    device.numbers = [:]
    channel = other
  }

  private mutating func apply(_ event: SandboxEvent) {
    device.state = device.state.step(event).state
  }

  // MARK: - Updating

  private mutating func update(from files: [String: [UInt8]], now: Int64) throws -> Result {
    isNew = false
    device.now = now
    var result = Result()
    do {
      let contents = try contents(from: files, now: now)
      let kept = device.state.references
      device.numbers = device.numbers.filter { kept.contains($0.key) }
      for release in contents.releases.reversed() where kept.contains(release.tree) {
        device.numbers[release.tree] = release.number
      }
      device.foreign.formIntersection(kept)
      device.foreign.subtract(device.numbers.keys)
      result = try install(device.decide(contents))
    } catch let error as TrustError {
      result.error = "\(error)"
    } catch ChannelLookup.missing {
      result.error = "no channel"
    }
    result.versions = ["root", "timestamp", "snapshot", "targets"].map { role in
      guard let bytes = stored.files["\(role).json"],
        let object = try? JSONReader.read(bytes, file: role).value.object
      else { return nil }
      return object["signed"]?.object?["version"]?.integer
    }
    return result
  }

  private enum ChannelLookup: Error { case missing }

  private mutating func contents(
    from files: [String: [UInt8]], now: Int64
  ) throws -> ChannelContents {
    var update = try TrustUpdate(stored: stored, pinnedRoot: pinnedRoot, now: now)
    try run(&update, files)
    var brake = Brake()
    if update.hasBrake {
      update.find(Brake.probePath)
      try run(&update, files)
      brake = try update.brake()
    }
    update.find(channel.probePath)
    try run(&update, files)
    guard let metadata = update.targets[RoleName(channel.role)] else {
      throw ChannelLookup.missing
    }
    var contents = try ChannelContents(channel, metadata)
    contents.apply(brake)
    return contents
  }

  private mutating func run(_ update: inout TrustUpdate, _ files: [String: [UInt8]]) throws {
    while let step = try update.next() {
      switch step {
      case .fetch(let request):
        update.receive(files[request.path].map { .bytes($0) } ?? .missing)
      case .change(let change): stored.apply(change)
      }
    }
  }

  private mutating func install(_ decision: FetchDecision) throws -> Result {
    var result = Result()
    result.release = decision.release?.number
    result.isBraked = decision.release?.activeLimit != nil
    switch decision.outcome {
    case .upToDate:
      result.decision = "up to date"
      result.release = nil
    case .refused(let obstacle):
      if case .waitsForApp = obstacle {
        result.decision = "waits for app"
      } else {
        result.decision = obstacle.name
      }
    case .install(let artifacts):
      let release = try #require(decision.release)
      result.decision = "install"
      result.path = artifacts.first?.path
      result.length = artifacts.first?.file.length
      device.numbers[release.tree] = release.number
      apply(.stage(try DecisionModel.installed(release), retries: release.retries))
    }
    return result
  }

  // MARK: - JSON

  private func step(
    _ files: [String: [UInt8]], since before: [String: [UInt8]], now: Int64
  ) -> JSONValue {
    func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
    var changed = files.filter { before[$0.key] != $0.value }.mapValues(text)
    for name in before.keys where files[name] == nil { changed[name] = .null }
    return .sorted([
      "root": isNew ? text(pinnedRoot) : .null, "now": .integer(now / 1000),
      "files": .sorted(changed), "channel": .string(channel.description), "device": facts(at: now),
    ])
  }

  private func facts(at now: Int64) -> JSONValue {
    let state = device.state
    func json(_ release: InstalledRelease?) -> JSONValue {
      release.map {
        .sorted([
          "tree": .string($0.tree.description), "built": .integer($0.timestamp.milliseconds),
          "seen": $0.seen.map { .integer($0.milliseconds) } ?? .null,
        ])
      } ?? .null
    }
    let numbers = device.numbers.map { ($0.key.description, JSONValue.integer($0.value)) }
    return .sorted([
      "pending": json(state.pending), "trial": json(state.trial?.release),
      "confirmed": .list(state.confirmed.map(json)), "embedded": json(state.embedded?.release),
      "bad": .list(
        (state.blocked.map(\.release) + state.withdrawn).map { .string($0.description) }),
      "failed": .string(orNull: state.failed?.description),
      "numbers": .sorted(Dictionary(uniqueKeysWithValues: numbers)),
      "retried": .sorted(
        Dictionary(
          uniqueKeysWithValues: state.retried.map {
            ($0.release.description, .integer(Int64($0.count)))
          })),
      "foreign": .list(device.foreign.map { .string($0.description) }),
      "app": .string(orNull: device.app?.version.description),
      "platform": .string(orNull: device.app?.platform?.rawValue), "id": .string(device.id.text),
      "now": .integer(now),
    ])
  }
}

extension ModelDevice.Result {
  init(_ value: JSONValue) {
    let object = value.object
    decision = object?["decision"]?.string ?? ""
    release = object?["release"]?.integer
    path = object?["path"]?.string
    length = object?["length"]?.integer
    versions = object?["versions"]?.array?.map(\.value.integer) ?? []
  }
}

extension DecisionModel {
  /// Returns a release of a channel as a sandbox records it.
  static func installed(_ release: ChannelRelease) throws -> InstalledRelease {
    let digest = try digest("\(release.tree)")
    return InstalledRelease(
      tree: release.tree, timestamp: Timestamp(milliseconds: release.built),
      android: release.native[.android], iOS: release.native[.ios],
      digests: .init(zip: digest, config: digest, manifest: digest),
      sizes: .init(zip: 1, pages: 1))
  }
}
