import ErosCore
import ErosRepository
package import ErosTrust

/// A change of a release that is published.
package struct ReleaseChange: Sendable {
  /// The release after the change.
  package let release: ChannelRelease
  /// Whether the channel offers a release to any device.
  ///
  /// If not, devices keep the release they have.
  package let isAnyOffered: Bool
}

extension ReleasePublisher {
  /// Sets the share of devices that get a release.
  ///
  /// - Parameters:
  ///   - rollout: The share in hundredths of a percent.
  ///   - number: The release. Devices must still be able to choose it.
  ///   - channel: The channel.
  /// - Returns: The changed release.
  /// - Throws: ``PublishError/noRelease(_:_:)``, ``PublishError/notOffered(_:_:)``, and the errors of
  ///   keys and of the store.
  package func setRollout(
    _ rollout: Int, of number: Int64, in channel: ChannelName
  ) async throws -> ReleaseChange {
    try await changeRelease(number, in: channel) { $0.rollout = rollout }
  }

  /// Pauses a release, or resumes it; otherwise like ``setRollout(_:of:in:)``.
  ///
  /// Devices that have a paused release keep it. Others get the newest earlier release that is not
  /// paused; if all are paused, they keep the release they have.
  package func setPaused(
    _ isPaused: Bool, _ number: Int64, in channel: ChannelName
  ) async throws -> ReleaseChange {
    try await changeRelease(number, in: channel) { $0.isPaused = isPaused }
  }

  private func changeRelease(
    _ number: Int64, in channel: ChannelName, _ change: (inout ChannelRelease) -> Void
  ) async throws -> ReleaseChange {
    try await editor.update([channel]) { state in
      var contents = try state.contents(of: channel)
      var release = try contents.listedRelease(number)
      change(&release)
      contents.releases = contents.releases.map { $0.number == number ? release : $0 }
      var metadata = try state.metadata(of: channel)
      contents.write(to: &metadata)
      return (
        [channel.role: metadata],
        ReleaseChange(
          release: release,
          isAnyOffered: contents.releases.contains { !$0.isStopped && $0.effectiveRollout > 0 })
      )
    }.result
  }
}
