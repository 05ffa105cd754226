import ErosCore
import ErosSandbox
import Testing

/// Tries every sequence of up to eight events.
///
/// `step` depends on nothing but the state and the event, so sequences that lead to the same state go
/// on alike: it is enough to try every event in every state that so many events can reach.
@Suite("Every sequence of events")
struct StepModelTests {
  private static let longestSequence = 8

  /// The app's first own bundle, and the one of its next version.
  private static let own = makeRelease(1, timestamp: 100)
  private static let newerOwn = makeRelease(2, timestamp: 300)
  private static let older = makeRelease(3, timestamp: 200)
  private static let newer = makeRelease(4, timestamp: 400)
  private static let demanding = makeRelease(5, timestamp: 500, android: "2.0.0")
  /// The same pages as those of `newer`, beside other files.
  private static let newerAgain = makeRelease(4, timestamp: 450, beside: 9)

  private static let events: [SandboxEvent] = [
    .start(own), .start(own, .background), .start(newerOwn, app: "2.0.0"),
    .start(newerOwn, .background, app: "2.0.0"), .start(nil, token: "other"),
    .start(own, app: "0.9.0"), .stage(older), .stage(newer), .stage(demanding),
    .confirm(token: nil), .confirm(token: "token"), .confirm(token: "other"),
    .confirm(token: "stale"), .rollback(to: .previous), .rollback(to: .embedded),
    .rollback(to: .release(older.tree)), .lost(newer.tree), .lost(own.tree), .lost(older.tree),
    .repaired(newerAgain), .collect,
  ]

  @Test("keeps every promise")
  func promises() throws {
    var known: Set<SandboxState> = [SandboxState()]
    var frontier = known
    var steps = 0
    for _ in 1...Self.longestSequence {
      var reached: Set<SandboxState> = []
      for state in frontier {
        for event in Self.events {
          let next = state.step(event)
          steps += 1
          let broken = Self.brokenPromises(state, event, next.state, next.actions)
          try #require(broken.isEmpty, "\(broken)\n\(event)\n\(state)\n\(next)")
          if !known.contains(next.state) { reached.insert(next.state) }
        }
      }
      known.formUnion(reached)
      frontier = reached
    }
    // A model that has lost most of its states would keep every promise, too.
    #expect(known.count > 1000)
    #expect(steps > 10_000)
  }

  /// The promises that one step does not keep, by name.
  private static func brokenPromises(
    _ before: SandboxState, _ event: SandboxEvent, _ after: SandboxState,
    _ actions: [SandboxAction]
  ) -> [String] {
    var broken: [String] = []
    func promise(_ name: String, _ isKept: Bool) { if !isKept { broken.append(name) } }
    let good = Set(after.confirmed.map(\.tree)).union(
      [after.embedded?.release.tree].compactMap(\.self))
    let mayRun = good.union([after.trial?.release.tree].compactMap(\.self))
    let blocked = Set(after.blocked.map(\.release))

    promise("what is active may run", after.active.map(mayRun.contains) ?? true)
    promise("nothing that may run or is to be tried is blocked", blocked.isDisjoint(with: mayRun))
    promise(
      "what is pending is not blocked", after.pending.map { !blocked.contains($0.tree) } ?? true)
    promise(
      "what is on trial is not known to work",
      after.trial.map { !good.contains($0.release.tree) } ?? true)
    promise(
      "each release is confirmed once",
      Set(after.confirmed.map(\.tree)).count == after.confirmed.count)
    promise("a change is recorded", (after != before) == (actions.first == .record))

    for (index, action) in actions.enumerated() {
      switch action {
      case .run(let run):
        promise("what runs may run", mayRun.contains(run.release))
        promise("the path is handed out last", index == actions.count - 1)
        promise("only a trial has a token", (run.token != nil) == (run.reason == .trial))
        promise("a token is that of the trial", run.token == nil || run.token == after.trial?.token)
      case .link(let tree): promise("links lead to what is active", tree == after.active)
      case .collect(let kept): promise("what is referred to is kept", kept == after.references)
      case .record, .refuse: break
      }
    }
    promise(
      "what is referred to is known, or may still be on the screen",
      after.references.allSatisfy { after.release($0) != nil || $0 == after.running })
    broken += brokenByEvent(before, event, after, actions)
    return broken
  }

  /// The promises about single kinds of events.
  private static func brokenByEvent(
    _ before: SandboxState, _ event: SandboxEvent, _ after: SandboxState,
    _ actions: [SandboxAction]
  ) -> [String] {
    var broken: [String] = []
    func promise(_ name: String, _ isKept: Bool) { if !isKept { broken.append(name) } }
    let gone = Set(before.confirmed.map(\.tree)).subtracting(after.confirmed.map(\.tree))
    if case .lost(let tree) = event {
      promise("what is lost takes nothing else along", gone.isSubset(of: [tree]))
    } else {
      promise(
        "two generations stay two", before.confirmed.count < 2 || after.confirmed.count >= 2)
      promise(
        "only the older ones make room, and only for another one",
        gone.isEmpty
          || after.confirmed.count >= 2 && after.confirmed.first != before.confirmed.first
            && !gone.contains(before.confirmed[0].tree)
      )
      let mayStop = if case .launch(let start) = event { start.kind == .foreground } else { false }
      promise(
        "what was handed out last is kept until the next start",
        mayStop || before.running.map(after.references.contains) ?? true)
    }
    switch event {
    case .launch(let start):
      let hasSomething =
        start.embedded != nil || before.embedded != nil
        || before.confirmed.contains { $0.runs(on: start.app) }
      promise(
        "a start always finds something to run",
        !hasSomething || actions.contains { if case .run = $0 { true } else { false } })
      guard start.kind == .background else {
        promise(
          "a new trial has the token of its start",
          after.trial == nil || after.trial?.token == before.trial?.token
            || after.trial?.token == start.token)
        break
      }
      promise(
        "the background counts no attempt",
        after.trial.map { $0.attempts == before.trial?.attempts } ?? true)
      promise("the background blocks nothing", after.blocked.count <= before.blocked.count)
      promise(
        "the background runs no trial",
        !actions.contains { if case .run(let run) = $0 { run.reason == .trial } else { false } })
    case .stage:
      promise(
        "staging leaves what works alone",
        after.confirmed == before.confirmed && after.trial == before.trial
          && after.active == before.active)
    case .confirm(let token):
      promise("a stale token changes nothing", token != "stale" || after == before)
      promise("nothing is confirmed without a trial", before.trial != nil || after == before)
      promise(
        "only the token of the trial confirms it",
        after == before || token == nil || token == before.trial?.token)
    case .rollback(let target):
      promise(
        "going back does not lead to what somebody went back from",
        target != .previous || after.active == before.active
          || !before.withdrawn.contains { $0 == after.active })
      promise(
        "going back leads to something known to work",
        after.active == before.active || after.active.map(before.isKnownGood) ?? false)
    case .lost: break
    case .repaired(let release):
      promise(
        "other files beside the same pages change nothing but what is known of them",
        after.active == before.active && after.confirmed.map(\.tree) == before.confirmed.map(\.tree)
          && after.confirmed.allSatisfy { $0.tree != release.tree || $0 == release })
    case .collect: promise("collecting changes no state", after == before)
    }
    return broken
  }
}
