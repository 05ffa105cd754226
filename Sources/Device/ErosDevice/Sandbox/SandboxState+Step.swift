import ErosCore

extension SandboxState {
  static let maximumConfirmedCount = 2
  static let maximumBlockedCount = 256
  /// A limit on the releases that an app applies between two foreground launches.
  static let maximumAppliedCount = 4
  static let maximumRetryCount = 256

  /// Returns the state after an event, and the actions that the event requires.
  ///
  /// This function makes all decisions for a sandbox, and accesses no files. Perform the actions in
  /// order: the new state must be durable before a path is returned or a release is deleted.
  func step(_ event: SandboxEvent) -> (state: SandboxState, actions: [SandboxAction]) {
    var next = self
    let response: SandboxAction? =
      switch event {
      case .launch(let start): next.start(start)
      case .apply(let start): next.apply(start)
      case .stage(let release, let retries): next.stage(release, retries: retries)
      case .unstage(let tree): next.unstage(tree)
      case .confirm(let token): next.confirm(token)
      case .rollback(let target): next.rollBack(to: target)
      case .unblock(let tree): next.unblock(tree)
      case .discardFailed: next.discardFailed()
      case .lost(let tree): next.remove(tree)
      case .repaired(let release): next.update(release)
      case .collect: nil
      }
    next.forgetFailed(since: self)
    var actions: [SandboxAction] = []
    if next != self { actions.append(.record) }
    if let active = next.active { actions.append(.link(active)) }
    // After the state was lost, nothing is deleted until a launch has selected a release.
    if next.active != nil { actions.append(.collect(keeping: next.references)) }
    if let response { actions.append(response) }
    return (next, actions)
  }

  // MARK: - Launching

  private mutating func start(_ start: SandboxEvent.Start) -> SandboxAction {
    var start = start
    // Otherwise a release would be tried that must wait according to the state.
    start.app = start.app ?? app
    app = start.app
    let response = choose(start)
    recordImplausibleTimes(at: start.now)
    if start.kind == .foreground, case .run(let run) = response {
      running = run.release
      applied = []
    }
    return response
  }

  private mutating func choose(_ start: SandboxEvent.Start) -> SandboxAction {
    let previous = active
    let isAdopted = adoptEmbedded(of: start)
    // If a confirmed release is missing, it was reported as damaged before.
    let isFirst = previous == nil && confirmed.isEmpty && embedded == nil
    if confirmed.isEmpty, embedded == nil { useUnconfirmed(start) }
    guard let stable = knownGood(for: start.app).first else { return .refuse(.nothingToRun) }
    if start.kind == .background {
      if active.map(mayRun) != true { active = stable.tree }
      let reason = reason(for: stable, previous: previous, isAdopted: isAdopted)
      return run(stable.tree, reason, insteadOf: previous)
    }
    let hasFailed = endTrial(start)
    if trial == nil { startTrial(start) }
    if let trial {
      active = trial.release.tree
      return run(trial.release.tree, .trial, token: trial.token, insteadOf: previous)
    }
    // `startTrial` promotes a pending release that is already known to work.
    let chosen = knownGood(for: start.app).first ?? stable
    active = chosen.tree
    let reason =
      hasFailed
      ? .recovered
      : isFirst ? .firstRun : reason(for: chosen, previous: previous, isAdopted: isAdopted)
    return run(chosen.tree, reason, insteadOf: previous)
  }

  /// Records the embedded bundle.
  ///
  /// Returns `true` if it becomes the release to run.
  ///
  /// It does if the app changed and its bundle is newer than the confirmed release. If the app did
  /// not change, an older release runs because of a rollback, which stays in effect.
  private mutating func adoptEmbedded(of start: SandboxEvent.Start) -> Bool {
    guard var release = start.embedded, let source = start.source else { return false }
    let predecessor = embedded
    release.seen = self.release(release.tree)?.seen
    embedded = Embedded(release: release, source: source, app: start.app ?? predecessor?.app)
    let isOtherApp = start.app != nil && start.app?.version != predecessor?.app?.version
    guard
      predecessor?.release.tree != release.tree || isOtherApp && !withdrawn.contains(release.tree)
    else { return false }

    // The embedded bundle is trusted, so it is neither blocked nor tried.
    blocked.removeAll { $0.release == release.tree }
    if pending?.tree == release.tree { pending = nil }
    if trial?.release.tree == release.tree { trial = nil }

    // A rebuilt state contains rollbacks, but not the embedded bundle.
    if predecessor == nil, withdrawn.contains(release.tree) { return false }
    let best = confirmed.first { $0.runs(on: start.app) }
    if let best {
      let isNewer =
        release.isNewer(than: best, at: start.now)
        || predecessor == nil && withdrawn.contains(best.tree)
      guard release.runs(on: start.app), isNewer else { return false }
    } else if !confirmed.isEmpty {
      // Every confirmed release requires a newer app. They are kept, and the embedded release runs
      // until then.
      return false
    }
    promote(release)
    // The newer of the embedded and the downloaded release wins.
    if let other = pending, !other.isNewer(than: release, at: start.now) { pending = nil }
    if let other = trial, !other.release.isNewer(than: release, at: start.now) { trial = nil }
    return true
  }

