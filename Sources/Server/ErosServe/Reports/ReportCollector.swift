import ErosCore
import ErosTrust
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Counts usage reports, and writes the counters to the database in batches.
///
/// ``record(_:)`` returns after the batch is committed, so an accepted report survives the end of
/// the process at any time.
final class ReportCollector: Service {
  /// The number of different counters per hour from which new ones omit the release before the update.
  static let maximumCounters = 2000
  /// The number from which new counters also omit the form.
  ///
  /// The channel, the release and the event are never omitted: metadata limits their number, and a
  /// client that fills the database must not hide failures from the brake.
  static let maximumForms = 3000
  /// The maximum number of requests waiting for a batch.
  private static let maximumWaiting = 10_000
  /// The time to collect reports for a batch.
  private static let batchTime: Duration = .milliseconds(20)
  private static let maintenanceTime: Duration = .seconds(5)

  /// The result of ``record(_:)``.
  enum Outcome: Sendable, Equatable {
    /// The reports are in the database.
    case stored
    /// The reports are not counted.
    ///
    /// The device may send them again.
    case unavailable
  }

  /// The uncommitted reports.
  private struct Batch {
    var tallies: [ReportCounter: ReportTally] = [:]
    var errors = ErrorTally()
    var ignoredCount: Int64 = 0
  }

  private struct State {
    var known: KnownReleases
    var pending = Batch()
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var hour: Int64 = 0
    /// The rows of the hour in the database.
    var rows: Set<ReportCounter.Row> = []
    var generation: Int?
    var totals = ReportTotals()
    var isStopped = false
  }

  private let database: ReportDatabase
  private let store: ServerState
  private let writing: ProblemLog
  private let maintenance: ProblemLog
  /// Uses a separate thread, so that reports wait neither for queries nor for files.
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let now: @Sendable () -> Timestamp
  private let state: Mutex<State>
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - database: The database.
  ///   - store: The snapshot of the store, with the releases to count.
  ///   - logger: The log of errors.
  ///   - now: Returns the time.
  /// - Throws: `DatabaseError`.
  init(
    _ database: ReportDatabase, store: ServerState, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) throws {
    self.database = database
    self.store = store
    writing = ProblemLog(
      logger, failure: "cannot write reports", recovery: "reports can be written again")
    maintenance = ProblemLog(
      logger, failure: "cannot maintain the database of reports",
      recovery: "the database of reports can be maintained again")
    self.now = now
    var initial = State(known: try database.knownReleases())
    initial.hour = ReportDatabase.hour(of: now())
    initial.rows = try database.rows(of: initial.hour)
    state = Mutex(initial)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// The numbers of stored usage reports since the start of the process.
  var totals: ReportTotals { state.withLock { $0.totals } }

  /// Returns ``totals`` with zero counters for all releases of a snapshot.
  func totals(with snapshot: StoreSnapshot?) -> ReportTotals {
    var totals = totals
    for channel in snapshot?.channels ?? [] { totals.addZeros(for: channel) }
    return totals
  }

  /// Whether the last database write succeeded.
  var isWorking: Bool { writing.isWorking }

  // MARK: - Recording

  /// Counts usage reports, and returns when they are in the database.
  ///
  /// - Parameters:
  ///   - reports: The usage reports.
  ///   - unknownCount: The number of further reports with unknown events.
  /// - Returns: Whether the reports are stored.
  func record(
    _ reports: [UsageReport], unknown unknownCount: Int64 = 0
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      guard add(reports, unknownCount, continuation) else {
        return continuation.resume(returning: .unavailable)
      }
      signal.yield()
    }
  }

