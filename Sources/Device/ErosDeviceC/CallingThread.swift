import Dispatch
import ErosFiles

/// Runs work on the host's thread until asynchronous code is complete.
///
/// The host's functions are then called on its own thread, as virtual machines and scripting
/// languages require. Where tasks can have an executor, this thread runs all their jobs, so a call
/// needs no other thread. On iOS before 18, system threads run the jobs and hand over each call to
/// a host's function.
final class CallingThread: Sendable {
  private let work = Lock<[@Sendable () -> Void]>([])
  /// Counts the waiting work.
  private let available = DispatchSemaphore(value: 0)
  private let runsJobs: Bool

  /// - Parameter handsOver: `true` works like older systems, for tests.
  init(handsOver: Bool = false) {
    guard #available(iOS 18, macOS 15, watchOS 11, tvOS 18, visionOS 2, *) else {
      runsJobs = false
      return
    }
    runsJobs = !handsOver
  }

  private func add(_ next: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(next) }
    available.signal()
  }

  private func runNext() {
    available.wait()
    let next = work.withLock { $0.removeFirst() }
    next()
  }

  /// Starts a task whose jobs this thread runs during ``run(_:)``, where the system can do that.
  func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    if runsJobs, #available(iOS 18, macOS 15, watchOS 11, tvOS 18, visionOS 2, *) {
      return Task(executorPreference: self, operation: body)
    }
    return Task(operation: body)
  }

  /// Runs `body` to its end.
  ///
  /// - Throws: Whatever `body` throws.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Lock<Result<Value, any Error>?>(nil)
    _ = start {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      // Ends the wait, even if other threads run the jobs.
      self.add {}
    }
    while true {
      runNext()
      if let result = outcome.withLock({ $0 }) { return try result.get() }
    }
  }

  /// Calls a host's function in `body` on this thread, during ``run(_:)``.
  func call(_ body: () -> Void) {
    // The job that calls this already runs on this thread.
    if runsJobs { return body() }
    withoutActuallyEscaping(body) { body in
      let call = HostCall(body)
      let done = DispatchSemaphore(value: 0)
      add {
        call.run()
        done.signal()
      }
      done.wait()
    }
  }

  /// A call that one thread makes while another waits for it.
  private final class HostCall: @unchecked Sendable {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) { self.body = body }

    /// Calls the body once, and releases it because it must not outlive the wait.
    func run() {
      body?()
      body = nil
    }
  }
}

@available(iOS 18, macOS 15, watchOS 11, tvOS 18, visionOS 2, *)
extension CallingThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
