import ErosCore
import ErosTrust
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Counts usage reports, and writes the counters to the database in batches.
///
/// ``record(_:)`` returns once its batch is committed, so an accepted report survives if the
/// process dies.
final class ReportCollector: Service {
  /// Beyond this many counters in an hour, new ones omit the release before the update.
  static let maximumCounters = 2000
  /// Beyond this many, new ones also omit the form.
  ///
  /// Channel, release and event are never omitted: metadata limits their number, and a client that
  /// fills the database must not hide failures from the brake.
  static let maximumForms = 3000
  /// Requests that may wait for a batch.
  private static let maximumWaiting = 10_000
  /// The time to collect reports for a batch.
  private static let batchTime: Duration = .milliseconds(20)
  private static let maintenanceTime: Duration = .seconds(5)

  enum Outcome: Sendable, Equatable {
    case stored
    /// Not counted, so the device may send the reports again.
    case unavailable
  }

  /// Not committed yet.
  private struct Batch {
    var tallies: [ReportCounter: ReportTally] = [:]
    var errors = ErrorTally()
    var ignoredCount: Int64 = 0
  }

  private struct State {
    var releases: KnownReleases
    var pending = Batch()
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var hour: Int64 = 0
    /// The rows of this hour in the database.
    var rows: Set<ReportCounter.Row> = []
    var generation: Int?
    var totals = ReportTotals()
    var isStopped = false
  }

  private let database: ReportDatabase
  private let store: ServerState
  private let writing: ProblemLog
  private let maintenance: ProblemLog
  /// A thread of its own, so that reports wait neither for queries nor for files.
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let now: @Sendable () -> Timestamp
  private let state: Mutex<State>
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - database: The database.
  ///   - store: Knows the releases to count.
  ///   - logger: Gets errors.
  ///   - now: Returns the time.
  /// - Throws: `DatabaseError` if the database cannot be read.
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
    var initial = State(releases: try database.knownReleases())
    initial.hour = ReportDatabase.hour(of: now())
    initial.rows = try database.rows(of: initial.hour)
    state = Mutex(initial)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// Stored reports since the process started.
  var totals: ReportTotals { state.withLock { $0.totals } }

  /// Adds zero counters for all releases in a snapshot.
  func totals(with snapshot: StoreSnapshot?) -> ReportTotals {
    var totals = totals
    for channel in snapshot?.channels ?? [] { totals.addZeros(for: channel) }
    return totals
  }

  /// `false` if the last write failed.
  var isWorking: Bool { writing.isWorking }

  // MARK: - Recording

  /// Counts usage reports, and returns when they are in the database.
  ///
  /// - Parameters:
  ///   - reports: The reports.
  ///   - unknownCount: The number of further reports with unknown events.
  /// - Returns: `.unavailable` if the reports were not stored.
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

  /// Adds reports to the next batch.
  ///
  /// The batch resumes `continuation`.
  ///
  /// It is not inlined because a snapshot is too large for the frame of an asynchronous function.
  ///
  /// - Returns: `false` if there is no snapshot yet, or if the collector is stopped or overloaded.
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
    for channel in snapshot.channels { state.releases.add(channel) }
    state.generation = generation
  }

  /// Starts a new hour.
  ///
  /// If the clock goes back, the collector stays in its hour, because it no longer knows the rows
  /// of the earlier hour.
  private func advance(_ state: inout State) {
    let hour = ReportDatabase.hour(of: now())
    if hour > state.hour { (state.hour, state.rows) = (hour, []) }
  }

  private static func count(_ report: UsageReport, _ state: inout State) {
    guard let detailedCounter = state.releases.counter(of: report, hour: state.hour) else {
      state.pending.ignoredCount += 1
      return
    }
    state.pending.errors.add(report, detailedCounter)
    let counter = limited(detailedCounter, state.rows)
    state.rows.insert(counter.row)
    let tally = ReportTally(count: 1, bytes: report.download?.bytes ?? 0)
    state.pending.tallies[counter, default: ReportTally()] += tally
  }

  /// Drops details as the limits of the hour demand.
  private static func limited(
    _ counter: ReportCounter, _ rows: Set<ReportCounter.Row>
  ) -> ReportCounter {
    for (choice, limit) in [(counter, maximumCounters), (counter.withoutSource, maximumForms)] {
      if rows.count < limit || rows.contains(choice.row) { return choice }
    }
    return counter.withoutSource.withoutForm
  }

  // MARK: - Writing

  /// Writes batches until the server stops.
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

  /// Runs `body` on a thread that may wait for the disk.
  ///
  /// Returns `false` after an error.
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

  /// Records new releases, and deletes old counters every hour.
  private func maintain() async {
    var cleanedHour: Int64?
    var recorded: Int?
    while !Task.isCancelled {
      if let (snapshot, generation) = store.numberedSnapshot, generation != recorded {
        var knownReleases = KnownReleases()
        for channel in snapshot.channels { knownReleases.add(channel) }
        let releases = knownReleases
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
