import ErosCore
import Testing

@testable import ErosDevice

@Suite("Sandbox events")
struct StepTests {
  let own = makeRelease(1, timestamp: 100)
  let update = makeRelease(2, timestamp: 200)
  let newest = makeRelease(3, timestamp: 300)

  /// A sandbox after its first start.
  var installed: SandboxState { SandboxState().after([.start(own)]) }

  @Test("the first start runs the embedded bundle")
  func firstStart() {
    let run = SandboxState().run(.start(own))
    #expect(run?.release == own.tree)
    #expect(run?.reason == .firstRun)
    #expect(run?.previous == nil)
    #expect(SandboxState().refusal(of: .start()) == .nothingToRun)
  }

  @Test("a staged release is tried, and only its token confirms it")
  func trial() {
    let staged = installed.after([.stage(update)])
    let run = staged.run(.start(own, token: "fresh"))
    #expect(run?.release == update.tree)
    #expect(run?.reason == .trial)
    #expect(run?.token == "fresh")
    #expect(run?.previous == own.tree)
    let tried = staged.after([.start(own, token: "fresh")])
    #expect(tried.refusal(of: .confirm(token: "token")) == .staleToken)
    let confirmed = tried.after([.confirm(token: "fresh")])
    #expect(confirmed.confirmed.map(\.tree) == [update.tree, own.tree])
    #expect(confirmed.run(.start(own))?.reason == .confirmed)
    #expect(confirmed.refusal(of: .confirm(token: "fresh")) == nil)
    #expect(confirmed.after([.confirm(token: "fresh")]) == confirmed)
    #expect(confirmed.refusal(of: .confirm(token: "token")) == .staleToken)
    // The token of the last trial does not confirm the next one.
    let next = confirmed.after([.stage(newest), .start(own, token: "other")])
    #expect(next.after([.confirm(token: "fresh")]) == next)
    #expect(next.after([.confirm(token: "other")]).confirmed.first == newest)
    #expect(confirmed.refusal(of: .confirm(token: nil)) == .nothingOnTrial)
  }

  @Test("a release that is staged in an empty sandbox runs first, without a trial")
  func stagedFirst() {
    let start = SandboxEvent.Start(token: "", now: Timestamp(milliseconds: 0))
    let run = SandboxState().after([.stage(update)]).run(.launch(start))
    #expect(run?.release == update.tree && run?.token == nil)
    #expect(run?.reason == .firstRun)
  }

  @Test("an unstaged release is not tried, unless no other release can run")
  func unstage() {
    let staged = installed.after([.stage(update)])
    #expect(staged.after([.unstage(newest.tree)]) == staged)
    #expect(staged.after([.unstage(update.tree)]).run(.start(own))?.release == own.tree)
    let only = SandboxState().after([.stage(update)])
    #expect(only.after([.unstage(update.tree)]) == only)
    let tried = staged.after([.start(own)])
    #expect(tried.after([.unstage(update.tree)]) == tried)
  }

  @Test("an applied release is on trial with all its launches left, and keeps the pages before it")
  func apply() {
    let staged = installed.after([.stage(update)])
    let run = staged.run(.applyNow())
    #expect(run?.release == update.tree && run?.reason == .trial && run?.token == "applied")
    #expect(run?.previous == own.tree)
    let applied = staged.after([.applyNow()])
    #expect(applied.references.isSuperset(of: [own.tree, update.tree]))
    #expect(applied.after([.confirm(token: "applied")]).confirmed.first == update)
    // The launches of the trial begin with the next one.
    let launched = applied.after([.start(own, attempts: 1)])
    #expect(launched.active == update.tree && launched.trial?.attempts == 1)
    #expect(launched.trial?.token == "applied")
    #expect(launched.after([.start(own, attempts: 1)]).blocked.map(\.release) == [update.tree])
  }

  @Test("each applied release is kept until the next foreground start, also one that failed")
  func appliedPages() {
    let failed = installed.after([.stage(update), .applyNow(), .rollback(to: .previous)])
    #expect(failed.active == own.tree && failed.blocked.map(\.release) == [update.tree])
    let next = failed.after([.stage(newest), .applyNow(), .confirm(token: nil)])
    let pages: Set = [own.tree, update.tree, newest.tree]
    #expect(next.references == pages)
    #expect(next.after([.start(own, .background)]).references == pages)
    #expect(next.after([.start(own)]).references == [own.tree, newest.tree])
  }

