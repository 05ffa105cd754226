import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

/// Random steps of a sandbox, for the implementations in other languages.
@Suite("Vectors of the sandbox")
struct StepVectorTests {
  /// The events, actions, reasons and refusals that vectors must contain.
  private static let kinds: Set<String> = [
    "launch", "background launch", "apply", "stage", "unstage", "confirm", "rollback", "unblock",
    "discardFailed", "lost", "repaired", "collect", "record", "link", "keep", "run", "refuse",
    "first-run", "embedded-newer", "trial", "confirmed", "recovered", "nothingToRun", "blocked",
    "alreadyOnTrial", "alreadyActive", "nothingOnTrial", "staleToken", "noRollbackTarget",
    "notEmbedded", "notKnownGood", "needsNewerApp",
  ]

  @Test("2,000 random steps, which contain every event, action, reason and refusal")
  func steps() throws {
    let vectors = StepVectors(seed: 1, count: 2000)
    #expect(Self.kinds.subtracting(vectors.kinds).isEmpty)
    #expect(vectors.steps.count == 2000)
    let text = Vectors.document(vectors.members)
    #expect(text.utf8.count <= 2 << 20)
    try Vectors.expect(vectors.members, in: "sandbox-steps.json")
  }

  /// Writes 100,000 other steps for `bindings/android/test --steps`.
  @Test(
    "further steps",
    .enabled(if: ProcessInfo.processInfo.environment["EROS_STEP_VECTORS"] != nil))
  func furtherSteps() throws {
    let folder = URL(
      filePath: try #require(ProcessInfo.processInfo.environment["EROS_STEP_VECTORS"]))
    for seed in 2...51 {
      let vectors = StepVectors(seed: UInt64(seed), count: 2000)
      try Data(Vectors.document(vectors.members).utf8)
        .write(to: folder.appending(path: "sandbox-steps-\(seed).json"))
    }
  }
}

/// Steps that begin again and again in an empty sandbox, and once in one whose lists are full.
private struct StepVectors {
  private static let runLength = 40
  private static let now: Int64 = 1_700_000_000_000
  private static let day: Int64 = 86_400_000

  private(set) var steps: [JSONValue] = []
  /// The kinds of events, actions, reasons and refusals of the steps.
  private(set) var kinds: Set<String> = []

  private let releases: [(name: String, release: InstalledRelease)]
  private var random: SeededGenerator
  private var state = SandboxState()
  /// The time of the last start, before it was clamped.
  private var reportedTime: Int64?

  init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    func release(
      _ number: UInt8, day: Int64, android: String? = nil, iOS: String? = nil, beside: UInt8? = nil
    ) -> InstalledRelease {
      makeRelease(
        number, timestamp: Self.now + day * Self.day, android: android, iOS: iOS, beside: beside)
    }
    releases = [
      ("own", release(1, day: -90)), ("newerOwn", release(2, day: -30)),
      ("older", release(3, day: -60, android: "1.0.0", iOS: "eros-template-version")),
      ("newer", release(4, day: -20, android: "1.0", iOS: "2.0.0")),
      ("newerAgain", release(4, day: -19, android: "1.1.0-rc.1", beside: 9)),
      ("demanding", release(5, day: -10, android: "2.0.0-beta.2", iOS: "1.5")),
      ("newest", release(6, day: -1)), ("future", release(7, day: 40)),
      ("laterFuture", release(8, day: 50, iOS: "1.0.0")),
    ]
    addFullRun()
    while steps.count < count {
      for number in 0..<min(Self.runLength, count - steps.count) {
        if number == 0 { state = SandboxState() }
        add(event(), startsRun: number == 0)
      }
    }
  }

  var members: KeyValuePairs<String, JSONValue> {
    let list = releases.map { JSONObject.Member(key: $0.name, node: JSONNode($0.release.json)) }
    return ["releases": .object(JSONObject(list)), "steps": .list(steps)]
  }

  // MARK: - Events

