/// A lock with a condition that threads can wait for.
///
/// Foundation has one too, but a program that links Foundation takes half as long again to start.
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

  /// Runs `body` while no other thread does.
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock back until another thread calls ``broadcast()``; only inside ``withLock(_:)``.
  ///
  /// It may also return for no reason, so what is waited for is to be asked for again.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes every thread that waits.
  package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