  @Test("a release is applied only in a running app, without a trial, and at most four times")
  func notApplied() {
    #expect(SandboxState().after([.stage(update)]).run(.applyNow()) == nil)
    #expect(installed.run(.applyNow()) == nil)
    let tried = installed.after([.stage(update), .start(own), .stage(newest)])
    #expect(tried.after([.applyNow()]) == tried)
    let demanding = makeRelease(4, timestamp: 400, android: "2.0.0")
    #expect(installed.after([.stage(demanding)]).run(.applyNow()) == nil)
    #expect(installed.after([.stage(demanding)]).run(.applyNow(app: "2.0.0")) != nil)
    let confirmed = installed.after([.stage(update), .start(own), .confirm(token: nil)])
    let back = confirmed.after([.rollback(to: .previous), .unblock(nil), .stage(update)])
    #expect(back.run(.applyNow())?.reason == .confirmed)
    var state = installed
    for number in UInt8(10)..<14 {
      let release = makeRelease(number, timestamp: 1000 + Int64(number))
      state = state.after([.stage(release), .applyNow(), .confirm(token: nil)])
      #expect(state.active == release.tree)
    }
    state = state.after([.stage(newest)])
    #expect(state.run(.applyNow()) == nil && state.run(.start(own))?.release == newest.tree)
  }

