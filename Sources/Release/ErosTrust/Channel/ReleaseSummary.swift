package import ErosCore

/// A release as commands, devices and the console print it in JSON.
///
/// All of them use these fields. Signed metadata has ``ChannelRelease/values`` instead.
///
/// ```
/// {"brake": null, "built": "2026-11-23T08:00:00.000Z", "bytes": 51200, "deltas": 2,
///  "jsVersion": "…", "kind": "bundle", "legacy": false, "localizedNotes": {"en": "Fixes"},
///  "native": {"ios": "1.2.0"}, "notes": null, "number": 7, "paused": false, "rehearsal": null,
///  "restores": null, "retries": 0, "rollout": "25%", "tree": "…", "urgency": "normal"}
/// ```
package struct ReleaseSummary: Sendable, Hashable {
  package let number: Int64
  package let tree: TreeHash
  /// Legacy clients know the release by this version.
  package let jsVersion: String
  package let built: Timestamp
  package let kind: ChannelRelease.Kind
  /// The lowest supported app version per platform.
  package let native: [Platform: String]
  /// The share of devices that the channel offers the release to, in hundredths of a percent.
  package let rollout: Int
  /// Steps that raise the rollout.
  package let plan: RolloutPlan?
  /// Index into the steps of the plan.
  package let step: Int
  /// `true` if the publisher has paused the release.
  package let isPaused: Bool
  /// The number of times the publisher has asked devices to try the release again.
  package let retries: Int
  package let limit: Brake.Limit?
  package let urgency: ReleaseUrgency
  package let notes: String?
  package let localizedNotes: LocalizedNotes
  /// The result of running the pages before publication, if known.
  package let rehearsal: ReleaseRehearsal?
  /// In a rollback, the earlier release that it publishes again.
  package let restores: Int64?
  /// Length of the bundle.
  package let bytes: Int64
  let deltaCount: Int
  /// `nil` for a replaced release if the history does not record it.
  package var isLegacy: Bool?

  package init(_ release: ChannelRelease) {
    number = release.number
    tree = release.tree
    jsVersion = "\(release.jsVersion)"
    built = Timestamp(milliseconds: release.built)
    kind = release.kind
    native = release.native
    rollout = release.offeredRollout
    plan = release.plan
    step = release.step?.index ?? 0
    isPaused = release.isPaused
    retries = release.retries
    limit = release.limit
    urgency = release.urgency
    notes = release.notes
    localizedNotes = release.localizedNotes
    rehearsal = release.rehearsal
    restores = release.restores
    bytes = release.bundle.length
    deltaCount = release.deltas.count
    isLegacy = release.legacy != nil
  }
}

// MARK: - JSON

extension ReleaseSummary {
  package var json: JSONValue {
    .sorted([
      "brake": limit?.summary ?? .null, "built": .string("\(built)"), "bytes": .integer(bytes),
      "deltas": .integer(Int64(deltaCount)), "jsVersion": .string(jsVersion),
      "kind": .string(kind.rawValue), "legacy": isLegacy.map { .bool($0) } ?? .null,
      "localizedNotes": localizedNotes.json, "native": native.json,
      "notes": .string(orNull: notes), "number": .integer(number), "paused": .bool(isPaused),
      "plan": plan?.summary(step: step) ?? .null,
      "rehearsal": rehearsal?.json ?? .null, "restores": .integer(orNull: restores),
      "retries": .integer(Int64(retries)), "rollout": .string(ChannelRelease.percent(rollout)),
      "tree": .string(tree.description),
      "urgency": .string(urgency.rawValue),
    ])
  }
}

extension Brake.Limit {
  /// The limit inside a ``ReleaseSummary``.
  ///
  /// ```
  /// {"active": true, "reason": null, "rollout": "5%", "time": "2026-11-23T08:00:00Z"}
  /// ```
  package var summary: JSONValue {
    .sorted([
      "active": .bool(isActive), "reason": .string(orNull: reason),
      "rollout": .string(ChannelRelease.percent(rollout)),
      "time": .string(Timestamp(milliseconds: time).utc),
    ])
  }
}

extension RolloutPlan {
  /// The plan inside a ``ReleaseSummary``, with steps counted from 1 and times in seconds.
  fileprivate func summary(step: Int) -> JSONValue {
    let steps = steps.map { step in
      JSONValue.sorted([
        "rollout": .string(ChannelRelease.percent(step.rollout)),
        "seconds": .integer(step.time / 1000), "trials": .integer(step.trials),
      ])
    }
    return .sorted([
      "start": .string("\(Timestamp(milliseconds: start))"), "step": .integer(Int64(step + 1)),
      "steps": .list(steps), "stopAt": .number("\(Double(stopFactor) / 100)"),
    ])
  }
}
