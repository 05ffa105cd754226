import ErosCore
import ErosCrypto
import ErosTestSupport
import Testing

@testable import ErosDevice

/// Checks every sequence of up to eight events.
///
/// `step` depends only on the state and the event, so it is enough to try every event in every
/// reachable state.
@Suite("Every sequence of sandbox events")
struct StepModelTests {
  private static let maximumLength = 8

  /// The first embedded release, and that of the next app version.
  private static let own = makeRelease(1, timestamp: 100)
  private static let newerOwn = makeRelease(2, timestamp: 300)
  private static let older = makeRelease(3, timestamp: 200)
  private static let newer = makeRelease(4, timestamp: 400)
  private static let demanding = makeRelease(5, timestamp: 500, android: "2.0.0")
  /// A release with the pages of `newer` and another manifest.
  private static let newerAgain = makeRelease(4, timestamp: 450, beside: 9)

  private static let events: [SandboxEvent] = [
    .start(own), .start(own, .background), .start(newerOwn, app: "2.0.0"),
    .start(newerOwn, .background, app: "2.0.0"), .start(nil, token: "other"),
    .start(own, app: "0.9.0"), .stage(older), .stage(newer), .stage(demanding),
    .confirm(token: nil), .confirm(token: "token"), .confirm(token: "other"),
    .confirm(token: "stale"), .rollback(to: .previous), .rollback(to: .embedded),
    .rollback(to: .release(older.tree)), .lost(newer.tree), .lost(own.tree), .lost(older.tree),
    .repaired(newerAgain), .collect, .unblock(nil), .unblock(newer.tree), .discardFailed,
  ]
  /// Events with many more states, so that their sequences are shorter.
  private static let furtherEvents: [SandboxEvent] = [
    .applyNow(), .applyNow(app: "2.0.0"), .unstage(newer.tree), .stage(newer, retries: 1),
  ]

  @Test("every invariant holds, and other implementations reach the same states")
  func invariants() throws {
    let (states, steps) = try check(Self.events, upTo: Self.maximumLength)
    // Guards against a model that reaches too few states.
    #expect(states.count > 1000)
    #expect(steps > 10_000)
    let further = try check(Self.events + Self.furtherEvents, upTo: 5)
    try Vectors.expect(
      ["events": vector(states, steps), "furtherEvents": vector(further.states, further.steps)],
      in: "sandbox-model.json")
  }

  /// Returns the numbers of states and steps, and the digest of all states.
  private func vector(_ states: Set<SandboxState>, _ steps: Int) throws -> JSONValue {
    let lines = states.map { $0.json.text + "\n" }.sorted(by: inByteOrder)
    let digest = try SHA256Digest.of(Array(lines.joined().utf8))
    return .members([
      "states": .integer(states.count), "steps": .integer(steps),
      "sha256": .string(digest.description),
    ])
  }

  /// Checks every sequence of up to `length` events, and returns all states and the number of steps.
  private func check(
    _ events: [SandboxEvent], upTo length: Int
  ) throws -> (states: Set<SandboxState>, steps: Int) {
    var known: Set<SandboxState> = [SandboxState()]
    var frontier = known
    var steps = 0
    for _ in 1...length {
      var reached: Set<SandboxState> = []
      for state in frontier {
        for event in events {
          let next = state.step(event)
          steps += 1
          let violations = Self.violations(state, event, next.state, next.actions)
          try #require(violations.isEmpty, "\(violations)\n\(event)\n\(state)\n\(next)")
          if !known.contains(next.state) { reached.insert(next.state) }
        }
      }
      known.formUnion(reached)
      frontier = reached
    }
    return (known, steps)
  }

  /// Returns the names of the invariants that a step violates.
  private static func violations(
    _ before: SandboxState, _ event: SandboxEvent, _ after: SandboxState,
    _ actions: [SandboxAction]
  ) -> [String] {
    var violations: [String] = []
    func require(_ name: String, _ holds: Bool) { if !holds { violations.append(name) } }
    let good = Set(after.confirmed.map(\.tree)).union(
      [after.embedded?.release.tree].compactMap(\.self))
    let mayRun = good.union([after.trial?.release.tree].compactMap(\.self))
    let blocked = Set(after.blocked.map(\.release))

    require("the active release may run", after.active.map(mayRun.contains) ?? true)
    require("a release that may run is not blocked", blocked.isDisjoint(with: mayRun))
    require(
      "the pending release is not blocked", after.pending.map { !blocked.contains($0.tree) } ?? true
    )
    require(
      "the release on trial is not known to work",
      after.trial.map { !good.contains($0.release.tree) } ?? true)
    require(
      "each release is confirmed once",
      Set(after.confirmed.map(\.tree)).count == after.confirmed.count)
    require("a change is recorded", (after != before) == (actions.first == .record))

    for (index, action) in actions.enumerated() {
      switch action {
      case .run(let run):
        require("the release to run may run", mayRun.contains(run.release))
        require("the path is handed out last", index == actions.count - 1)
        require("only a trial has a token", (run.token != nil) == (run.reason == .trial))
        require(
          "the token belongs to the trial", run.token == nil || run.token == after.trial?.token)
      case .link(let tree): require("the links point to the active release", tree == after.active)
      case .collect(let kept): require("referenced releases are kept", kept == after.references)
      case .record, .refuse: break
      }
    }
    require(
      "referenced releases are recorded, failed, or may still be on the screen",
      after.references.allSatisfy {
        after.isBase($0) || $0 == after.running || after.applied.contains($0)
      })
    require(
      "the failed release is blocked", after.failed.map(blocked.contains) ?? true)
    require(
      "the failed release is the release that was blocked last",
      after.failed == nil || after.failed == after.blocked.first?.release)
    require(
      "the failed release is not kept after another release is confirmed",
      after.failed == nil || after.failed != before.failed
        || after.confirmed.allSatisfy { before.isKnownGood($0.tree) })
    violations += eventViolations(before, event, after, actions)
    return violations
  }