  @Test("a trial is blocked after its last start without a confirmation", arguments: 1...3)
  func unconfirmed(attempts: Int) {
    let event = SandboxEvent.start(own, attempts: attempts)
    var state = installed.after([.stage(update)])
    for _ in 1...attempts {
      #expect(state.run(event)?.release == update.tree)
      state = state.after([event])
    }
    let run = state.run(event)
    #expect(run?.release == own.tree)
    #expect(run?.reason == .recovered)
    #expect(run?.previous == update.tree)
    state = state.after([event])
    #expect(
      state.blocked.map(\.release) == [update.tree] && state.blocked.first?.count == attempts)
    guard case .blocked? = state.refusal(of: .stage(update)) else {
      Issue.record("a blocked release was staged")
      return
    }
  }

  @Test("a background start runs a known good release and counts no attempt")
  func background() {
    let tried = installed.after([.stage(update), .start(own)])
    for _ in 1...5 {
      #expect(tried.run(.start(own, .background))?.release == own.tree)
    }
    let state = tried.after([.start(own, .background), .start(own, .background)])
    #expect(state == tried)
  }

  @Test("a release that is staged during a trial waits for its end")
  func stagedDuringTrial() {
    let state = installed.after([.stage(update), .start(own), .stage(newest)])
    #expect(state.trial?.release == update)
    #expect(state.pending == newest)
    #expect(state.run(.start(own))?.release == update.tree)
    let after = state.after([.start(own)])
    #expect(after.run(.start(own))?.release == newest.tree)
  }

  @Test("the embedded bundle wins only if the app changed and the bundle is newer")
  func embedded() {
    let state = installed.after([.stage(update), .start(own), .confirm(token: nil)])
    let older = makeRelease(4, timestamp: 150)
    #expect(state.run(.start(older, app: "1.1.0"))?.release == update.tree)
    let run = state.run(.start(newest, app: "1.1.0"))
    #expect(run?.release == newest.tree)
    #expect(run?.reason == .embeddedNewer)
    // The same app does not undo a rollback.
    let back = state.after([.start(newest, app: "1.1.0"), .rollback(to: .previous)])
    #expect(back.run(.start(newest, app: "1.1.0"))?.release == update.tree)
    #expect(back.run(.start(newest, app: "1.2.0"))?.release == update.tree)
    let later = makeRelease(8, timestamp: 400)
    #expect(back.run(.start(later, app: "1.2.0"))?.release == later.tree)
  }

  @Test("of the embedded, the installed and the downloaded release, the newest wins")
  func newestOfThree() {
    let state = installed.after([.stage(update)])
    #expect(state.run(.start(newest, app: "1.1.0"))?.release == newest.tree)
    #expect(state.after([.start(newest, app: "1.1.0")]).pending == nil)
    let between = makeRelease(4, timestamp: 150)
    #expect(state.run(.start(between, app: "1.1.0"))?.reason == .trial)
    #expect(state.after([.start(between, app: "1.1.0")]).confirmed.first == between)
  }

  @Test("a release that requires a newer app waits for it")
  func newerApp() {
    let demanding = makeRelease(5, timestamp: 500, android: "2.0.0", iOS: "1.0.0")
    let state = installed.after([.stage(demanding)])
    #expect(state.pendingWaitsFor == NativeVersion("2.0.0"))
    #expect(state.run(.start(own))?.release == own.tree)
    #expect(state.after([.start(own)]).pending == demanding)
    #expect(state.run(.start(own, app: "2.0"))?.release == demanding.tree)
  }

  @Test("after a downgrade of the app, the newest compatible confirmed release runs")
  func olderApp() {
    let demanding = makeRelease(5, timestamp: 500, android: "2.0.0")
    #expect(SandboxState().run(.start(demanding))?.release == demanding.tree)
    #expect(installed.after([.start(demanding, app: "1.1")]).confirmed == [own])
    let state = installed.after([
      .start(own, app: "2.0.0"), .stage(demanding), .start(own, app: "2.0.0"),
      .confirm(token: nil),
    ])
    #expect(state.run(.start(own, app: "2.0.0"))?.release == demanding.tree)
    #expect(state.run(.start(own, app: "1.9"))?.release == own.tree)
    #expect(
      state.after([.start(own, app: "1.9")]).run(.start(own, app: "2.0.0"))?.release
        == demanding.tree)
  }

  @Test("a placeholder instead of a version requires nothing")
  func placeholder() {
    let template = makeRelease(6, timestamp: 600, android: "eros-template-version")
    #expect(template.runs(on: makeApp("0.0.1")))
  }

  @Test("without a platform, the requirements of both apply")
  func bothPlatforms() throws {
    let release = makeRelease(6, timestamp: 600, android: "1.0.0", iOS: "2.0.0")
    let version = try #require(NativeVersion("1.5.0"))
    #expect(!release.runs(on: NativeApp(version: version)))
    #expect(release.runs(on: NativeApp(version: version, platform: .android)))
    #expect(!release.runs(on: NativeApp(version: version, platform: .ios)))
  }

  @Test("an unblocked release is tried again, and can fail again")
  func unblock() {
    let failed = installed.after([.stage(update), .start(own), .start(own), .start(own)])
    #expect(failed.avoided == [update.tree])
    #expect(failed.after([.unblock(newest.tree)]) == failed)
    for tree in [nil, update.tree] {
      let unblocked = failed.after([.unblock(tree)])
      #expect(unblocked.avoided.isEmpty && unblocked.active == own.tree)
      let again = unblocked.after([.stage(update), .start(own)])
      #expect(again.trial?.release == update && again.trial?.attempts == 1)
      #expect(again.after([.start(own), .start(own)]).avoided == [update.tree])
    }
  }

  @Test("the release that failed last is kept until another release is confirmed")
  func failed() {
    let failing: [SandboxEvent] = [.start(own), .start(own), .start(own)]
    let failed = installed.after([.stage(update)] + failing)
    #expect(failed.failed == update.tree && failed.references == [own.tree, update.tree])
    #expect(failed.isBase(update.tree) && failed.release(update.tree) == nil)
    #expect(!failed.isKnownGood(update.tree))
    // A release that is only on trial, and a release that worked before, do not replace it.
    let tried = failed.after([.stage(newest), .start(own)])
    #expect(tried.failed == update.tree)
    #expect(failed.after([.stage(own), .start(own)]).failed == update.tree)
    let confirmed = tried.after([.confirm(token: nil)])
    #expect(confirmed.failed == nil && confirmed.references == [own.tree, newest.tree])
    #expect(confirmed.avoided == [update.tree])
    #expect(failed.after([.start(makeRelease(9, timestamp: 900), app: "2.0.0")]).failed == nil)
  }

  @Test("of several failed releases, only the last one is kept")
  func failedAgain() {
    let failed = installed.after([
      .stage(update), .start(own), .rollback(to: .previous), .stage(newest), .start(own),
      .rollback(to: .previous),
    ])
    #expect(failed.failed == newest.tree && failed.blocked.count == 2)
    // The pages of `newest` are on the screen until the next launch.
    #expect(failed.after([.start(own)]).references == [own.tree, newest.tree])
    let discarded = failed.after([.discardFailed, .start(own)])
    #expect(discarded.references == [own.tree] && discarded.avoided.count == 2)
    #expect(failed.after([.unblock(update.tree)]).failed == newest.tree)
    #expect(failed.after([.unblock(newest.tree)]).failed == nil)
  }

  @Test("a release that was rolled back after its confirmation is unblocked as well")
  func unblockWithdrawn() {
    let back = installed.after([
      .stage(update), .start(own), .confirm(token: nil), .rollback(to: .previous),
    ])
    #expect(back.avoided == [update.tree])
    let unblocked = back.after([.unblock(update.tree)])
    #expect(unblocked.avoided.isEmpty && unblocked.run(.start(own))?.release == own.tree)
    // It was confirmed, so it needs no trial.
    #expect(unblocked.after([.stage(update)]).run(.start(own))?.reason == .confirmed)
  }

  @Test("a release that failed is tried once for each retry of the publisher")
  func retry() {
    let failing: [SandboxEvent] = [.start(own), .start(own), .start(own)]
    var state = installed.after([.stage(update)] + failing)
    for count in 1...3 {
      #expect(!state.avoids(update.tree, retries: count))
      state = state.after([.stage(update, retries: count)])
      #expect(state.pending == update && state.avoided.isEmpty)
      state = state.after(failing)
      #expect(state.avoided == [update.tree] && state.avoids(update.tree, retries: count))
      guard case .blocked? = state.refusal(of: .stage(update, retries: count)) else {
        Issue.record("retry \(count) was used twice")
        return
      }
    }
    #expect(state.retried.map(\.count) == [3])
  }

  @Test("a retry also counts on a device that did not try the release before")
  func firstRetry() {
    let failed = installed.after([
      .stage(update, retries: 2), .start(own), .start(own), .start(own),
    ])
    #expect(failed.avoids(update.tree, retries: 2) && !failed.avoids(update.tree, retries: 3))
    // During a trial, a retry changes nothing, so it remains for the next failure.
    let tried = installed.after([.stage(update), .start(own)])
    #expect(tried.refusal(of: .stage(update, retries: 1)) == .alreadyOnTrial)
    #expect(tried.after([.stage(update, retries: 1)]) == tried)
  }

  @Test("a retry selects a release again that was rolled back after its confirmation")
  func retryWithdrawn() {
    let back = installed.after([
      .stage(update), .start(own), .confirm(token: nil), .rollback(to: .previous),
    ])
    let again = back.after([.stage(update, retries: 1), .start(own)])
    #expect(again.active == update.tree && again.avoided.isEmpty)
    #expect(again.after([.rollback(to: .previous)]).avoids(update.tree, retries: 1))
  }

  @Test("the newest retries are kept, and are part of the recorded state")
  func retryLimit() throws {
    var state = installed
    let limit = SandboxState.maximumRetryCount
    for number in 1...(limit + 5) {
      var bytes = SIMD32<UInt8>(repeating: 9)
      (bytes[0], bytes[1]) = (UInt8(number % 256), UInt8(number / 256))
      let release = InstalledRelease(
        tree: TreeHash(bytes: bytes), timestamp: update.timestamp, android: nil, iOS: nil,
        digests: update.digests, sizes: update.sizes)
      state = state.after([.stage(release, retries: number)])
    }
    #expect(state.retried.count == limit && state.retried.first?.count == limit + 5)
    #expect(try #require(SandboxState(state.json)) == state)
  }

  @Test("a rollback blocks a trial and keeps two confirmed releases")
  func rollback() {
    let tried = installed.after([.stage(update), .start(own)])
    let back = tried.after([.rollback(to: .previous)])
    #expect(back.active == own.tree)
    #expect(back.trial == nil)
    #expect(back.blocked.map(\.release) == [update.tree])
    #expect(back.refusal(of: .rollback(to: .previous)) == .noRollbackTarget(withdrawn: nil))
    #expect(SandboxState().refusal(of: .rollback(to: .embedded)) == .notEmbedded)
    let confirmed = tried.after([.confirm(token: nil)])
    let once = confirmed.after([.rollback(to: .previous)])
    #expect(once.confirmed == [own, update])
    // A second rollback does not return to a newer release.
    #expect(
      once.refusal(of: .rollback(to: .previous)) == .noRollbackTarget(withdrawn: update.tree))
    let forward = once.after([.rollback(to: .release(update.tree))])
    #expect(forward.active == update.tree)
    #expect(forward.after([.rollback(to: .previous)]).active == own.tree)
    // A new app version with the same bundle does not undo a rollback.
    let same = makeRelease(9, timestamp: 900)
    let kept = installed.after([
      .start(same, app: "2.0"), .rollback(to: .previous), .start(same, app: "2.1"),
    ])
    #expect(kept.active == own.tree)
    #expect(
      confirmed.refusal(of: .rollback(to: .release(newest.tree))) == .notKnownGood(newest.tree))
  }

  @Test("staging a confirmed release again needs no trial")
  func stagedAgain() {
    let state = installed.after([.stage(update), .start(own), .confirm(token: nil), .stage(own)])
    let run = state.run(.start(own))
    #expect(run?.release == own.tree)
    #expect(run?.reason == .confirmed)
    #expect(state.refusal(of: .stage(update)) == .alreadyActive)
    #expect(state.after([.stage(update)]) == state)
  }

  @Test("a build time in the future does not keep later embedded bundles from running")
  func futureBuildTime() {
    let (now, day): (Int64, Int64) = (1_800_000_000_000, 86_400_000)
    let first = makeRelease(1, timestamp: now - 10 * day)
    let future = makeRelease(2, timestamp: BundleManifest.timestamps.upperBound)
    let confirmed = SandboxState().after([
      .start(first, now: now), .stage(future), .start(first, now: now + day),
      .confirm(token: nil),
    ])
    // It counts as built at the start that saw it first.
    let older = makeRelease(3, timestamp: now - day)
    #expect(
      confirmed.run(.start(older, app: "2.0", now: now + 9 * day))?.release == future.tree)
    let later = makeRelease(4, timestamp: now + 5 * day)
    let event = SandboxEvent.start(later, app: "2.0", now: now + 9 * day)
    #expect(confirmed.run(event)?.release == later.tree)
    #expect(confirmed.run(event)?.reason == .embeddedNewer)
    // The time is recorded once and does not change afterwards.
    let next = confirmed.after([.start(first, now: now + 2 * day)])
    #expect(next.confirmed == confirmed.confirmed)
    #expect(SandboxState(next.json)?.confirmed == next.confirmed)
    // A staged release from the future does not survive a later embedded bundle either.
    let staged = SandboxState().after([
      .start(first, now: now), .stage(future), .start(first, .background, now: now), event,
    ])
    #expect(staged.pending == nil && staged.trial == nil)
  }

  @Test("build times within the next day, and all of them with a wrong clock, are compared")
  func nearFuture() {
    let (now, hour): (Int64, Int64) = (1_800_000_000_000, 3_600_000)
    let state = SandboxState().after([.start(makeRelease(1, timestamp: now + hour), now: now)])
    let before = makeRelease(2, timestamp: now + hour / 2)
    let after = makeRelease(3, timestamp: now + 2 * hour)
    for clock in [now, 0] {
      #expect(state.run(.start(before, app: "2.0", now: clock))?.reason == .confirmed)
      #expect(state.run(.start(after, app: "2.0", now: clock))?.release == after.tree)
    }
  }

  @Test("a release that was never confirmed runs if all others are lost")
  func onlyUnconfirmed() {
    let staged = installed.after([.stage(update), .lost(own.tree)])
    #expect(staged.run(.start())?.release == update.tree)
    #expect(staged.run(.start())?.token == nil)
    // The embedded bundle makes a trial possible again.
    #expect(staged.run(.start(own))?.reason == .trial)
    let used = installed.after([.stage(update), .start(own), .start(own), .lost(own.tree)])
    #expect(used.refusal(of: .start()) == .nothingToRun)
  }

  @Test("after the loss of a release, the previous one runs")
  func lost() {
    let state = installed.after([.stage(update), .start(own), .confirm(token: nil)])
    let run = state.after([.lost(update.tree)]).run(.start(own))
    #expect(run?.release == own.tree)
    #expect(run?.reason != .trial)
  }
}
