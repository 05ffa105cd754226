import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Runs the tasks of each connection on the thread that reads and writes its socket.
///
/// An answer from memory takes less time than a change of threads. On the threads of Swift's pool, it
/// would need two: one after the request is read, and one before the answer is written. Answers that
/// read files change to the pool, see ``outsideConnectionLoop(_:)``.
struct ConnectionLoop<Connection: ServerChildChannel>: ServerChildChannel {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection.Value> {
    connection.setup(channel: channel, logger: logger)
  }

  func handle(value: Connection.Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await connection.handle(value: value, logger: logger)
    }
  }
}

/// Runs work that may wait for a disk on a thread of Swift's pool; on the thread of a connection, all its
/// connections would wait.
func outsideConnectionLoop<Value, Failure>(
  _ work: () async throws(Failure) -> sending Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor, operation: work)
}

/// Runs the jobs of tasks on the thread of an event loop.
private final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
