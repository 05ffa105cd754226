import ErosFiles

/// Counts changes, so that a page can wait for the next one.
final class ChangeFeed: @unchecked Sendable {
  private let lock = ConditionLock()
  private var count = 0

  var current: Int { lock.withLock { count } }

  func announce() { lock.withLock { count += 1 } }
}