  /// Returns the names of the violated invariants of single kinds of events.
  private static func eventViolations(
    _ before: SandboxState, _ event: SandboxEvent, _ after: SandboxState,
    _ actions: [SandboxAction]
  ) -> [String] {
    var violations: [String] = []
    func require(_ name: String, _ holds: Bool) { if !holds { violations.append(name) } }
    let gone = Set(before.confirmed.map(\.tree)).subtracting(after.confirmed.map(\.tree))
    if case .lost(let tree) = event {
      require("a loss removes no other release", gone.isSubset(of: [tree]))
    } else {
      require(
        "two confirmed releases stay two", before.confirmed.count < 2 || after.confirmed.count >= 2)
      require(
        "only a new confirmed release displaces an older one",
        gone.isEmpty
          || after.confirmed.count >= 2 && after.confirmed.first != before.confirmed.first
            && !gone.contains(before.confirmed[0].tree)
      )
      let isForeground =
        if case .launch(let start) = event { start.kind == .foreground } else { false }
      require(
        "the releases on the screen are kept until the next foreground start",
        isForeground || after.references.isSuperset(of: before.onScreen))
    }
    switch event {
    case .launch(let start):
      let canRun =
        start.embedded != nil || before.embedded != nil
        || before.confirmed.contains { $0.runs(on: start.app) }
      require(
        "a start runs a release if one exists",
        !canRun || actions.contains { if case .run = $0 { true } else { false } })
      guard start.kind == .background else {
        require(
          "a new trial has the token of its start",
          after.trial == nil || after.trial?.token == before.trial?.token
            || after.trial?.token == start.token)
        break
      }
      require(
        "a background start counts no attempt",
        after.trial.map { $0.attempts == before.trial?.attempts } ?? true)
      require("a background start blocks no release", after.blocked.count <= before.blocked.count)
      require(
        "a background start runs no trial",
        !actions.contains { if case .run(let run) = $0 { run.reason == .trial } else { false } })
    case .apply:
      require("applying does not end a trial", before.trial == nil || after == before)
      require(
        "applying blocks no release", after.blocked == before.blocked)
      require(
        "only a release that is not blocked is applied, with its own token",
        after.active == before.active
          || before.pending?.tree == after.active && after.pending == nil
            && after.trial?.token ?? "applied" == "applied" && after.trial?.attempts ?? 0 == 0
      )
    case .stage(let release, let retries):
      let isRetry = retries > before.retries(of: release.tree)
      require(
        "only a retry lets a blocked release be tried again",
        after.avoided == before.avoided
          || isRetry && after.avoided == before.avoided.filter { $0 != release.tree }
            && after.pending == release && after.retries(of: release.tree) == retries
      )
      require(
        "staging does not change confirmed releases or the trial",
        after.confirmed == before.confirmed && after.trial == before.trial
          && after.active == before.active)
    case .unstage(let tree):
      require(
        "unstaging removes only a pending release, and never the only release",
        after == before
          || before.pending?.tree == tree && after.pending == nil && after.active == before.active
            && after.trial == before.trial && !(after.confirmed.isEmpty && after.embedded == nil)
      )
    case .confirm(let token):
      require("a stale token changes nothing", token != "stale" || after == before)
      require(
        "a confirmation without a trial changes nothing", before.trial != nil || after == before)
      require(
        "only the token of the trial confirms it",
        after == before || token == nil || token == before.trial?.token)
    case .rollback(let target):
      require(
        "a rollback does not select a withdrawn release",
        target != .previous || after.active == before.active
          || !before.withdrawn.contains { $0 == after.active })
      require(
        "a rollback selects a known good release",
        after.active == before.active || after.active.map(before.isKnownGood) ?? false)
    case .unblock(let tree):
      require(
        "unblocking changes no release that can run",
        after.references.union([before.failed].compactMap(\.self)) == before.references
          && after.active == before.active
          && after.confirmed == before.confirmed && after.trial == before.trial)
      require(
        "only the chosen release is unblocked",
        after.avoided == before.avoided.filter { tree != nil && $0 != tree })
    case .lost: break
    case .repaired(let release):
      require(
        "a repair changes only the description of the release",
        after.active == before.active && after.confirmed.map(\.tree) == before.confirmed.map(\.tree)
          && after.confirmed.allSatisfy { $0.tree != release.tree || $0 == release })
    case .collect: require("collecting does not change the state", after == before)
    case .discardFailed:
      require(
        "only the failed release is discarded",
        after.failed == nil && after.blocked == before.blocked && after.active == before.active
          && after.confirmed == before.confirmed && after.trial == before.trial
          && after.pending == before.pending)
    }
    return violations
  }
}

extension SandboxState {
  /// The releases whose pages an app may have open.
  fileprivate var onScreen: Set<TreeHash> { applied.union([running].compactMap(\.self)) }
}
