import Synchronization

/// How far an update came before it threw an error.
final class UpdateTrace: Sendable {
  private let verified = Atomic(false)

  /// Whether metadata of the store was verified.
  var hasVerified: Bool { verified.load(ordering: .relaxed) }

  func verify() { verified.store(true, ordering: .relaxed) }
}
