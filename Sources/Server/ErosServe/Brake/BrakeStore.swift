package import ErosTrust

/// The only changes that the server's keys can make to a store: setting and renewing the brake.
package protocol BrakeStore: Sendable {
  /// Checks that the store has a brake, and that the keys can sign it.
  func check() async throws

  /// Limits a release, unless it has or had a limit.
  ///
  /// - Returns: Whether the limit was set.
  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool

  /// Signs the brake again with a new expiry.
  func renew() async throws
}
