import ErosFiles

/// How far an update came before it threw an error.
final class UpdateTrace: Sendable {
  private let verified = Lock(false)

  /// Whether metadata of the store was verified.
  var hasVerified: Bool { verified.withLock { $0 } }

  func verify() { verified.withLock { $0 = true } }
}
