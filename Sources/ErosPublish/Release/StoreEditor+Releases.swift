import ErosCore
import ErosStore
package import ErosTrust

extension StoreEditor {
  /// Sets the share of devices that get a release.
  ///
  /// - Parameters:
  ///   - rollout: The share in hundredths of a percent.
  ///   - number: The release, which devices must still be able to choose.
  ///   - channel: The channel.
  /// - Returns: The changed release.
  /// - Throws: ``PublishError/noRelease(_:_:)``, ``PublishError/notOffered(_:_:)``, and the errors of
  ///   keys and of the store.
  package func setRollout(
    _ rollout: Int, of number: Int64, in channel: ChannelName
  ) async throws -> ChannelRelease {
    try await changeRelease(number, in: channel) { $0.rollout = rollout }
  }

  /// Pauses a release, or resumes it; otherwise like ``setRollout(_:of:in:)``.
  ///
  /// Devices that have a paused release keep it; others get an earlier one.
  package func setPaused(
    _ isPaused: Bool, _ number: Int64, in channel: ChannelName
  ) async throws -> ChannelRelease {
    try await changeRelease(number, in: channel) { $0.isPaused = isPaused }
  }

  private func changeRelease(
    _ number: Int64, in channel: ChannelName, _ change: (inout ChannelRelease) -> Void
  ) async throws -> ChannelRelease {
    try await update([channel]) { state in
      var contents = try state.contents(of: channel)
      guard let index = contents.releases.firstIndex(where: { $0.number == number }) else {
        throw number > 0 && number <= contents.newestNumber
          ? PublishError.notOffered(channel, number) : .noRelease(channel, number)
      }
      change(&contents.releases[index])
      var metadata = try state.metadata(of: channel)
      contents.write(to: &metadata)
      return ([channel.role: metadata], contents.releases[index])
    }.result
  }
}
