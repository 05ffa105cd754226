package import ErosCore

/// A release in the JSON documents of commands, of devices and of the console, which all have the same
/// fields.
///
/// The values of a release in signed metadata are ``ChannelRelease/values``.
///
/// ```
/// {"brake": null, "built": "2026-11-23T08:00:00.000Z", "bytes": 51200, "deltas": 2,
///  "jsVersion": "…", "kind": "bundle", "legacy": false, "localizedNotes": {"en": "Fixes"},
///  "native": {"ios": "1.2.0"}, "notes": null, "number": 7, "paused": false, "rehearsal": null,
///  "restores": null, "retries": 0, "rollout": "25%", "tree": "…", "urgency": "normal"}
/// ```
package struct ReleaseSummary: Sendable, Hashable {
  /// The number in the channel.
  package let number: Int64
  /// The identity of the files.
  package let tree: TreeHash
  /// The version by which legacy clients identify the release.
  package let jsVersion: String
  /// The build time.
  package let built: Timestamp
  /// The kind of the files.
  package let kind: ChannelRelease.Kind
  /// The minimum version of the app on each platform.
  package let native: [Platform: String]
  /// The share of devices to which the channel offers the release, in hundredths of a percent.
  package let rollout: Int
  /// The steps by which the rollout rises, or `nil` without a plan.
  package let plan: RolloutPlan?
  /// The index of the current step of the plan.
  package let step: Int
  /// Whether the publisher has paused the release.
  package let isPaused: Bool
  /// The number of times that the publisher asked devices to try the release again.
  package let retries: Int
  /// The limit of the brake, or `nil` if there is none.
  package let limit: Brake.Limit?
  /// The urgency for apps.
  package let urgency: ReleaseUrgency
  /// The notes of the publisher.
  package let notes: String?
  /// The notes of the publisher in several languages.
  package let localizedNotes: LocalizedNotes
  /// The execution of the pages before the publication, as far as it is known.
  package let rehearsal: ReleaseRehearsal?
  /// The release whose files a rollback has published again.
  package let restores: Int64?
  /// The length of the bundle.
  package let bytes: Int64
  /// The number of patches from other releases.
  let deltaCount: Int
  /// Whether the release is published for legacy clients; `nil` for a replaced release if the history
  /// does not record it.
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
  /// The release in JSON.
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
  /// The limit in the JSON of a ``ReleaseSummary``.
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
  /// The plan in JSON for people and scripts; steps have numbers from 1, and times are in seconds.
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
