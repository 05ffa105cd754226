import ErosCore
import ErosStore
import ErosTrust

/// Derives alarms from the state of a server.
struct AlarmRules: Sendable {
  /// The time for an unreadable store to recover, in milliseconds.
  private static let storeTime: Int64 = 5 * 60_000

  private let policy: BrakePolicy
  /// When the server started.
  private let started: Timestamp
  /// Fills in commands in hints.
  private let store: AdvisedStore

  init(_ policy: BrakePolicy, started: Timestamp, store: AdvisedStore) {
    self.policy = policy
    self.started = started
    self.store = store
  }

  /// Returns the alarms for a store and its releases.
  ///
  /// - Parameters:
  ///   - snapshot: The last snapshot.
  ///   - health: How the latest reads went.
  ///   - trials: Trials within the period of the policy.
  ///   - isBrakeWorking: `false` if the last use of the brake failed, `nil` if there is no brake.
  ///   - brakeProblem: Why it failed.
  ///   - now: The time.
  /// - Returns: Alarms with different keys.
  func alarms(
    _ snapshot: StoreSnapshot?, _ health: StoreHealth,
    trials: [ChannelName: [TreeHash: ReportTrials]], isBrakeWorking: Bool?,
    brakeProblem: String? = nil, now: Timestamp
  ) -> [Alarm] {
    var alarms = storeProblem(snapshot, health, now).map { [$0] } ?? []
    let names = Dictionary(
      (snapshot?.channels ?? []).map { ($0.name.role, $0.name) },
      uniquingKeysWith: { first, _ in first })
    alarms += (snapshot?.expiries ?? health.expiries).compactMap {
      expiry($0, of: names[$0.role], now)
    }
    if isBrakeWorking == false {
      alarms.append(
        Alarm(
          key: .init(kind: .brakeFailing),
          text: "the server cannot brake releases" + (brakeProblem.map { ": \($0)" } ?? ""),
          hint: "the log of the server says what to do; after a rotation, give it the new key"))
    }
    for channel in snapshot?.channels ?? [] {
      alarms += channel.currentReleases.compactMap {
        alarm($0, channel, trials[channel.name]?[$0.tree], isBrakeWorking ?? false)
      }
    }
    return alarms.map { Alarm(key: $0.key, text: $0.text, hint: store.naming(in: $0.hint)) }
  }

  private func storeProblem(
    _ snapshot: StoreSnapshot?, _ health: StoreHealth, _ now: Timestamp
  ) -> Alarm? {
    let since = (health.lastRead ?? started).milliseconds
    let isLate = now.milliseconds - since >= Self.storeTime
    let problems =
      (isLate ? [health.problem].compactMap(\.self) : [])
      + (snapshot?.problems.map(\.text) ?? [])
    guard let first = problems.first else { return nil }
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    return Alarm(
      key: .init(kind: .storeProblem), text: "the store has a problem: \(first)\(more)",
      hint: "run `eros store check --store STORE`; /readyz lists all problems")
  }

  private func expiry(
    _ expiry: StoreSnapshot.Expiry, of channel: ChannelName?, _ now: Timestamp
  ) -> Alarm? {
    let left = expiry.time.milliseconds - now.milliseconds
    let isOnline = ["timestamp", "snapshot"].contains(expiry.role)
    guard left <= MetadataLifetime.warning(of: expiry.role) else { return nil }
    let command = MetadataLifetime.command(signing: expiry.role, of: channel)
    let hint: Message = "run `\(command)`" + (isOnline ? ", which a timer should do each day" : "")
    guard left > 0 else {
      return Alarm(
        key: .init(kind: .metadataExpired, role: expiry.role),
        text: "the metadata of the role '\(expiry.role)' has expired, so devices cannot update",
        hint: hint)
    }
    return Alarm(
      key: .init(kind: .metadataExpiring, role: expiry.role),
      text: "the metadata of the role '\(expiry.role)' expires at \(expiry.time)", hint: hint)
  }

  private func alarm(
    _ release: ChannelRelease, _ contents: ChannelContents, _ trials: ReportTrials?,
    _ isBrakeWorking: Bool
  ) -> Alarm? {
    let (channel, newest) = (contents.name, contents.releases.first?.number ?? release.number)
    let rollBack =
      "roll back with `eros release rollback --channel \(channel) --store STORE`"
    if let limit = release.activeLimit {
      let reason = limit.reason.map { ": \($0)" } ?? ""
      let name = "release \(release.number) of \(channel)"
      let effect =
        limit.rollout == 0
        ? "paused \(name)" : "limited \(name) to \(ChannelRelease.percent(limit.rollout))"
      // Lifting the brake would restart a failing release.
      let hint: Message =
        release.number == newest
        ? "publish a corrected release, or \(rollBack); lift the brake with `eros store brake lift \(release.number) --channel \(channel) --store STORE` only if the release did not cause the failures"
        : "if release \(newest) is good, give it to all devices with `eros release rollout \(newest) 100% --channel \(channel) --store STORE`"
      return Alarm(
        key: .init(kind: .releaseBraked, channel: channel, release: release.number),
        text: "the brake has \(effect)\(reason)", hint: hint)
    }
    // A working brake is about to limit the release.
    guard !isBrakeWorking || release.limit != nil else { return nil }
    guard release.effectiveRollout > 0, !release.isPaused, let trials,
      policy.isExceeded(by: trials)
    else { return nil }
    return Alarm(
      key: .init(kind: .releaseFailing, channel: channel, release: release.number),
      text: "\(policy.reason(trials)) of release \(release.number) of \(channel)",
      hint:
        "pause it with `eros release pause \(release.number) --channel \(channel) --store STORE`, or \(rollBack)"
    )
  }
}
