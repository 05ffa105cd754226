import ErosStore
import ErosTrust

/// The only changes that the keys of the server can make: set and renew the brake, and begin steps
/// of signed plans.
protocol BrakeStore: Sendable {
  /// Checks that there is a brake that the keys can sign.
  func check() async throws

  /// Limits a release that never had a limit.
  ///
  /// - Returns: `true` if the limit was set.
  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool

  /// Begins the next step in the plan of a release.
  ///
  /// - Parameters:
  ///   - number: The release.
  ///   - channel: The channel.
  ///   - trials: Trials reported since publication.
  ///   - baseline: Trials reported for the previous release.
  /// - Throws: `PublishError.notAdvanced`, `.planStopped`, `.planCompleted`, `.noPlan` or
  ///   `.notOffered` if the store is newer than the snapshot of the server, `KeyError` if a key
  ///   cannot be used, or `TransportError` if the store is unreachable.
  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws

  /// Signs the brake again with a new expiry.
  func renew() async throws
}
