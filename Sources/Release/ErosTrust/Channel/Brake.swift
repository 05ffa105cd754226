package import ErosCore

/// Limits that lower the rollouts of releases, and the current steps of rollout plans.
///
/// A separate key signs them in the delegated role `brake`. That key cannot offer a release to more
/// devices than the channel allows: a device uses the lower of rollout and limit, and only accepts
/// steps from a ``RolloutPlan`` that the channel has signed. The role cannot list the files of a
/// channel either, because its only paths are `brake/*`.
///
/// The field `eros` in the metadata of the role holds the brake:
///
/// ```
/// {"brake": {"my-app/production": [{"seq": 7, "rollout": 0, "time": 1700000000000, "reason": "…"}]},
///  "steps": {"my-app/production": [{"seq": 8, "step": 2, "time": 1700000000000}]}}
/// ```
package struct Brake: Sendable {
  package struct Limit: Sendable, Hashable, CustomStringConvertible {
    /// Release number.
    package let number: Int64
    /// The largest share of devices that get the release, in hundredths of a percent.
    ///
    /// 0 pauses the release. ``ChannelRelease/fullRollout`` has no effect: it records that a
    /// publisher has lifted the brake.
    package let rollout: Int
    /// When the limit was set, in milliseconds since 1970.
    package let time: Int64
    /// Shown to publishers.
    package let reason: String?

    package init(number: Int64, rollout: Int, time: Int64, reason: String?) {
      self.number = number
      self.rollout = rollout
      self.time = time
      self.reason = reason
    }

    package var isActive: Bool { rollout < ChannelRelease.fullRollout }

    package var description: String { "\(message)" }

    /// Completes a sentence about the release.
    package var message: Message {
      switch rollout {
      case 0: "paused"
      case ChannelRelease.fullRollout...: "lifted"
      default: "at most \(ChannelRelease.percent(rollout))"
      }
    }
  }

  /// The current step of a release that has a plan.
  package struct Step: Sendable, Hashable {
    /// Release number.
    let number: Int64
    /// Index into the steps of the plan, at least 1, because the first step needs no signature.
    package let index: Int
    /// When the step began, in milliseconds since 1970.
    package let time: Int64

    package init(number: Int64, index: Int, time: Int64) {
      self.number = number
      self.index = index
      self.time = time
    }
  }

  package static let role: RoleName = "brake"
  /// Matches no file, because the role lists none.
  package static let pattern = PathPattern("brake/*")
  /// Searching for this path loads the metadata of the role.
  static let probePath = "brake/releases"
  /// Limits and steps together, so that the metadata stays small.
  package static let maximumCount = 500
  /// In bytes.
  package static let maximumLength = 1 << 17
  /// In bytes.
  package static let maximumReasonLength = 120

  private static let brakeKey = "brake"
  private static let stepsKey = "steps"
  private static let maximumTime: Int64 = 1 << 53

  private var limits: [ChannelName: [Int64: Limit]] = [:]
  private var steps: [ChannelName: [Int64: Step]] = [:]

  package init() {}

  /// Parses the metadata of the role.
  ///
  /// - Throws: ``ChannelError/malformedBrake(reason:)`` if the limits or steps are invalid.
  package init(_ metadata: TargetsMetadata) throws(ChannelError) {
    do throws(JSONFieldFailure) {
      guard var fields = try metadata.unknown.erosFields() else { return }
      for (name, value) in try Self.entries(of: fields.object(Self.brakeKey)) {
        let limit = try Limit(value)
        guard self[name, limit.number] == nil else {
          throw JSONFieldFailure("release \(limit.number) of '\(name)' has two limits")
        }
        self[name, limit.number] = limit
      }
      // Older versions of eros do not sign steps.
      for (name, value) in try Self.entries(of: fields.optionalObject(Self.stepsKey) ?? []) {
        let step = try Step(value)
        guard steps[name]?[step.number] == nil else {
          throw JSONFieldFailure("release \(step.number) of '\(name)' has two steps")
        }
        steps[name, default: [:]][step.number] = step
      }
      guard count <= Self.maximumCount else {
        throw JSONFieldFailure("it has more than \(Self.maximumCount) limits and steps")
      }
    } catch {
      throw .malformedBrake(reason: error.clause)
    }
  }

  package subscript(channel: ChannelName, number: Int64) -> Limit? {
    get { limits[channel]?[number] }
    set {
      limits[channel, default: [:]][number] = newValue
      if limits[channel]?.isEmpty ?? false { limits[channel] = nil }
    }
  }

  /// Limits and steps together.
  package var count: Int {
    limits.values.map(\.count).reduce(0, +) + steps.values.map(\.count).reduce(0, +)
  }

  /// Returns `nil` while a release is in its first step.
  func step(of number: Int64, in channel: ChannelName) -> Step? {
    steps[channel]?[number]
  }

  package mutating func begin(_ step: Step, in channel: ChannelName) {
    steps[channel, default: [:]][step.number] = step
  }

  /// Newest release first in each channel.
  package var channels: [(name: ChannelName, limits: [Limit])] {
    limits.sorted { inByteOrder("\($0.key)", "\($1.key)") }.map { name, limits in
      (name, limits.values.sorted { $0.number > $1.number })
    }
  }

  /// Keeps the metadata small: removes limits on releases that the channel no longer lists, and
  /// steps of releases that have no plan.
  package mutating func removeUnlisted(in contents: ChannelContents) {
    let listed = Set(contents.releases.map(\.number))
    limits[contents.name] = limits[contents.name]?.filter { listed.contains($0.key) }
    if limits[contents.name]?.isEmpty ?? false { limits[contents.name] = nil }
    let planned = Set(contents.releases.filter { $0.plan != nil }.map(\.number))
    steps[contents.name] = steps[contents.name]?.filter { planned.contains($0.key) }
    if steps[contents.name]?.isEmpty ?? false { steps[contents.name] = nil }
  }

  /// Replaces the limits and steps in the metadata of the role.
  package func write(to metadata: inout TargetsMetadata) {
    let lists = channels.map { ("\($0.name)", JSONValue.list($0.limits.map(\.json))) }
    let stepLists = steps.map { name, steps in
      let list = steps.values.sorted { $0.number > $1.number }
      return ("\(name)", JSONValue.list(list.map(\.json)))
    }
    metadata.unknown.setErosFields([
      Self.brakeKey: .sorted(Dictionary(lists) { first, _ in first }),
      Self.stepsKey: stepLists.isEmpty
        ? nil : .sorted(Dictionary(stepLists) { first, _ in first }),
    ])
  }

  /// Flattens the lists of all channels.
  private static func entries(
    of channels: [JSONObject.Member]
  ) throws(JSONFieldFailure) -> [(name: ChannelName, value: JSONValue)] {
    var entries: [(ChannelName, JSONValue)] = []
    for channel in channels {
      guard let name = try? ChannelName(channel.key), let list = channel.node.value.array else {
        throw JSONFieldFailure(
          "'\(channel.key.shortenedForDisplay())' is not a list of a channel")
      }
      entries += list.map { (name, $0.value) }
    }
    return entries
  }
}