  /// Adds steps of a sandbox with as many blocked and retried releases as it may have.
  private mutating func addFullRun() {
    func tree(_ number: Int) -> TreeHash {
      var bytes = SIMD32(repeating: UInt8(number))
      bytes[0] = 0xFF
      return TreeHash(bytes: bytes)
    }
    let (own, newer) = (releases[0].release, releases[3].release)
    state = SandboxState().after([.start(own), .stage(newer), .start(own, app: "2.0.0")])
    state.blocked = (0..<SandboxState.maximumBlockedCount).map {
      .init(release: tree($0), reason: $0 % 2 == 0 ? .unconfirmed : .rolledBack, count: $0)
    }
    state.retried = (0..<SandboxState.maximumRetryCount).map { .init(release: tree($0), count: $0) }
    add(.rollback(to: .previous), startsRun: true)
    add(.stage(newer), startsRun: false)
    add(.stage(newer, retries: 1), startsRun: false)
    add(.start(own, app: "2.0.0"), startsRun: false)
  }

  private mutating func event() -> SandboxEvent {
    switch random.pick(1...40) {
    case 1...12: .launch(start())
    case 13...14: .apply(start())
    case 15...21: .stage(release(), retries: random.isOne(in: 5) ? random.pick(1...3) : 0)
    case 22: .unstage(tree())
    case 23...27: .confirm(token: random.isOne(in: 4) ? token() : nil)
    case 28...31: .rollback(to: target())
    case 32...33: .unblock(random.isOne(in: 3) ? nil : tree())
    case 34: .discardFailed
    case 35...36: .lost(tree())
    case 37...38: .repaired(release())
    case 39: .confirm(token: state.lastConfirmed?.token)
    default: .collect
    }
  }

  private mutating func start() -> SandboxEvent.Start {
    let embedded = random.isOne(in: 3) ? nil : releases[random.isOne(in: 5) ? 1 : 0].release
    let version = ["0.9", "1.0.0", "1.1.0", "2.0.0-beta.10", "2.0", "47"][random.pick(0...5)]
    let app = NativeVersion(version).map {
      NativeApp(version: $0, platform: [.android, .android, .ios, nil][random.pick(0...3)])
    }
    // Now and then, the clock of a device is wrong by days or by decades.
    let days: [Int64] = random.isOne(in: 6) ? [-5000, 45, 100] : [0, 1]
    var now = Self.now + days[random.pick(0...days.count - 1)] * Self.day
    if random.isOne(in: 60) {
      now = [-1, .max, .min, BundleManifest.timestamps.upperBound + 1][random.pick(0...3)]
    }
    reportedTime = now
    return SandboxEvent.Start(
      kind: random.isOne(in: 5) ? .background : .foreground,
      embedded: embedded.map { ($0, source: $0.digests.zip) },
      app: random.isOne(in: 4) ? nil : app, token: token(),
      now: Timestamp(milliseconds: now),
      attempts: random.isOne(in: 5) ? random.pick(0...3) : 2)
  }

  private mutating func token() -> String { "token\(random.pick(1...4))" }

  private mutating func release() -> InstalledRelease {
    releases[random.pick(0...releases.count - 1)].release
  }

  /// A release that the sandbox knows, in most cases.
  private mutating func tree() -> TreeHash {
    let known = state.references.union(state.avoided).sorted()
    guard !known.isEmpty, !random.isOne(in: 4) else { return release().tree }
    return known[random.pick(0...known.count - 1)]
  }

  private mutating func target() -> RollbackTarget {
    switch random.pick(1...4) {
    case 1...2: .previous
    case 3: .embedded
    default: .release(tree())
    }
  }

  // MARK: - Steps

  private mutating func add(_ event: SandboxEvent, startsRun: Bool) {
    let (next, actions) = state.step(event)
    let (before, after) = (state.json.object, next.json.object)
    var changes = JSONObject()
    for key in ((before?.members ?? []) + (after?.members ?? [])).map(\.key) {
      let value = after?[key] ?? .null
      if value.text != (before?[key] ?? .null).text { changes[key] = value }
    }
    steps.append(
      .members([
        "state": startsRun ? state.json : nil, "event": json(event), "changes": .object(changes),
        "actions": .list(actions.map { json($0) }),
      ]))
    state = next
    reportedTime = nil
  }

  private func name(of release: InstalledRelease) -> JSONValue? {
    releases.first { $0.release == release }.map { .string($0.name) }
  }

