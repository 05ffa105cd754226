import ErosStore
import ErosTrust

/// The only changes that the server's keys can make to a store: setting and renewing the brake, and
/// beginning the steps of signed plans.
protocol BrakeStore: Sendable {
  /// Checks that the store has a brake, and that the keys can sign it.
  func check() async throws

  /// Limits a release, unless it has or had a limit.
  ///
  /// - Returns: Whether the limit was set.
  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool

  /// Begins the next step of a release's plan.
  ///
  /// - Parameters:
  ///   - number: The release.
  ///   - channel: The channel.
  ///   - trials: The reported trials of the release since its publication.
  ///   - baseline: The reported trials of the release before.
  /// - Throws: `PublishError.notAdvanced`, `.planStopped`, `.planCompleted`, `.noPlan` and
  ///   `.notOffered` if the store is newer than the snapshot of the server, and the errors of keys and
  ///   of the store.
  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws

  /// Signs the brake again with a new expiry.
  func renew() async throws
}