extension Brake.Limit {
  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a limit")
    let number = try fields.integer("seq", from: 1)
    let rollout = try fields.integer("rollout", from: 0, to: Int64(ChannelRelease.fullRollout))
    let time = try fields.integer("time", from: 0, to: Brake.maximumTime)
    try self.init(
      number: number, rollout: Int(rollout), time: time, reason: fields.optionalString("reason"))
  }

  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = [
      "seq": .integer(number), "rollout": .integer(Int64(rollout)), "time": .integer(time),
    ]
    if let reason { fields["reason"] = .string(reason) }
    return .sorted(fields)
  }
}

extension Brake.Step {
  /// JSON counts steps from 1.
  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a step")
    number = try fields.integer("seq", from: 1)
    index = Int(try fields.integer("step", from: 2, to: Int64(RolloutPlan.maximumCount))) - 1
    time = try fields.integer("time", from: 0, to: Brake.maximumTime)
  }

  fileprivate var json: JSONValue {
    .sorted([
      "seq": .integer(number), "step": .integer(Int64(index + 1)), "time": .integer(time),
    ])
  }
}

extension ChannelContents {
  /// Applies limits and steps to the releases.
  ///
  /// A step beyond the plan of the release has no effect.
  package mutating func apply(_ brake: Brake) {
    for index in releases.indices {
      let number = releases[index].number
      releases[index].limit = brake[name, number]
      let count = releases[index].plan?.steps.count ?? 0
      releases[index].step = brake.step(of: number, in: name).flatMap {
        $0.index < count ? $0 : nil
      }
    }
  }
}

extension TrustUpdate {
  /// `true` if the store has signed a brake, known once the targets role is loaded.
  ///
  /// A store that has only added the key signs the brake when it is first set.
  var hasBrake: Bool {
    let roles = targets[.targets]?.delegations?.roles ?? []
    return roles.contains { $0.name == Brake.role } && snapshot?[Brake.role] != nil
  }

  /// Returns the brake, once you have searched for ``Brake/probePath``.
  ///
  /// - Throws: ``ChannelError/malformedBrake(reason:)`` if the limits or steps are invalid.
  func brake() throws(ChannelError) -> Brake {
    guard let metadata = targets[Brake.role] else { return Brake() }
    return try Brake(metadata)
  }
}
