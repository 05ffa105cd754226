import Dispatch
import Synchronization

/// The thread of a call of the host, which runs asynchronous work until it is complete.
///
/// So the functions of a host are called on its own thread, as Java's virtual machine requires.
final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// Counts the jobs that wait.
  private let available = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  /// Runs `body` on this thread, and returns when it has ended.
  ///
  /// - Throws: The error of `body`.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let thread = CallingThread()
    let outcome = Outcome<Value>()
    Task(executorPreference: thread) {
      do {
        let value = try await body()
        outcome.result.withLock { $0 = .success(value) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
    }
    while true {
      thread.available.wait()
      let job = thread.jobs.withLock { $0.removeFirst() }
      unsafe job.runSynchronously(on: thread.asUnownedTaskExecutor())
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
    }
  }

  /// The result of a task; `nil` until it has ended.
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}