  /// Adds reports to the next batch, which resumes `continuation`.
  ///
  /// Not inlined, because a snapshot is too large for the frame of an asynchronous function.
  ///
  /// - Returns: `false` if no snapshot was loaded, or if the collector is stopped or overloaded.
  @inline(never)
  private func add(
    _ reports: [UsageReport], _ unknownCount: Int64,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) -> Bool {
    guard let snapshot = store.numberedSnapshot else { return false }
    return state.withLock { state in
      guard !state.isStopped, state.waiting.count < Self.maximumWaiting else { return false }
      Self.learn(snapshot.snapshot, snapshot.generation, &state)
      advance(&state)
      for report in reports { Self.count(report, &state) }
      state.pending.ignoredCount += unknownCount
      state.waiting.append(continuation)
      return true
    }
  }

  private static func learn(
    _ snapshot: StoreSnapshot, _ generation: Int, _ state: inout State
  ) {
    guard state.generation != generation else { return }
    for channel in snapshot.channels { state.known.add(channel) }
    state.generation = generation
  }

  /// Starts a new hour.
  ///
  /// After the clock is set back, the collector keeps its hour, because the rows of the earlier
  /// hour are no longer known.
  private func advance(_ state: inout State) {
    let hour = ReportDatabase.hour(of: now())
    if hour > state.hour { (state.hour, state.rows) = (hour, []) }
  }

  private static func count(_ report: UsageReport, _ state: inout State) {
    guard let found = state.known.counter(of: report, hour: state.hour) else {
      state.pending.ignoredCount += 1
      return
    }
    state.pending.errors.add(report, found)
    let counter = limited(found, state.rows)
    state.rows.insert(counter.row)
    let tally = ReportTally(count: 1, bytes: report.download?.bytes ?? 0)
    state.pending.tallies[counter, default: ReportTally()] += tally
  }

  /// Returns the counter with as much detail as the limits of the hour allow.
  private static func limited(
    _ counter: ReportCounter, _ rows: Set<ReportCounter.Row>
  ) -> ReportCounter {
    for (choice, limit) in [(counter, maximumCounters), (counter.withoutSource, maximumForms)] {
      if rows.count < limit || rows.contains(choice.row) { return choice }
    }
    return counter.withoutSource.withoutForm
  }

  // MARK: - Writing

  /// Writes batches until the server has stopped.
  func run() async {
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
    let (batch, waiting, day) = state.withLock { state in
      defer { (state.pending, state.waiting) = (Batch(), []) }
      return (state.pending, state.waiting, state.hour / 24)
    }
    guard !waiting.isEmpty else { return }
    let isWritten = await perform(writing) {
      try $0.add(batch.tallies, errors: batch.errors, on: day)
    }
    if isWritten {
      state.withLock { state in
        for (counter, tally) in batch.tallies { state.totals.add(tally, to: counter) }
        state.totals.add(batch.errors)
        state.totals.ignoredCount += batch.ignoredCount
      }
    }
    for request in waiting { request.resume(returning: isWritten ? .stored : .unavailable) }
  }

  /// Runs `body` on a thread that may wait for the disk; logs an error and returns `false`.
  private func perform(
    _ log: ProblemLog, _ body: @escaping @Sendable (ReportDatabase) throws -> Void
  ) async -> Bool {
    let database = database
    do {
      try await threads.runIfActive { try body(database) }
      log.succeeded()
      return true
    } catch {
      log.failed(error)
      return false
    }
  }

  /// Records new releases every hour, and deletes old counters.
  private func maintain() async {
    var cleanedHour: Int64?
    var recorded: Int?
    while !Task.isCancelled {
      if let (snapshot, generation) = store.numberedSnapshot, generation != recorded {
        var known = KnownReleases()
        for channel in snapshot.channels { known.add(channel) }
        let releases = known
        if await perform(maintenance, { try $0.add(releases) }) { recorded = generation }
      }
      let hour = ReportDatabase.hour(of: now())
      if hour != cleanedHour, await perform(maintenance, { try $0.deleteOld(at: hour) }) {
        cleanedHour = hour
      }
      try? await Task.sleep(for: Self.maintenanceTime)
    }
  }
}
