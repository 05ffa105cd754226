/// A mutex with a condition variable.
///
/// Replaces Foundation's `NSCondition`, because linking Foundation makes the tool take 50 % longer
/// to start.
@safe
package final class ConditionLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` while holding the lock.
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock, waits until another thread calls ``broadcast()``, and locks again.
  ///
  /// Call it only inside ``withLock(_:)``, and in a loop that tests the condition: the system may
  /// wake a thread that nobody has signalled.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all waiting threads.
  package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
