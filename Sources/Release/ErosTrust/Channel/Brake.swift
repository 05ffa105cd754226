import ErosCore

/// The brake of a store: limits that lower the rollouts of releases.
///
/// The delegated role `brake` signs it with a separate key. A device uses the lower of the
/// channel's rollout and the limit, so the role cannot offer a release to more devices than the
/// channel does. The role also cannot list files of a channel, because its only paths are
/// `brake/*`.
///
/// The field `eros` in the metadata of the role contains the brake:
///
/// ```
/// {"brake": {"my-app/production": [{"seq": 7, "rollout": 0, "time": 1700000000000, "reason": "…"}]}}
/// ```
package struct Brake: Sendable {
  /// The limit on a release.
  package struct Limit: Sendable, Hashable, CustomStringConvertible {
    /// The number of the release.
    package let number: Int64
    /// The maximum share of devices that get the release, in hundredths of a percent.
    ///
    /// 0 pauses the release. ``ChannelRelease/fullRollout`` has no effect: it records that a
    /// publisher has lifted the brake.
    package let rollout: Int
    /// The time when the limit was set, in milliseconds since 1970.
    package let time: Int64
    /// The reason, as text for people.
    package let reason: String?

    package init(number: Int64, rollout: Int, time: Int64, reason: String?) {
      self.number = number
      self.rollout = rollout
      self.time = time
      self.reason = reason
    }

    /// Whether the limit has an effect.
    package var isActive: Bool { rollout < ChannelRelease.fullRollout }

    /// The limit, as text for people.
    package var description: String {
      switch rollout {
      case 0: "paused"
      case ChannelRelease.fullRollout...: "lifted"
      default: "at most \(ChannelRelease.percent(rollout))"
      }
    }
  }

  /// The role that signs the brake.
  package static let role: RoleName = "brake"
  /// The paths of the role, which lists no files.
  package static let pattern = PathPattern("brake/*")
  /// A path of the role; a search for it loads the role's metadata.
  package static let probePath = "brake/releases"
  /// The maximum number of limits, so that the metadata stays small.
  package static let maximumCount = 500
  /// The maximum length of the role's metadata, in bytes.
  package static let maximumLength = 1 << 17
  /// The maximum length of a reason, in bytes.
  package static let maximumReasonLength = 120

  private static let brakeKey = "brake"
  private static let maximumTime: Int64 = 1 << 53

  private var limits: [ChannelName: [Int64: Limit]] = [:]

  /// Creates a brake without limits.
  package init() {}

  /// Parses the metadata of the role.
  ///
  /// - Throws: ``ChannelError/malformedBrake(reason:)``.
  package init(_ metadata: TargetsMetadata) throws(ChannelError) {
    do throws(JSONFieldFailure) {
      guard var fields = try metadata.unknown.erosFields() else { return }
      for channel in try fields.object(Self.brakeKey) {
        guard let name = try? ChannelName(channel.key), let list = channel.node.value.array else {
          throw JSONFieldFailure(
            "'\(channel.key.shortenedForDisplay())' is not a list of a channel")
        }
        for node in list {
          let limit = try Limit(node.value)
          guard self[name, limit.number] == nil else {
            throw JSONFieldFailure("release \(limit.number) of '\(name)' has two limits")
          }
          self[name, limit.number] = limit
        }
      }
      guard count <= Self.maximumCount else {
        throw JSONFieldFailure("it has more than \(Self.maximumCount) limits")
      }
    } catch {
      throw .malformedBrake(reason: error.description)
    }
  }

  /// Returns the limit on a release, or `nil` if there is none.
  package subscript(channel: ChannelName, number: Int64) -> Limit? {
    get { limits[channel]?[number] }
    set {
      limits[channel, default: [:]][number] = newValue
      if limits[channel]?.isEmpty ?? false { limits[channel] = nil }
    }
  }

  /// The number of limits.
  package var count: Int { limits.values.map(\.count).reduce(0, +) }

  /// The limits of each channel, newest release first.
  package var channels: [(name: ChannelName, limits: [Limit])] {
    limits.sorted { inByteOrder("\($0.key)", "\($1.key)") }.map { name, limits in
      (name, limits.values.sorted { $0.number > $1.number })
    }
  }

  /// Removes the limits on releases that a channel no longer lists, so that the metadata stays
  /// small.
  package mutating func removeUnlisted(in contents: ChannelContents) {
    let listed = Set(contents.releases.map(\.number))
    limits[contents.name] = limits[contents.name]?.filter { listed.contains($0.key) }
    if limits[contents.name]?.isEmpty ?? false { limits[contents.name] = nil }
  }

  /// Replaces the limits in the metadata of the role.
  package func write(to metadata: inout TargetsMetadata) {
    let lists = channels.map { ("\($0.name)", JSONValue.list($0.limits.map(\.json))) }
    metadata.unknown.setErosFields([
      Self.brakeKey: .sorted(Dictionary(lists) { first, _ in first })
    ])
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

extension ChannelContents {
  /// Applies the limits of a brake to the releases.
  package mutating func apply(_ brake: Brake) {
    for index in releases.indices { releases[index].limit = brake[name, releases[index].number] }
  }
}

extension TrustUpdate {
  /// Whether the store has signed a brake; known after the targets role is loaded.
  ///
  /// If only the public key was added, the brake is signed when it is first set.
  package var hasBrake: Bool {
    let roles = targets[.targets]?.delegations?.roles ?? []
    return roles.contains { $0.name == Brake.role } && snapshot?[Brake.role] != nil
  }

  /// The brake, after a search for ``Brake/probePath``.
  ///
  /// - Throws: ``ChannelError/malformedBrake(reason:)``.
  package func brake() throws(ChannelError) -> Brake {
    guard let metadata = targets[Brake.role] else { return Brake() }
    return try Brake(metadata)
  }
}