  /// Confirms the staged release or the release on trial, because nothing else can run.
  private mutating func useUnconfirmed(_ start: SandboxEvent.Start) {
    if let current = trial {
      guard current.attempts < start.attempts else { return }
      trial = nil
      promote(current.release)
    } else if let release = pending, release.runs(on: start.app) {
      pending = nil
      promote(release)
    }
  }

  /// Records this launch's time in releases that claim to be more than a day newer.
  private mutating func recordImplausibleTimes(at now: Timestamp) {
    for release in confirmed + [pending, trial?.release, embedded?.release].compactMap(\.self)
    where release.seen == nil && release.isInFuture(at: now) {
      var release = release
      release.seen = now
      replace(release)
    }
  }

  /// Counts another launch or ends the trial.
  ///
  /// Returns `true` if the trial failed.
  private mutating func endTrial(_ start: SandboxEvent.Start) -> Bool {
    guard let current = trial else { return false }
    guard current.release.runs(on: start.app) else {
      // The app was downgraded, so the release is not necessarily defective.
      pending = pending ?? current.release
      trial = nil
      return false
    }
    guard current.attempts >= start.attempts else {
      trial?.attempts += 1
      return false
    }
    block(current, .unconfirmed)
    return true
  }

  private mutating func startTrial(_ start: SandboxEvent.Start) {
    guard let release = pending, release.runs(on: start.app) else { return }
    pending = nil
    if isKnownGood(release.tree) {
      promote(release)
    } else {
      trial = Trial(release: release, token: start.token, attempts: 1, startedAt: start.now)
    }
  }

  /// Starts a trial of the pending release in the running app.
  ///
  /// A trial in progress continues, because its confirmation must not be lost. This does not count
  /// as a launch: a user who opens no further page must not use up the trial's launches.
  ///
  /// - Returns: `nil` if the pending release waits for a launch.
  private mutating func apply(_ start: SandboxEvent.Start) -> SandboxAction? {
    guard running != nil, trial == nil, applied.count < Self.maximumAppliedCount,
      let release = pending, release.runs(on: start.app ?? app)
    else { return nil }
    let previous = active
    pending = nil
    if isKnownGood(release.tree) {
      promote(release)
    } else {
      trial = Trial(release: release, token: start.token, attempts: 0, startedAt: start.now)
    }
    applied.insert(release.tree)
    active = release.tree
    return run(
      release.tree, trial == nil ? .confirmed : .trial, token: trial?.token, insteadOf: previous)
  }

  private func run(
    _ release: TreeHash, _ reason: SandboxRun.Reason, token: String? = nil,
    insteadOf previous: TreeHash?
  ) -> SandboxAction {
    .run(
      SandboxRun(
        release: release, reason: reason, token: token,
        previous: previous == release ? nil : previous))
  }

  private func reason(
    for release: InstalledRelease, previous: TreeHash?, isAdopted: Bool
  ) -> SandboxRun.Reason {
    let isEmbedded = release.tree == embedded?.release.tree
    if previous == nil { return isEmbedded && confirmed.count <= 1 ? .firstRun : .recovered }
    return isAdopted && isEmbedded ? .embeddedNewer : .confirmed
  }

  // MARK: - Other events

  private mutating func stage(_ release: InstalledRelease, retries: Int) -> SandboxAction? {
    let isRetry = retries > self.retries(of: release.tree)
    if !isRetry, let entry = blocked.first(where: { $0.release == release.tree }) {
      return .refuse(.blocked(entry))
    }
    if trial?.release.tree == release.tree { return .refuse(.alreadyOnTrial) }
    if trial == nil, confirmed.first?.tree == release.tree { return .refuse(.alreadyActive) }
    pending = release
    if isRetry { retry(release.tree, retries) }
    return nil
  }

  /// Removes the pending release, unless no other release can run.
  private mutating func unstage(_ tree: TreeHash) -> SandboxAction? {
    if pending?.tree == tree, !confirmed.isEmpty || embedded != nil { pending = nil }
    return nil
  }

  /// Permits another trial, and records that it was permitted.
  private mutating func retry(_ tree: TreeHash, _ count: Int) {
    _ = unblock(tree)
    let others = retried.filter { $0.release != tree }
    retried = [Retried(release: tree, count: count)] + others.prefix(Self.maximumRetryCount - 1)
  }

  private mutating func confirm(_ token: String?) -> SandboxAction? {
    guard let current = trial, token == nil || token == current.token else {
      if let token { return token == lastConfirmed?.token ? nil : .refuse(.staleToken) }
      return .refuse(.nothingOnTrial)
    }
    trial = nil
    promote(current.release)
    active = current.release.tree
    lastConfirmed = Confirmed(release: current.release.tree, token: current.token)
    return nil
  }

