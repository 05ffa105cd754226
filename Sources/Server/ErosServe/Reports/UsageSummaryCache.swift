import ErosCore
import ErosFiles
import Logging
import NIOPosix
import Synchronization

/// Reads the sums again when they are a few seconds old.
///
/// One request at a time reads them, on a thread of its own, so that neither reports nor files
/// wait. Meanwhile, other requests get the previous sums.
final class UsageSummaryCache: Sendable {
  private static let minimumLifetime: TimeLength = .seconds(5)
  /// Sums stay valid for this many times as long as reading them took.
  private static let lifetimeFactor = 10

  private struct State {
    var summary: UsageSummary?
    var expiry: ClockTime?
    var reading: Task<UsageSummary, Never>?
  }

  private let database: ReportDatabase
  private let problems: ProblemLog
  private let now: @Sendable () -> Timestamp
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let state = Mutex(State())

  init(_ database: ReportDatabase, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
    self.database = database
    problems = ProblemLog(
      logger, failure: "cannot read reports", recovery: "reports can be read again")
    self.now = now
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// The number of reads of the sums.
  var readCount: Int { reads.withLock { $0 } }
  private let reads = Mutex(0)

  /// After an error, returns the previous sums.
  func summary() async -> UsageSummary {
    let (earlier, reading) = state.withLock { state in
      let isOld = state.expiry.map { $0 <= .now } ?? true
      if isOld, state.reading == nil { state.reading = Task { await self.read() } }
      return (state.summary, state.reading)
    }
    if let earlier { return earlier }
    return await reading?.value ?? UsageSummary()
  }

  private func read() async -> UsageSummary {
    let (database, hour, start) = (database, ReportDatabase.hour(of: now()), ClockTime.now)
    reads.withLock { $0 += 1 }
    var newSummary: UsageSummary?
    do {
      newSummary = try await threads.runIfActive { try UsageSummary(database, at: hour) }
      problems.succeeded()
    } catch {
      problems.failed(error)
    }
    let cost = ClockTime.now - start
    return state.withLock { state in
      if let newSummary { state.summary = newSummary }
      state.expiry = .now + max(Self.minimumLifetime, cost * Self.lifetimeFactor)
      state.reading = nil
      return state.summary ?? UsageSummary()
    }
  }
}
