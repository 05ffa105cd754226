import ErosCore
package import ErosTrust

/// The result of a change of the brake.
package struct BrakeChange: Sendable {
  /// The release, with the limit after the change.
  package let release: ChannelRelease
  /// Whether the limit or the step was changed.
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
    try await changeBrake(of: number, in: channel) { brake, release in
      let isLower = rollout < release.limit?.rollout ?? ChannelRelease.fullRollout
      guard isLower, release.limit == nil || !isFirst else { return false }
      brake[channel, number] = Brake.Limit(
        number: number, rollout: rollout, time: now,
        reason: reason.map { Self.shortened($0) })
      return true
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
    try await changeBrake(of: number, in: channel) { brake, release in
      guard let limit = release.limit else { throw PublishError.notBraked(channel, number) }
      guard limit.isActive else { return false }
      brake[channel, number] = Brake.Limit(
        number: number, rollout: ChannelRelease.fullRollout, time: now, reason: nil)
      return true
    }
  }

  /// Begins the next step of a release's plan, with the key of the brake.
  ///
  /// - Parameters:
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  ///   - trials: The reported trials of the release since its publication.
  ///   - baseline: The reported trials of the release before.
  /// - Returns: The release with its new step.
  /// - Throws: ``PublishError/noPlan(_:_:)``; ``PublishError/notAdvanced(_:_:reason:)``,
  ///   ``PublishError/planStopped(_:_:_:)`` or ``PublishError/planCompleted(_:_:)`` unless the plan
  ///   decides to raise the rollout; the errors of ``brake(_:in:to:reason:isFirst:)``.
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

  /// Changes the brake and the release, unless `change` returns `false`.
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
