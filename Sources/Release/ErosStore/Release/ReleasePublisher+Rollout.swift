import ErosCore
package import ErosTrust

/// A change of a published release.
package struct ReleaseChange: Sendable {
  /// The release after the change.
  package let release: ChannelRelease
  /// The newest release that the channel offers to devices, or `nil` if it offers none.
  package let newestOffered: ChannelRelease?
  /// Whether the channel has testers.
  package let hasTesters: Bool
  /// Whether the change has ended the rollout plan of the release.
  package let endsPlan: Bool

  /// Whether the channel offers any release to devices.
  ///
  /// If not, devices keep their installed release.
  package var isAnyOffered: Bool { newestOffered != nil }
}

extension ReleasePublisher {
  /// Sets the share of devices that get a release, and ends its plan.
  ///
  /// - Parameters:
  ///   - rollout: The share in hundredths of a percent.
  ///   - number: The number of the release. Devices must still be able to select it.
  ///   - channel: The channel.
  ///   - needsTesters: Whether the channel must have testers, because only they get the release.
  /// - Returns: The changed release.
  /// - Throws: ``PublishError/noRelease(_:_:)``, ``PublishError/notOffered(_:_:)``,
  ///   ``PublishError/noTesters(_:)``, and the errors of keys and of the store.
  package func setRollout(
    _ rollout: Int, of number: Int64, in channel: ChannelName, needsTesters: Bool = false
  ) async throws -> ReleaseChange {
    try await changeContents(of: channel, returning: number) { contents in
      guard !needsTesters || contents.testers != nil else { throw PublishError.noTesters(channel) }
      try contents.changeRelease(number) { release in
        release.rollout = rollout
        release.plan = nil
      }
    }
  }

  /// Pauses or resumes a release; otherwise like ``setRollout(_:of:in:)``.
  ///
  /// Devices that have a paused release keep it. Other devices get the newest earlier release that
  /// is not paused, and the channel lists its deltas again. If all are paused, they keep their installed
  /// release.
  package func setPaused(
    _ isPaused: Bool, _ number: Int64, in channel: ChannelName
  ) async throws -> ReleaseChange {
    try await changeRelease(number, in: channel) { $0.isPaused = isPaused }
  }

  /// Asks the devices on which a release failed, or which rolled back from it, to try it once more;
  /// otherwise like ``setRollout(_:of:in:)``.
  ///
  /// All listed releases with the same files get the new number of retries, because devices count the
  /// retries of files.
  package func retry(_ number: Int64, in channel: ChannelName) async throws -> ReleaseChange {
    try await changeContents(of: channel, returning: number) { contents in
      let tree = try contents.listedRelease(number).tree
      let retries = min(contents.retries(of: tree) + 1, Int(ChannelRelease.maximumRetries))
      for index in contents.releases.indices where contents.releases[index].tree == tree {
        contents.releases[index].retries = retries
      }
    }
  }

  private func changeRelease(
    _ number: Int64, in channel: ChannelName, _ change: (inout ChannelRelease) -> Void
  ) async throws -> ReleaseChange {
    try await changeContents(of: channel, returning: number) {
      try $0.changeRelease(number, change)
    }
  }

  /// Changes the releases of a channel, and returns one of them afterwards.
  private func changeContents(
    of channel: ChannelName, returning number: Int64,
    _ change: (inout ChannelContents) throws -> Void
  ) async throws -> ReleaseChange {
    try await editor.update([channel]) { state in
      var contents = try state.contents(of: channel)
      let hasPlan = contents.releases.contains { $0.number == number && $0.plan != nil }
      try change(&contents)
      await contents.restoreNeededDeltas(from: store)
      let release = try contents.listedRelease(number)
      var metadata = try state.metadata(of: channel)
      contents.write(to: &metadata)
      return (
        [channel.role: metadata],
        ReleaseChange(
          release: release,
          newestOffered: contents.releases.first {
            !$0.isStopped
              && ($0.effectiveRollout > 0 || $0.includesTesters && contents.testers != nil)
          },
          hasTesters: contents.testers != nil, endsPlan: hasPlan && release.plan == nil)
      )
    }.result
  }
}

extension ChannelContents {
  fileprivate mutating func changeRelease(
    _ number: Int64, _ change: (inout ChannelRelease) -> Void
  ) throws(PublishError) {
    var release = try listedRelease(number)
    change(&release)
    releases = releases.map { $0.number == number ? release : $0 }
  }
}
