import ErosCore
import ErosFiles
import Logging
import Synchronization

/// Logs the failures of a repeated operation.
///
/// It logs the first error, then at most one per minute with a count, and the first success after a
/// failure.
final class ProblemLog: Sendable {
  private static let interval: TimeLength = .seconds(60)

  private struct State {
    var failureCount = 0
    var written: ClockTime?
  }

  private let logger: Logger
  private let failure: Logger.Message
  private let recovery: Logger.Message
  private let state = Mutex(State())

  /// - Parameters:
  ///   - logger: The log.
  ///   - failure: The message for failures.
  ///   - recovery: The message for the first success after a failure.
  init(_ logger: Logger, failure: Logger.Message, recovery: Logger.Message) {
    self.logger = logger
    self.failure = failure
    self.recovery = recovery
  }

  /// `true` if the last operation succeeded.
  var isWorking: Bool { state.withLock { $0.failureCount == 0 } }

  func failed(_ error: any Error) {
    let count: Int? = state.withLock { state in
      state.failureCount += 1
      if let written = state.written, written + Self.interval > .now { return nil }
      state.written = .now
      return state.failureCount
    }
    guard let count else { return }
    logger.error(
      failure, metadata: ["problem": "\(error)", "failures": .stringConvertible(count)])
  }

  func succeeded() {
    let count = state.withLock { state in
      defer { state = State() }
      return state.failureCount
    }
    if count > 0 { logger.notice(recovery, metadata: ["failures": .stringConvertible(count)]) }
  }
}
