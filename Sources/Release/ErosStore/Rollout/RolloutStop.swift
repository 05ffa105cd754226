package import ErosCore

/// Why a plan needs a decision from the publisher.
package enum RolloutStop: Sendable, Equatable {
  /// More trials fail than the plan allows. The text has the numbers.
  case failures(Message)
  case pause
  /// The release has or had a limit.
  case limit
}
