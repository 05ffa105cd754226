import Dispatch
import ErosFiles

/// The thread of a host's call, which runs asynchronous work until it is complete.
///
/// So the functions of a host are called on the host's own thread, as the Java virtual machine
/// requires.
final class CallingThread: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])
  /// Counts the waiting jobs.
  private let available = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  private func runNextJob() {
    available.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Runs `body` on this thread, and returns when `body` has ended.
  ///
  /// - Parameter body: The asynchronous work. It receives the executor of this thread for its
  ///   tasks.
  /// - Returns: The value of the work.
  /// - Throws: The error of the work.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (CallingThread) async throws -> Value
  ) throws -> Value {
    let thread = CallingThread()
    let outcome = Outcome<Value>()
    Task(executorPreference: thread) {
      do {
        let value = try await body(thread)
        outcome.result.withLock { $0 = .success(value) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
    }
    while true {
      thread.runNextJob()
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
    }
  }

  /// The result of asynchronous work, or `nil` until the work ends.
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Lock<Result<Value, any Error>?>(nil)
  }
}
