/// A release in a ``ChannelModel``; equal releases have equal files.
struct ModelRelease: Hashable {
  /// The place in the order of build times.
  let build: Int
  /// The lowest version of the app.
  let needs: Int
  /// The device is in every rollout above this number.
  let bucket: Int

  func runs(on app: Int?) -> Bool { app.map { $0 >= needs } ?? true }
}

/// A second implementation of a device: docs/sandbox.md and docs/publishing-reference.md.
///
/// It shares no code with the sandbox and the fetch, so an error in one of the two is a difference.
struct ChannelModel: Equatable {
  /// A release that a channel offers, as the publisher and the brake have signed it.
  struct Offer {
    let number: Int64
    let release: ModelRelease
    let isPaused: Bool
    /// The share of devices, in hundredths of a percent.
    let rollout: Int
    /// The highest share that the brake permits, or `nil` if the brake never had a limit.
    let limit: Int?
    let retries: Int
  }

  /// A release on trial.
  struct Trial: Equatable {
    let release: ModelRelease
    var launches: Int
    let token: String
  }

  /// The reason why a release is blocked, and the launches of its trial.
  struct Block: Equatable {
    let reason: String
    let launches: Int
  }

  /// The release that an app runs.
  struct Run: Equatable {
    let release: ModelRelease
    let token: String?
  }

  /// The target of a rollback.
  enum Target: Equatable {
    case previous, embedded
    case release(ModelRelease)
  }

  /// The number of launches in a trial.
  static let launches = 2
  private static let maximumConfirmed = 2
  private static let maximumApplied = 4
  private static let everyDevice = 10_000

  var app: Int?
  var embedded: ModelRelease?
  /// The version of the app that last had ``embedded``.
  var embeddedApp: Int?
  var active: ModelRelease?
  var running: ModelRelease?
  var applied: Set<ModelRelease> = []
  var pending: ModelRelease?
  var trial: Trial?
  /// The confirmed releases, newest confirmation first.
  var confirmed: [ModelRelease] = []
  var withdrawn: Set<ModelRelease> = []
  var blocked: [ModelRelease: Block] = [:]
  /// The release that failed last, which is a base of deltas.
  var failed: ModelRelease?
  /// The used retries of the publisher.
  var retried: [ModelRelease: Int] = [:]
  /// The token of the last confirmed trial.
  var confirmedToken: String?
  /// The numbers of installed releases, by channel.
  var numbers: [String: [ModelRelease: Int64]] = [:]

  /// The releases that may run without a trial, best first.
  private var working: [ModelRelease] { confirmed + [embedded].compactMap(\.self) }

  /// The releases of ``working`` that the app can run; the embedded one always runs.
  private var usable: [ModelRelease] {
    confirmed.filter { $0.runs(on: app) } + [embedded].compactMap(\.self)
  }

  /// The releases whose files must stay.
  var kept: Set<ModelRelease> {
    Set(working + [active, running, failed, pending, trial?.release].compactMap(\.self))
      .union(applied)
  }

  // MARK: - The app

  /// Launches the app, and returns the release that runs.
  mutating func launch(
    embedded bundle: ModelRelease?, app version: Int?, isForeground: Bool, token: String
  ) -> Run? {
    app = version ?? app
    if let bundle { adopt(bundle) }
    if working.isEmpty { confirmOnlyRelease() }
    guard let stable = usable.first else { return nil }
    guard isForeground else {
      let permitted = working + [trial?.release].compactMap(\.self)
      if active.map({ !permitted.contains($0) }) ?? true { active = stable }
      return Run(release: stable, token: nil)
    }
    countLaunch()
    if trial == nil, let next = pending, next.runs(on: app) { begin(next, launches: 1, token) }
    let chosen = trial?.release ?? usable.first ?? stable
    active = chosen
    running = chosen
    applied = []
    return Run(release: chosen, token: trial?.token)
  }

  /// Switches the running app to the pending release, and returns the release if it does.
  mutating func apply(token: String) -> Run? {
    guard running != nil, trial == nil, applied.count < Self.maximumApplied,
      let next = pending, next.runs(on: app)
    else { return nil }
    begin(next, launches: 0, token)
    active = next
    applied.insert(next)
    return Run(release: next, token: trial?.token)
  }

  /// Confirms the trial, and returns whether the token is valid.
  mutating func confirm(token: String?) -> Bool {
    guard let current = trial, token ?? current.token == current.token else {
      return token != nil && token == confirmedToken
    }
    trial = nil
    promote(current.release)
    active = current.release
    confirmedToken = current.token
    return true
  }

  /// Rolls back, and returns whether there was a release to roll back to.
  mutating func rollBack(to target: Target) -> Bool {
    let found: ModelRelease? =
      switch target {
      case .previous:
        working.first { $0 != active && !withdrawn.contains($0) && $0.runs(on: app) }
      case .embedded: embedded
      case .release(let release): working.contains(release) ? release : nil
      }
    guard let found, found.runs(on: app) || target == .embedded else { return false }
    if trial != nil {
      block("rolled-back")
    } else if let active, active != found, !withdrawn.contains(found) {
      withdrawn.insert(active)
    }
    promote(found)
    active = found
    return true
  }

  /// Forgets the failures and rollbacks of one release, or of all.
  mutating func unblock(_ release: ModelRelease?) {
    blocked = blocked.filter { release != nil && $0.key != release }
    withdrawn = withdrawn.filter { release != nil && $0 != release }
    if release == nil || release == failed { failed = nil }
  }

