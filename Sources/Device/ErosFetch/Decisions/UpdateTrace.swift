import Synchronization

/// What an update had done before it ended with an error.
final class UpdateTrace: Sendable {
  private let verified = Atomic(false)

  /// Whether metadata of the store was verified.
  var hasVerified: Bool { verified.load(ordering: .relaxed) }

  func verify() { verified.store(true, ordering: .relaxed) }
}
