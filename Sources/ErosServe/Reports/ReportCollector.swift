package import ErosCore
package import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Counts reports, and writes the counters to the database in batches.
///
/// ``record(_:)`` returns after the batch is committed, so an accepted report survives the end of the
/// process at any time.
package final class ReportCollector: Service {
  /// The maximum number of different counters per hour; further ones count as other releases.
  package static let maximumCounters = 2000
  /// The maximum number of requests that wait for a batch.
  private static let maximumWaiting = 10_000
  /// The time in which a batch collects reports.
  private static let batchTime: Duration = .milliseconds(20)
  private static let maintenanceTime: Duration = .seconds(5)

  /// The result of ``record(_:)``.
  package enum Outcome: Sendable, Equatable {
    /// The reports are in the database.
    case stored
    /// The reports are not counted; the device may send them again.
    case unavailable
  }

  private struct State {
    var known: KnownReleases
    var pending: [ReportCounter: ReportTally] = [:]
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var hour: Int64 = 0
    /// The counters of the hour, and the number of those that were in the database at its start.
    var counters: Set<ReportCounter> = []
    var earlierCount = 0
    var snapshotVersion: Int64?
    var totals = ReportTotals()
    var isStopped = false
  }

  private let database: ReportDatabase
  private let store: ServerState
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let state: Mutex<State>
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - database: The database.
  ///   - store: The snapshot of the store, whose releases are counted.
  ///   - logger: The log of errors.
  ///   - now: Returns the time.
  /// - Throws: `DatabaseError`.
  package init(
    _ database: ReportDatabase, store: ServerState, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) throws {
    self.database = database
    self.store = store
    self.logger = logger
    self.now = now
    var initial = State(known: try database.knownReleases())
    initial.hour = ReportDatabase.hour(of: now())
    initial.earlierCount = try database.counterCount(of: initial.hour)
    state = Mutex(initial)
  }

  /// The numbers of reports since the start of the process.
  package var totals: ReportTotals { state.withLock { $0.totals } }

  // MARK: - Recording

  /// Counts reports, and returns after they are in the database.
  package func record(_ reports: [DeviceReport]) async -> Outcome {
    guard let snapshot = store.snapshot else { return .unavailable }
    let hour = ReportDatabase.hour(of: now())
    return await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard !state.isStopped, state.waiting.count < Self.maximumWaiting else { return false }
        Self.learn(snapshot, &state)
        for report in reports { Self.count(report, hour, &state) }
        state.waiting.append(continuation)
        return true
      }
      guard isWaiting else { return continuation.resume(returning: .unavailable) }
      signal.yield()
    }
  }

  private static func learn(_ snapshot: StoreSnapshot, _ state: inout State) {
    guard state.snapshotVersion != snapshot.version else { return }
    for channel in snapshot.channels { state.known.add(channel) }
    state.snapshotVersion = snapshot.version
  }

  private static func count(_ report: DeviceReport, _ hour: Int64, _ state: inout State) {
    guard var counter = state.known.counter(of: report, hour: hour) else {
      state.totals.ignoredCount += 1
      return
    }
    if hour != state.hour {
      (state.hour, state.counters, state.earlierCount) = (hour, [], 0)
    }
    if !state.counters.contains(counter) {
      if state.counters.count + state.earlierCount < maximumCounters {
        state.counters.insert(counter)
      } else {
        counter = counter.other
      }
    }
    let tally = ReportTally(count: 1, bytes: report.bytes)
    state.pending[counter, default: ReportTally()] += tally
    state.totals.add(tally, to: counter)
  }

  // MARK: - Writing

  /// Writes batches until the server has stopped.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.maintain() }
      await cancelWhenGracefulShutdown {
        for await _ in self.signals {
          try? await Task.sleep(for: Self.batchTime)
          await self.flush()
        }
      }
      group.cancelAll()
    }
    state.withLock { $0.isStopped = true }
    await flush()
  }

  private func flush() async {
    let (tallies, waiting) = state.withLock { state in
      defer { (state.pending, state.waiting) = ([:], []) }
      return (state.pending, state.waiting)
    }
    guard !waiting.isEmpty else { return }
    let isWritten = await perform("cannot write reports") { try $0.add(tallies) }
    for request in waiting { request.resume(returning: isWritten ? .stored : .unavailable) }
  }

  /// Runs `body` on a thread that may wait for the disk; `false` after an error, which is logged.
  private func perform(
    _ message: Logger.Message, _ body: @escaping @Sendable (ReportDatabase) throws -> Void
  ) async -> Bool {
    let database = database
    do {
      try await NIOThreadPool.singleton.runIfActive { try body(database) }
      return true
    } catch {
      let problem = (error as? any ErosError)?.problem ?? "\(error)"
      logger.error(message, metadata: ["problem": "\(problem)"])
      return false
    }
  }

  /// Records new releases, and deletes old counters each hour.
  private func maintain() async {
    var cleanedHour: Int64?
    var version: Int64?
    while !Task.isCancelled {
      if let snapshot = store.snapshot, snapshot.version != version {
        var known = KnownReleases()
        for channel in snapshot.channels { known.add(channel) }
        let releases = known
        if await perform("cannot record releases", { try $0.add(releases) }) {
          version = snapshot.version
        }
      }
      let hour = ReportDatabase.hour(of: now())
      if hour != cleanedHour {
        _ = await perform("cannot delete old reports") { try $0.deleteOld(at: hour) }
        cleanedHour = hour
      }
      try? await Task.sleep(for: Self.maintenanceTime)
    }
  }
}