  private mutating func adopt(_ bundle: ModelRelease) {
    let known = embedded
    let isOtherApp = app != nil && (known == nil || embeddedApp != app)
    let isNew = !working.contains(bundle)
    embedded = bundle
    embeddedApp = app ?? embeddedApp
    if known == bundle, !isOtherApp || withdrawn.contains(bundle) { return }
    blocked[bundle] = nil
    if failed == bundle { failed = nil }
    if pending == bundle { pending = nil }
    if trial?.release == bundle { trial = nil }
    if known == nil, withdrawn.contains(bundle) { return }
    if let best = confirmed.first(where: { $0.runs(on: app) }) {
      let isUndone = known == nil && withdrawn.contains(best)
      guard bundle.runs(on: app), bundle.build > best.build || isUndone else { return }
    } else if !confirmed.isEmpty {
      return
    }
    promote(bundle)
    if isNew { failed = nil }
    if let other = pending, other.build <= bundle.build { pending = nil }
    if let other = trial?.release, other.build <= bundle.build { trial = nil }
  }

  private mutating func confirmOnlyRelease() {
    if let current = trial {
      guard current.launches < Self.launches else { return }
      trial = nil
      promote(current.release)
    } else if let next = pending, next.runs(on: app) {
      pending = nil
      promote(next)
    }
  }

  private mutating func countLaunch() {
    guard let current = trial else { return }
    if !current.release.runs(on: app) {
      pending = pending ?? current.release
      trial = nil
    } else if current.launches < Self.launches {
      trial?.launches += 1
    } else {
      block("unconfirmed")
    }
  }

  /// Takes the pending release: it works already, or its trial begins.
  private mutating func begin(_ next: ModelRelease, launches: Int, _ token: String) {
    pending = nil
    if working.contains(next) {
      promote(next)
    } else {
      trial = Trial(release: next, launches: launches, token: token)
    }
  }

  private mutating func promote(_ release: ModelRelease) {
    if !self.working.contains(release) { failed = nil }
    let others = confirmed.filter { $0 != release }
    confirmed = [release] + others.prefix(Self.maximumConfirmed - 1)
    let working = self.working
    withdrawn = withdrawn.filter { $0 != release && working.contains($0) }
  }

  private mutating func block(_ reason: String) {
    guard let current = trial else { return }
    trial = nil
    blocked[current.release] = Block(reason: reason, launches: current.launches)
    failed = current.release
  }

  // MARK: - Updates

  /// Stages a release that the publisher asked devices `retries` times to try again.
  mutating func stage(_ release: ModelRelease, retries: Int = 0) {
    let isRetry = retries > retried[release] ?? 0
    if blocked[release] != nil, !isRetry { return }
    if trial?.release == release { return }
    if trial == nil, confirmed.first == release { return }
    pending = release
    guard isRetry else { return }
    unblock(release)
    retried[release] = retries
  }

  /// Records the numbers of the installed releases.
  mutating func check(_ offers: [Offer], of channel: String) {
    let kept = kept
    numbers = numbers.mapValues { $0.filter { kept.contains($0.key) } }
    for offer in offers.reversed() where kept.contains(offer.release) {
      numbers[channel, default: [:]][offer.release] = offer.number
    }
    numbers = numbers.filter { !$0.value.isEmpty }
  }

  /// Checks a channel, and stages the release that the device selects.
  ///
  /// - Returns: The decision as in `FetchDecision.summary`.
  mutating func fetch(_ offers: [Offer], of channel: String, isTester: Bool) -> String {
    check(offers, of: channel)
    if let left = pending, isForeign(left, to: channel), !working.isEmpty { pending = nil }
    let (selected, text) = decide(offers, of: channel, isTester: isTester)
    if let selected {
      numbers[channel, default: [:]][selected.release] = selected.number
      stage(selected.release, retries: selected.retries)
    }
    return text
  }

  /// Selects a release of a channel.
  private func decide(
    _ offers: [Offer], of channel: String, isTester: Bool
  ) -> (selected: Offer?, text: String) {
    let held =
      [pending, trial?.release].compactMap(\.self).filter { $0.runs(on: app) } + usable.prefix(1)
    var skipped: [String] = []
    var first: String?
    for offer in offers where held.allSatisfy({ isNewer(offer, than: $0, offers, channel) }) {
      guard let obstacle = obstacle(to: offer, isTester: isTester) else {
        return (
          offer, (["install \(offer.number) from full"] + skipped).joined(separator: "; ")
        )
      }
      first = first ?? "\(obstacle) \(offer.number)"
      skipped.append("\(offer.number) \(obstacle)")
    }
    return (nil, ([first ?? "up to date"] + skipped).joined(separator: "; "))
  }

  /// Returns whether the device knows a release only from other channels.
  private func isForeign(_ release: ModelRelease, to channel: String) -> Bool {
    numbers[channel]?[release] == nil && numbers.values.contains { $0[release] != nil }
  }

  private func isNewer(
    _ offer: Offer, than held: ModelRelease, _ offers: [Offer], _ channel: String
  ) -> Bool {
    let listed = offers.filter { $0.release == held }.map(\.number)
    let known = listed + [numbers[channel]?[held]].compactMap(\.self)
    if let number = known.max() { return offer.number > number }
    return isForeign(held, to: channel) || offer.release.build > held.build
  }

  private func obstacle(to offer: Offer, isTester: Bool) -> String? {
    if offer.isPaused || offer.limit == 0 { return "paused" }
    if !offer.release.runs(on: app) { return "needs \(offer.release.needs).0.0" }
    let isLimited = offer.limit.map { $0 < Self.everyDevice } ?? false
    let share = min(offer.rollout, offer.limit ?? Self.everyDevice)
    guard offer.release.bucket < share || isTester && !isLimited else { return "not included" }
    let isAvoided = blocked[offer.release] != nil || withdrawn.contains(offer.release)
    return isAvoided && offer.retries <= retried[offer.release] ?? 0 ? "blocked" : nil
  }
}
