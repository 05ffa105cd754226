import ErosCore

/// Steps that raise the rollout of a release, and the failures that stop it.
///
/// Written as `1%:2h:200,5%:6h,100%`, a plan offers the release to 1% of devices until 2 hours have
/// passed and 200 trials are reported, then to 5% for at least 6 hours, then to all.
///
/// The publisher signs the plan with the release. The key of the brake begins each step after the
/// first, and cannot go beyond the plan. See ``Brake/Step``.
package struct RolloutPlan: Sendable, Hashable {
  /// A share of devices, and the conditions for leaving the step.
  package struct Step: Sendable, Hashable {
    /// In hundredths of a percent.
    package let rollout: Int
    /// The step lasts at least this many milliseconds.
    package let time: Int64
    /// The step lasts until this many trials are reported.
    package let trials: Int64

    package init(rollout: Int, time: Int64 = 0, trials: Int64 = 0) {
      self.rollout = rollout
      self.time = time
      self.trials = trials
    }
  }

  package static let maximumCount = 16
  /// One year, in milliseconds.
  ///
  /// A ``Step/time`` cannot be longer.
  package static let maximumTime: Int64 = 366 * 86_400_000
  package static let maximumTrials: Int64 = 1_000_000_000
  package static let stopFactors = 110...10_000

  package static let defaultStopFactor = 200

  /// Never empty.
  ///
  /// Shares rise from step to step.
  package let steps: [Step]
  /// The rollout stops at this multiple of the failures of the previous release, in hundredths.
  ///
  /// Must be in ``stopFactors``.
  package var stopFactor = defaultStopFactor

  /// Publication time, when the first step begins, in milliseconds since 1970.
  package var start: Int64 = 0

  /// Returns `nil` if a value is out of range, the shares do not rise, or the last step has
  /// conditions.
  package init?(_ steps: [Step]) {
    let shares = [0] + steps.map(\.rollout)
    guard (1...Self.maximumCount).contains(steps.count),
      zip(shares, shares.dropFirst()).allSatisfy({ $0 < $1 }),
      shares[steps.count] <= ChannelRelease.fullRollout,
      steps.allSatisfy({
        (0...Self.maximumTime).contains($0.time) && (0...Self.maximumTrials).contains($0.trials)
      }),
      steps.last.map({ $0.time == 0 && $0.trials == 0 }) ?? false
    else { return nil }
    self.steps = steps
  }
}

// MARK: - Metadata

extension RolloutPlan {
  private static let maximumStart: Int64 = 1 << 53

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'plan'")
    var steps: [Step] = []
    for node in try fields.array("steps") { steps.append(try Step(node.value)) }
    guard let plan = Self(steps) else {
      throw JSONFieldFailure("the steps of 'plan' are invalid")
    }
    self = plan
    let limits = Self.stopFactors
    stopFactor = Int(
      try fields.integer("stopAt", from: Int64(limits.lowerBound), to: Int64(limits.upperBound)))
    start = try fields.integer("start", from: 0, to: Self.maximumStart)
  }

  var json: JSONValue {
    .sorted([
      "start": .integer(start), "steps": .list(steps.map(\.json)),
      "stopAt": .integer(Int64(stopFactor)),
    ])
  }
}

extension RolloutPlan.Step {
  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a step of 'plan'")
    rollout = Int(
      try fields.integer("rollout", from: 1, to: Int64(ChannelRelease.fullRollout)))
    time = try fields.optionalInteger("time", from: 0, to: RolloutPlan.maximumTime) ?? 0
    trials = try fields.optionalInteger("trials", from: 0, to: RolloutPlan.maximumTrials) ?? 0
  }

  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = ["rollout": .integer(Int64(rollout))]
    if time > 0 { fields["time"] = .integer(time) }
    if trials > 0 { fields["trials"] = .integer(trials) }
    return .sorted(fields)
  }
}
