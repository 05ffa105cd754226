import ErosCore
import ErosRepository
package import ErosTrust

/// The result of a change of the brake.
package struct BrakeChange: Sendable {
  /// The release, with the limit after the change.
  package let release: ChannelRelease
  /// Whether the limit was changed.
  package let isChanged: Bool
}

extension ReleasePublisher {
  /// Pauses a release, or lowers its rollout, with the key of the brake.
  ///
  /// - Parameters:
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  ///   - rollout: The highest share of devices in hundredths of a percent; 0 pauses the release.
  ///   - reason: The reason for people.
  ///   - isFirst: Whether a release that has or had a limit stays as it is.
  /// - Returns: The release, which is unchanged if its limit is as low already.
  /// - Throws: ``PublishError/noBrake``, ``PublishError/noRelease(_:_:)``,
  ///   ``PublishError/notOffered(_:_:)``, ``PublishError/tooManyLimits``, and the errors of
  ///   ``StoreEditor/update(_:_:)``.
  package func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String?,
    isFirst: Bool = false
  ) async throws -> BrakeChange {
    try await changeLimit(of: number, in: channel) { current in
      let isLower = rollout < current?.rollout ?? ChannelRelease.fullRollout
      guard isLower, current == nil || !isFirst else { return nil }
      return Brake.Limit(
        number: number, rollout: rollout, time: now,
        reason: reason.map { Self.shortened($0) })
    }
  }

  /// Lifts the brake of a release: the rollout in the channel applies again.
  ///
  /// The limit stays in the brake as one of 100 %, so that a server does not set it again.
  ///
  /// - Throws: ``PublishError/notBraked(_:_:)``, and the errors of
  ///   ``brake(_:in:to:reason:isFirst:)``.
  package func liftBrake(
    of number: Int64, in channel: ChannelName
  ) async throws -> BrakeChange {
    try await changeLimit(of: number, in: channel) { current in
      guard let current else { throw PublishError.notBraked(channel, number) }
      guard current.isActive else { return nil }
      return Brake.Limit(
        number: number, rollout: ChannelRelease.fullRollout, time: now, reason: nil)
    }
  }

  /// Replaces the limit of a release, unless `change` returns `nil`.
  private func changeLimit(
    of number: Int64, in channel: ChannelName, _ change: (Brake.Limit?) throws -> Brake.Limit?
  ) async throws -> BrakeChange {
    try await editor.update([channel]) { state in
      let contents = try state.contents(of: channel)
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      var release = try contents.listedRelease(number)
      guard let limit = try change(release.limit) else {
        return (nil, BrakeChange(release: release, isChanged: false))
      }
      release.limit = limit
      var brake = state.brake
      brake[channel, number] = limit
      brake.removeUnlisted(in: contents)
      guard brake.count <= Brake.maximumCount else { throw PublishError.tooManyLimits }
      var metadata = state.roles[Brake.role.text] ?? state.root.newBrake
      brake.write(to: &metadata)
      return ([Brake.role.text: metadata], BrakeChange(release: release, isChanged: true))
    }.result
  }

  /// Returns a reason that fits into the brake.
  private static func shortened(_ reason: String) -> String {
    var text = reason
    while text.utf8.count > Brake.maximumReasonLength { text.removeLast() }
    return text
  }
}

extension ChannelContents {
  /// Returns a release that devices may choose.
  ///
  /// - Throws: ``PublishError/notOffered(_:_:)``, ``PublishError/noRelease(_:_:)``.
  func listedRelease(_ number: Int64) throws(PublishError) -> ChannelRelease {
    guard let release = releases.first(where: { $0.number == number }) else {
      throw number > 0 && number <= newestNumber
        ? .notOffered(name, number) : .noRelease(name, number)
    }
    return release
  }
}