  private mutating func rollBack(to target: RollbackTarget) -> SandboxAction? {
    let candidates = confirmed + [embedded?.release].compactMap(\.self)
    let release: InstalledRelease?
    switch target {
    case .previous:
      release = candidates.first {
        $0.tree != active && !withdrawn.contains($0.tree) && $0.runs(on: app)
      }
    case .embedded:
      release = embedded?.release
      if release == nil { return .refuse(.notEmbedded) }
    case .release(let tree):
      release = candidates.first { $0.tree == tree }
      if release == nil { return .refuse(.notKnownGood(tree)) }
    }
    guard let release else {
      let other = candidates.first { withdrawn.contains($0.tree) && $0.tree != active }
      return .refuse(.noRollbackTarget(withdrawn: other?.tree))
    }
    guard release.runs(on: app) || target == .embedded else {
      return .refuse(.needsNewerApp(release))
    }
    if let trial {
      block(trial, .rolledBack)
    } else if let active, active != release.tree, !withdrawn.contains(release.tree) {
      // Rolling forward to a withdrawn release withdraws nothing.
      withdrawn.append(active)
    }
    promote(release)
    active = release.tree
    return nil
  }

  private mutating func unblock(_ tree: TreeHash?) -> SandboxAction? {
    blocked.removeAll { tree == nil || $0.release == tree }
    withdrawn.removeAll { tree == nil || $0 == tree }
    return nil
  }

  private mutating func discardFailed() -> SandboxAction? {
    failed = nil
    return nil
  }

  /// Forgets the failed release if it is unblocked, or once another release is confirmed.
  private mutating func forgetFailed(since before: SandboxState) {
    let isBlocked = blocked.contains { $0.release == failed }
    let isReplaced = confirmed.contains { !before.isKnownGood($0.tree) }
    if !isBlocked || isReplaced && failed == before.failed { failed = nil }
  }

  /// Removes every reference to a release.
  private mutating func remove(_ tree: TreeHash) -> SandboxAction? {
    confirmed.removeAll { $0.tree == tree }
    if active == tree { active = nil }
    if running == tree { running = nil }
    if failed == tree { failed = nil }
    applied.remove(tree)
    if pending?.tree == tree { pending = nil }
    if trial?.release.tree == tree { trial = nil }
    if embedded?.release.tree == tree { embedded = nil }
    withdrawn.removeAll { $0 == tree }
    return nil
  }

  /// Replaces a release's description everywhere.
  private mutating func update(_ release: InstalledRelease) -> SandboxAction? {
    var release = release
    if let predecessor = self.release(release.tree), predecessor.timestamp == release.timestamp {
      release.seen = predecessor.seen
    }
    replace(release)
    return nil
  }

  private mutating func replace(_ release: InstalledRelease) {
    confirmed = confirmed.map { $0.tree == release.tree ? release : $0 }
    if pending?.tree == release.tree { pending = release }
    if let old = trial, old.release.tree == release.tree {
      trial = Trial(
        release: release, token: old.token, attempts: old.attempts, startedAt: old.startedAt)
    }
    if let old = embedded, old.release.tree == release.tree {
      embedded = Embedded(release: release, source: old.source, app: old.app)
    }
  }

  // MARK: - Lists

  /// Returns the releases that may run with no trial, best first.
  ///
  /// Confirmed releases that `app` supports come first, then the embedded release.
  package func knownGood(for app: NativeApp?) -> [InstalledRelease] {
    confirmed.filter { $0.runs(on: app) } + [embedded?.release].compactMap(\.self)
  }

  /// Returns the releases that may run if nothing can be recorded, best first.
  func fallbacks(for app: NativeApp?) -> [InstalledRelease] {
    guard confirmed.isEmpty, embedded == nil else { return knownGood(for: app) }
    return [trial?.release, pending].compactMap(\.self).filter { $0.runs(on: app) }
  }

  private func mayRun(_ tree: TreeHash) -> Bool {
    isKnownGood(tree) || trial?.release.tree == tree
  }

  private mutating func promote(_ release: InstalledRelease) {
    let others = confirmed.filter { $0.tree != release.tree }
    confirmed = [release] + others.prefix(Self.maximumConfirmedCount - 1)
    withdrawn = withdrawn.filter { $0 != release.tree && isKnownGood($0) }
  }

  private mutating func block(_ failed: Trial, _ reason: Blocked.Reason) {
    trial = nil
    let entry = Blocked(release: failed.release.tree, reason: reason, count: failed.attempts)
    let others = blocked.filter { $0.release != entry.release }
    blocked = [entry] + others.prefix(Self.maximumBlockedCount - 1)
    self.failed = entry.release
  }
}
