import Dispatch
import ErosFiles

/// The thread of a host's call, which runs work until asynchronous code is complete.
///
/// So the functions of a host are called on the host's own thread, as virtual machines and scripting
/// languages require. Where tasks can have an executor, this thread runs all their jobs, so the call
/// needs no other thread. On iOS before 18, the system's threads run the jobs, and hand over the calls of the
/// host's functions.
final class CallingThread: Sendable {
  private let work = Lock<[@Sendable () -> Void]>([])
  /// Counts the waiting work.
  private let available = DispatchSemaphore(value: 0)
  private let runsJobs: Bool

  /// - Parameter handsOver: Whether to work like older systems, for tests.
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

  /// Starts a task with jobs that this thread runs during ``run(_:)``, where the system can do that.
  func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    if runsJobs, #available(iOS 18, macOS 15, watchOS 11, tvOS 18, visionOS 2, *) {
      return Task(executorPreference: self, operation: body)
    }
    return Task(operation: body)
  }

  /// Runs `body`, and returns when `body` has ended.
  ///
  /// - Throws: The error of `body`.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Lock<Result<Value, any Error>?>(nil)
    _ = start {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      // Ends the wait, also if other threads run the jobs.
      self.add {}
    }
    while true {
      runNext()
      if let result = outcome.withLock({ $0 }) { return try result.get() }
    }
  }

  /// Calls a function of the host, which `body` contains, on this thread during ``run(_:)``.
  func call(_ body: () -> Void) {
    // The job that calls this runs on this thread.
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

  /// A call that one thread makes while the other waits for its end.
  private final class HostCall: @unchecked Sendable {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) { self.body = body }

    /// Calls the body and releases it, because it must not outlive the wait.
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
