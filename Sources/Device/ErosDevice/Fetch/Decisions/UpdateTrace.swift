import ErosFiles

/// Remembers how far an update came before it threw an error.
final class UpdateTrace: Sendable {
  private let verified = Lock(false)

  /// `true` after metadata from the store was verified.
  var hasVerified: Bool { verified.withLock { $0 } }

  func verify() { verified.withLock { $0 = true } }
}
