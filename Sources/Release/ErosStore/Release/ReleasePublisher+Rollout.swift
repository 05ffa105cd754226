import ErosCore
package import ErosTrust

package struct ReleaseChange: Sendable {
  package let release: ChannelRelease
  /// `nil` if the channel offers nothing.
  package let newestOffered: ChannelRelease?
  package let hasTesters: Bool
  /// `true` if the release had a plan that has ended now.
  package let endsPlan: Bool

  /// If `false`, devices keep their installed release.
  package var isAnyOffered: Bool { newestOffered != nil }
}

extension ReleasePublisher {
  /// Sets the share of devices that get a release, and ends its plan.
  ///
  /// - Parameters:
  ///   - rollout: The share in hundredths of a percent.
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  ///   - needsTesters: Pass `true` if only testers get the release, so that a channel with no
  ///     testers is an error.
  /// - Returns: The release, and the newest release that the channel offers now.
  /// - Throws: ``PublishError/noRelease(_:_:)`` or ``PublishError/notOffered(_:_:)`` if devices
  ///   cannot choose the release, ``PublishError/noTesters(_:)`` if the channel has none, or
  ///   ``KeyError`` if a key cannot be used.
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

  /// Pauses or resumes a release.
  ///
  /// Devices that have a paused release keep it. The rest get the newest earlier release that is
  /// not paused, and the channel lists its deltas again. If every release is paused, they keep
  /// their installed release.
  package func setPaused(
    _ isPaused: Bool, _ number: Int64, in channel: ChannelName
  ) async throws -> ReleaseChange {
    try await changeRelease(number, in: channel) { $0.isPaused = isPaused }
  }

  /// Asks devices where a release failed or was rolled back to try it once more.
  ///
  /// All listed releases with these files get the new retry count, because devices count per file
  /// tree.
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
