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

  private func runNextJob() {
    available.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Asynchronous work that runs on the thread which calls ``run()``.
  struct Call<Value: Sendable>: Sendable {
    /// The work; it can be cancelled from any thread.
    let task: Task<Void, Never>
    private let thread = CallingThread()
    private let outcome = Outcome()

    /// Creates a call of `body`, which does not begin before ``run()``.
    init(_ body: @escaping @Sendable () async throws -> Value) {
      let outcome = outcome
      task = Task(executorPreference: thread) {
        do {
          let value = try await body()
          outcome.result.withLock { $0 = .success(value) }
        } catch {
          outcome.result.withLock { $0 = .failure(error) }
        }
      }
    }

    /// Runs the work on this thread, and returns when it has ended.
    ///
    /// - Throws: The error of the work.
    func run() throws -> Value {
      while true {
        thread.runNextJob()
        if let result = outcome.result.withLock({ $0 }) { return try result.get() }
      }
    }

    /// The result of the work; `nil` until it has ended.
    private final class Outcome: Sendable {
      let result = Mutex<Result<Value, any Error>?>(nil)
    }
  }
}
