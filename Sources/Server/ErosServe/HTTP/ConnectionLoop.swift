import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Runs the tasks of a connection on its event loop, and limits its requests.
///
/// A response from memory takes less time than a thread switch, and the global executor would
/// switch threads twice per request. For work that may block, use ``runOffEventLoop(_:)``.
struct ConnectionLoop<Connection: ServerChildChannel>: ServerChildChannel {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection.Value> {
    connection.setup(channel: channel, logger: logger).flatMapThrowing { value in
      try RequestLimiter.install(in: channel.pipeline.syncOperations)
      return value
    }
  }

  func handle(value: Connection.Value, logger: Logger) async {
    await runOnEventLoop(of: value.channel) {
      await connection.handle(value: value, logger: logger)
    }
  }
}

func runOnEventLoop(of channel: any Channel, _ work: () async -> Void) async {
  await withTaskExecutorPreference(EventLoopExecutor(channel.eventLoop), operation: work)
}

/// Runs `work` on the global concurrent executor.
///
/// Use it for everything that may block: a blocked event loop delays all its connections.
func runOffEventLoop<Value: Sendable, Failure>(
  _ work: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor, operation: work)
}

private final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