  private mutating func json(_ event: SandboxEvent) -> JSONValue {
    func members(_ kind: String, _ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
      kinds.insert(kind)
      var object = JSONObject()
      object["kind"] = .string(kind)
      for (key, value) in members { object[key] = value }
      return .object(object)
    }
    func start(_ kind: String, _ start: SandboxEvent.Start) -> JSONValue {
      if start.kind == .background { kinds.insert("background \(kind)") }
      return members(
        kind,
        [
          "token": .string(start.token), "now": .integer(reportedTime ?? start.now.milliseconds),
          "background": start.kind == .background ? .bool(true) : nil,
          "attempts": start.attempts == 2 ? nil : .integer(start.attempts),
          "app": start.app.map {
            .members([
              "version": .string($0.version.description),
              "platform": $0.platform.map { .string($0.rawValue) },
            ])
          },
          "embedded": start.embedded.flatMap { name(of: $0) },
          "source": start.source.map { .string($0.description) },
        ])
    }
    return switch event {
    case .launch(let launch): start("launch", launch)
    case .apply(let launch): start("apply", launch)
    case .stage(let release, let retries):
      members(
        "stage",
        ["release": name(of: release), "retries": retries == 0 ? nil : .integer(retries)])
    case .unstage(let tree): members("unstage", ["tree": .string(tree.description)])
    case .confirm(let token): members("confirm", ["token": token.map { .string($0) }])
    case .rollback(let target): members("rollback", ["to": json(target)])
    case .unblock(let tree): members("unblock", ["tree": tree.map { .string($0.description) }])
    case .discardFailed: members("discardFailed", [:])
    case .lost(let tree): members("lost", ["tree": .string(tree.description)])
    case .repaired(let release): members("repaired", ["release": name(of: release)])
    case .collect: members("collect", [:])
    }
  }

  private func json(_ target: RollbackTarget) -> JSONValue {
    switch target {
    case .previous: .string("previous")
    case .embedded: .string("embedded")
    case .release(let tree): .string(tree.description)
    }
  }

  private mutating func json(_ action: SandboxAction) -> JSONValue {
    switch action {
    case .record:
      kinds.insert("record")
      return .string("record")
    case .link(let tree):
      kinds.insert("link")
      return .members(["link": .string(tree.description)])
    case .collect(let kept):
      kinds.insert("keep")
      return .members(["keep": .strings(kept.sorted().map(\.description))])
    case .run(let run):
      kinds.formUnion(["run", run.reason.rawValue])
      return .members([
        "run": .members([
          "release": .string(run.release.description), "reason": .string(run.reason.rawValue),
          "token": run.token.map { .string($0) },
          "previous": run.previous.map { .string($0.description) },
        ])
      ])
    case .refuse(let refusal):
      let (kind, release) = refusal.vector
      kinds.formUnion(["refuse", kind])
      return .members([
        "refuse": .members([
          "kind": .string(kind), "release": release.map { .string($0.description) },
        ])
      ])
    }
  }
}

extension SandboxRefusal {
  /// The kind in vectors, and the release that the refusal is about.
  fileprivate var vector: (kind: String, release: TreeHash?) {
    switch self {
    case .nothingToRun: ("nothingToRun", nil)
    case .blocked(let blocked): ("blocked", blocked.release)
    case .alreadyOnTrial: ("alreadyOnTrial", nil)
    case .alreadyActive: ("alreadyActive", nil)
    case .nothingOnTrial: ("nothingOnTrial", nil)
    case .staleToken: ("staleToken", nil)
    case .noRollbackTarget(let withdrawn): ("noRollbackTarget", withdrawn)
    case .notEmbedded: ("notEmbedded", nil)
    case .notKnownGood(let tree): ("notKnownGood", tree)
    case .needsNewerApp(let release): ("needsNewerApp", release.tree)
    }
  }
}

extension InstalledRelease {
  /// The release as in a state.
  var json: JSONValue {
    var state = SandboxState()
    state.confirmed = [self]
    return state.json.object?["confirmed"]?.array?.first?.value ?? .null
  }
}

extension JSONValue {
  /// The value as compact JSON.
  var text: String { String(decoding: JSONWriter.write(self), as: UTF8.self) }
}
