package import ErosCore
package import Logging
import NIOPosix
import Synchronization

/// The sums of the counters, read again when they are a few seconds old.
package final class ReportSummaryCache: Sendable {
  private static let lifetime: Duration = .seconds(5)

  private let database: ReportDatabase
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let cached = Mutex<(summary: ReportSummary, time: ContinuousClock.Instant)?>(nil)

  package init(
    _ database: ReportDatabase, logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    self.database = database
    self.logger = logger
    self.now = now
  }

  /// Returns the sums; after an error, which is logged, the earlier ones.
  package func summary() async -> ReportSummary {
    let earlier = cached.withLock { $0 }
    if let earlier, earlier.time + Self.lifetime > .now { return earlier.summary }
    let (database, hour) = (database, ReportDatabase.hour(of: now()))
    do {
      let summary = try await NIOThreadPool.singleton.runIfActive {
        try ReportSummary(database, at: hour)
      }
      cached.withLock { $0 = (summary, .now) }
      return summary
    } catch {
      let problem = (error as? any ErosError)?.problem ?? "\(error)"
      logger.error("cannot read reports", metadata: ["problem": "\(problem)"])
      return earlier?.summary ?? ReportSummary()
    }
  }
}
