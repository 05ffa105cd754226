import ErosCore
package import ErosTrust

package struct BrakeChange: Sendable {
  /// With the limit after the change.
  package let release: ChannelRelease
  /// `false` if limit and step are unchanged.
  package let isChanged: Bool
}

extension ReleasePublisher {
  /// Uses the key of the brake to pause a release or lower its rollout.
  ///
  /// - Parameters:
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  ///   - rollout: The largest share in hundredths of a percent, where 0 pauses the release.
  ///   - reason: Shown to publishers.
  ///   - isFirst: If `true`, a release that has or had a limit stays as it is.
  /// - Returns: The release, unchanged if its limit is as low already.
  /// - Throws: ``PublishError/noBrake`` if the store has none, ``PublishError/noRelease(_:_:)`` or
  ///   ``PublishError/notOffered(_:_:)`` if devices cannot choose the release,
  ///   ``PublishError/tooManyLimits`` if the brake is full, or ``KeyError`` if a key cannot be
  ///   used.
  package func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String?,
    isFirst: Bool = false
  ) async throws -> BrakeChange {
    try await changeBrake(of: number, in: channel) { brake, release in
      let isLower = rollout < release.limit?.rollout ?? ChannelRelease.fullRollout
      guard isLower, release.limit == nil || !isFirst else { return false }
      brake[channel, number] = Brake.Limit(
        number: number, rollout: rollout, time: now,
        reason: reason.map { Self.shortened($0) })
      return true
    }
  }

  /// Lifts the brake, so that the rollout in the channel applies again.
  ///
  /// A limit of 100% stays on record, so that no server sets the old one again.
  ///
  /// - Throws: ``PublishError/notBraked(_:_:)`` if the release has no limit, or any error from
  ///   ``brake(_:in:to:reason:isFirst:)``.
  package func liftBrake(
    of number: Int64, in channel: ChannelName
  ) async throws -> BrakeChange {
    try await changeBrake(of: number, in: channel) { brake, release in
      guard let limit = release.limit else { throw PublishError.notBraked(channel, number) }
      guard limit.isActive else { return false }
      brake[channel, number] = Brake.Limit(
        number: number, rollout: ChannelRelease.fullRollout, time: now, reason: nil)
      return true
    }
  }

  /// Uses the key of the brake to begin the next step in a plan.
  ///
  /// - Parameters:
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  ///   - trials: Trials reported since publication.
  ///   - baseline: Trials reported for the previous release.
  /// - Returns: The release at its new step.
  /// - Throws: ``PublishError/noPlan(_:_:)`` if there is no plan,
  ///   ``PublishError/notAdvanced(_:_:reason:)``, ``PublishError/planStopped(_:_:_:)`` or
  ///   ``PublishError/planCompleted(_:_:)`` if the plan does not begin another step, or any error
  ///   from ``brake(_:in:to:reason:isFirst:)``.
  package func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws -> BrakeChange {
    try await changeBrake(of: number, in: channel) { brake, release in
      guard let plan = release.plan else { throw PublishError.noPlan(channel, number) }
      let progress = RolloutProgress(of: release, plan, trials, baseline: baseline, at: now)
      if release.isPaused { throw PublishError.planStopped(channel, number, .pause) }
      if release.limit != nil { throw PublishError.planStopped(channel, number, .limit) }
      let decision = plan.decision(at: progress)
      if decision == .completed { throw PublishError.planCompleted(channel, number) }
      if let reason = plan.reasonToWait(at: progress, now: now) {
        throw decision == .stop
          ? PublishError.planStopped(channel, number, .failures(reason))
          : PublishError.notAdvanced(channel, number, reason: reason)
      }
      brake.begin(.init(number: number, index: progress.step + 1, time: now), in: channel)
      return true
    }
  }

  /// Writes nothing if `change` returns `false`.
  private func changeBrake(
    of number: Int64, in channel: ChannelName,
    _ change: (inout Brake, ChannelRelease) throws -> Bool
  ) async throws -> BrakeChange {
    try await editor.update([channel]) { state in
      var contents = try state.contents(of: channel)
      guard state.brakeDelegation != nil else { throw PublishError.noBrake }
      let release = try contents.listedRelease(number)
      var brake = state.brake
      guard try change(&brake, release) else {
        return (nil, BrakeChange(release: release, isChanged: false))
      }
      brake.removeUnlisted(in: contents)
      guard brake.count <= Brake.maximumCount else { throw PublishError.tooManyLimits }
      contents.apply(brake)
      var metadata = state.roles[Brake.role.text] ?? state.root.newBrake
      brake.write(to: &metadata)
      let changed = try contents.listedRelease(number)
      return ([Brake.role.text: metadata], BrakeChange(release: changed, isChanged: true))
    }.result
  }

  /// Cuts a reason to the length that the brake can hold.
  private static func shortened(_ reason: String) -> String {
    var text = reason
    while text.utf8.count > Brake.maximumReasonLength { text.removeLast() }
    return text
  }
}

extension ChannelContents {
  /// - Throws: ``PublishError/notOffered(_:_:)`` or ``PublishError/noRelease(_:_:)`` if devices
  ///   cannot choose the release.
  func listedRelease(_ number: Int64) throws(PublishError) -> ChannelRelease {
    guard let release = releases.first(where: { $0.number == number }) else {
      throw number > 0 && number <= newestNumber
        ? .notOffered(name, number) : .noRelease(name, number)
    }
    return release
  }
}
