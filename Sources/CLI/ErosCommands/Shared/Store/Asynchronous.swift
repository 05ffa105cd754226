import ErosFiles

/// Passes the result of asynchronous work to a waiting thread.
private final class PendingResult<Value>: @unchecked Sendable {
  private let lock = ConditionLock()
  private var result: Result<Value, any Error>?

  func complete(_ result: Result<Value, any Error>) {
    lock.withLock {
      self.result = result
      lock.broadcast()
    }
  }

  func wait() throws -> Value {
    try lock.withLock {
      while true {
        if let result { return try result.get() }
        lock.wait()
      }
    }
  }
}

/// Runs asynchronous work and waits for its result.
///
/// Commands are synchronous, because starting Swift's executors takes longer than many commands.
/// Only the commands that access a store start the executors.
func waitFor<Value>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let pending = PendingResult<Value>()
  Task {
    do { pending.complete(.success(try await work())) } catch { pending.complete(.failure(error)) }
  }
  return try pending.wait()
}
