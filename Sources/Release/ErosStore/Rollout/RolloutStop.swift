package import ErosCore

/// The reason why a rollout plan needs a decision of the publisher.
package enum RolloutStop: Sendable, Equatable {
  /// More trials fail than the plan permits, as the text explains.
  case failures(Message)
  /// The publisher has paused the release.
  case pause
  /// The release has or had a limit of the brake.
  case limit
}
