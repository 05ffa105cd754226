import Foundation

/// Runs `body` for each index below `count`, each on a thread of its own.
///
/// Tasks share a pool of as many threads as the machine has processors, so races between them are
/// less likely.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws
{
  try await withThrowingTaskGroup { group in
    for index in 0..<count {
      group.addTask(executorPreference: ThreadExecutor()) { try await body(index) }
    }
    try await group.waitForAll()
  }
}

/// An executor that runs each job on a new thread.
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
