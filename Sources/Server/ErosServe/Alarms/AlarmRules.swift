package import ErosCore
package import ErosPublish
package import ErosTrust

/// The rules that derive alarms from the state of a server.
package struct AlarmRules: Sendable {
  /// The time that an unreadable store may take to recover, in milliseconds.
  private static let storeTime: Int64 = 5 * 60_000

  /// The rule for failed trials.
  private let policy: BrakePolicy
  /// The start of the server.
  private let started: Timestamp

  package init(_ policy: BrakePolicy, started: Timestamp) {
    self.policy = policy
    self.started = started
  }

  /// Returns the alarms of a store and its releases.
  ///
  /// - Parameters:
  ///   - snapshot: The last snapshot of the store.
  ///   - health: The results of the latest reads.
  ///   - trials: The trials of the releases in the period of the policy.
  ///   - isBrakeWorking: Whether the last use of the brake succeeded; `nil` without a brake.
  ///   - brakeProblem: The reason why it failed.
  ///   - now: The time.
  /// - Returns: The alarms, each key once.
  package func alarms(
    _ snapshot: StoreSnapshot?, _ health: StoreHealth,
    trials: [ChannelName: [TreeHash: ReportTrials]], isBrakeWorking: Bool?,
    brakeProblem: String? = nil, now: Timestamp
  ) -> [Alarm] {
    var alarms = storeProblem(snapshot, health, now).map { [$0] } ?? []
    alarms += (snapshot?.expiries ?? health.expiries).compactMap { expiry($0, now) }
    if isBrakeWorking == false {
      alarms.append(
        Alarm(
          key: .init(kind: .brakeFailing),
          text: "the server cannot brake releases" + (brakeProblem.map { ": \($0)" } ?? ""),
          hint: "the log of the server says what to do; after a rotation, give it the new key"))
    }
    for channel in snapshot?.channels ?? [] {
      alarms += channel.releases.compactMap {
        alarm($0, channel.name, trials[channel.name]?[$0.tree], isBrakeWorking ?? false)
      }
    }
    return alarms
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
      hint: "run `eros store check`; /readyz lists all problems")
  }

  private func expiry(_ expiry: StoreSnapshot.Expiry, _ now: Timestamp) -> Alarm? {
    let left = expiry.time.milliseconds - now.milliseconds
    let isOnline = ["timestamp", "snapshot"].contains(expiry.role)
    guard left <= MetadataLifetime.warning(of: expiry.role) else { return nil }
    let hint =
      isOnline
      ? "run `eros store refresh`, which a timer should do each day"
      : "sign the role '\(expiry.role)' again, see docs/operating-a-store.md"
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
    _ release: ChannelRelease, _ channel: ChannelName, _ trials: ReportTrials?,
    _ isBrakeWorking: Bool
  ) -> Alarm? {
    if let limit = release.activeLimit {
      let reason = limit.reason.map { ": \($0)" } ?? ""
      let name = "release \(release.number) of \(channel)"
      let effect =
        limit.rollout == 0
        ? "paused \(name)" : "limited \(name) to \(ChannelRelease.percent(limit.rollout))"
      return Alarm(
        key: .init(kind: .releaseBraked, channel: channel, release: release.number),
        text: "the brake has \(effect)\(reason)",
        hint:
          "publish a fix or roll back; `eros store brake lift STORE \(channel) \(release.number)` continues the release"
      )
    }
    // The brake is about to limit a release without a limit.
    guard !isBrakeWorking || release.limit != nil else { return nil }
    guard release.effectiveRollout > 0, !release.isPaused, let trials,
      policy.isExceeded(by: trials)
    else { return nil }
    return Alarm(
      key: .init(kind: .releaseFailing, channel: channel, release: release.number),
      text: "\(policy.reason(trials)) of release \(release.number) of \(channel)",
      hint: "pause it with `eros release pause`, or roll back")
  }
}
