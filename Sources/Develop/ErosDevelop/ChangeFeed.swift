import ErosFiles

/// The number of changes so far, for pages that wait for the next change.
final class ChangeFeed: @unchecked Sendable {
  private let lock = ConditionLock()
  private var count = 0

  /// The number of changes.
  var current: Int { lock.withLock { count } }

  /// Announces a change.
  func announce() { lock.withLock { count += 1 } }
}
