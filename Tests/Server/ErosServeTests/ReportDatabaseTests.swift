import ErosCore
import ErosFiles
import ErosTestSupport
import ErosTrust
import Foundation
import Logging
import Synchronization
import Testing

@testable import ErosServe

@Suite("The database of reports", .phase(.ownServer), .temporaryFolder)
struct ReportDatabaseTests {
  private let channel: ChannelName

  init() throws { channel = try ChannelName("my-app/production") }

  /// Returns a tree that is different for each number.
  private func tree(_ number: Int) throws -> TreeHash {
    let digits = String(number, radix: 16)
    return try #require(TreeHash(String(repeating: "0", count: 64 - digits.count) + digits))
  }

  private func known(_ numbers: Range<Int>) throws -> KnownReleases {
    var known = KnownReleases()
    for number in numbers {
      known.add(KnownRelease(tree: try tree(number), number: Int64(number)), to: channel)
    }
    return known
  }

  private func report(
    _ event: UsageReport.Event, from: Int? = nil, to: Int, form: UsageReport.Form = .full,
    bytes: Int64 = 0
  ) throws -> UsageReport {
    let update = UsageReport.Update(
      channel: channel, from: try from.map { try tree($0) }, to: try tree(to))
    return switch event {
    case .staged: .staged(update, from: .init(form: form, bytes: bytes))
    case .confirmed: .confirmed(update)
    case .failed: .failed(update)
    }
  }

  @Test("counters of an hour are added up, also after the database was opened again")
  func sums() throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let known = try known(1..<3)
    for hour in [1000, 1001] as [Int64] {
      let database = try ReportDatabase(file)
      for (report, count) in [
        (try report(.staged, from: 1, to: 2, form: .delta, bytes: 10), 3),
        (try report(.staged, from: 1, to: 2, form: .fallback, bytes: 50), 1),
        (try report(.confirmed, to: 1), 5), (try report(.confirmed, from: 1, to: 2), 2),
        (try report(.failed, from: 1, to: 2), 1), (try report(.failed, from: 1, to: 77), 1),
      ] as [(UsageReport, Int64)] {
        let counter = try #require(known.counter(of: report, hour: hour))
        let tally = ReportTally(count: count, bytes: count * (report.download?.bytes ?? 0))
        try database.add([counter: tally])
      }
    }
    let database = try ReportDatabase(file)
    #expect(try database.counterCount(of: 1000) == 6)
    #expect(try database.knownReleases() == known)
    let sums = try #require(try UsageSummary(database, at: 1001).channels[channel])
    let new = try #require(sums.releases.first)
    #expect(new.number == 2)
    #expect(
      new.staged == [.delta: .init(count: 6, bytes: 60), .fallback: .init(count: 2, bytes: 100)])
    #expect(new.confirmed == 4)
    #expect(new.failed == 2)
    #expect(sums.releases.first { $0.number == 1 }?.adopted == 6)
    #expect(sums.releases.first { $0.tree == nil }?.failed == 2)
    #expect(
      sums.hours.filter { $0.event == .confirmed && $0.tree == new.tree }.map(\.count) == [2, 2])
    #expect(sums.days.filter { $0.event == .confirmed && $0.tree == new.tree }.map(\.count) == [4])
  }

  @Test("counters are deleted after 90 days, and releases are not")
  func deletion() throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let known = try known(1..<2)
    for hour in [1, 2] as [Int64] {
      let counter = try #require(known.counter(of: try report(.failed, to: 1), hour: hour))
      try database.add([counter: ReportTally(count: 1)])
    }
    try database.deleteOld(at: 1 + ReportDatabase.keptDays * 24)
    #expect(try database.counterCount(of: 1) == 0)
    #expect(try database.counterCount(of: 2) == 1)
    #expect(try database.knownReleases() == known)
  }

  @Test("damaged and newer databases are errors")
  func unusable() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(String(repeating: "not a database ", count: 100), to: "damaged")
    #expect(throws: DatabaseError.damaged(file: folder.path("damaged"))) {
      try ReportDatabase(folder.path("damaged"))
    }
    try Database(folder.path("newer")).run("PRAGMA user_version = 3")
    #expect(throws: DatabaseError.newer(file: folder.path("newer"))) {
      try ReportDatabase(folder.path("newer"))
    }
    #expect(throws: DatabaseError.self) { try ReportDatabase(folder.path("missing/reports")) }
  }

  // MARK: - Errors

  private func forged(_ number: Int) -> ErrorFingerprint {
    let digits = String(number, radix: 16)
    let stack = StackHash(String(repeating: "0", count: 16 - digits.count) + digits)
    return ErrorFingerprint(errorClass: "Forged\(number)", stack: stack)
  }

  /// Adds errors, each with the number of its release and the number of its failures.
  private func add(
    _ errors: [(Int, ErrorFingerprint, Int64)], on day: Int64, to database: ReportDatabase
  ) throws {
    var tally = ErrorTally()
    for (release, error, count) in errors {
      let known = KnownRelease(tree: try tree(release), number: Int64(release))
      tally.add(count, error, of: FailedRelease(channel: channel, release: known))
    }
    try database.add([:], errors: tally, on: day)
  }

  @Test("a release has at most 1,000 errors, also after the database was opened again")
  func errorLimit() throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let known = ErrorFingerprint(errorClass: "TypeError", stack: nil)
    for start in [0, 2500] {
      let database = try ReportDatabase(file)
      try add([(1, known, 3), (2, known, 1)], on: 20_000, to: database)
      try add((start..<start + 2500).map { (1, forged($0), 1) }, on: 20_000, to: database)
    }
    let database = try ReportDatabase(file)
    // Release 1 has its errors, classes without stacks and the sum of the others, release 2 one.
    #expect(try database.errorCount() == Int64(ErrorTally.maximumClasses) + 2)
    let hour: Int64 = 20_000 * 24
    let trial = try #require(try self.known(1..<3).counter(of: report(.failed, to: 1), hour: hour))
    try database.add([trial: ReportTally(count: 1)])
    let sums = try #require(try UsageSummary(database, at: hour).channels[channel])
    let errors = try #require(sums.releases.first { $0.number == 1 }).errors
    #expect(errors.count == UsageSummary.errorLimit)
    #expect(errors[0] == .init(error: .other, count: 5000 - 1099))
    #expect(errors[1] == .init(error: known, count: 6))
  }

  @Test("forged errors hide neither a standard class nor a known error")
  func forgedErrors() throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let stack = try #require(StackHash("00000000000000ff"))
    let (first, new) = (
      ErrorFingerprint(errorClass: "AppError", stack: stack),
      ErrorFingerprint(errorClass: "TypeError", stack: stack)
    )
    try add([(1, first, 1)], on: 20_000, to: database)
    try add((0..<5000).map { (1, forged($0), 1) }, on: 20_000, to: database)
    try add([(1, first, 9000), (1, new, 8000)], on: 20_000, to: database)
    let hour: Int64 = 20_000 * 24
    let trial = try #require(try known(1..<2).counter(of: report(.failed, to: 1), hour: hour))
    try database.add([trial: ReportTally(count: 1)])
    let errors = try #require(
      try UsageSummary(database, at: hour).channels[channel]?.releases.first
    )
    .errors
    #expect(errors[0] == .init(error: first, count: 9001))
    #expect(
      errors[1]
        == .init(error: ErrorFingerprint(errorClass: "TypeError", stack: nil), count: 8000))
  }

  @Test("errors are deleted after 90 days without a report")
  func errorDeletion() throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    for (number, day) in [(1, 100), (2, 100), (1, 150)] as [(Int, Int64)] {
      try add([(1, forged(number), 1)], on: day, to: database)
    }
    try database.deleteOld(at: (100 + ReportDatabase.keptDays) * 24)
    #expect(try database.errorCount() == 2)
    try database.deleteOld(at: (101 + ReportDatabase.keptDays) * 24)
    #expect(try database.errorCount() == 1)
  }

  // MARK: - The collector

  @Test("the number of counters per hour is limited, and further reports omit the release before")
  func limit() async throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let database = try ReportDatabase(file)
    let collector = try collector(database, state()) { 500 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      for from in 0..<50 {
        let reports = try (0..<100).map { try report(.confirmed, from: from, to: $0) }
        #expect(await collector.record(reports) == .stored)
      }
      let unknown = UsageReport.failed(
        .init(channel: try ChannelName("my-app/other"), from: nil, to: try tree(1)))
      #expect(await collector.record([unknown]) == .stored)
      group.cancelAll()
    }
    #expect(try database.counterCount(of: 500) == ReportCollector.maximumCounters + 100)
    #expect(collector.totals.ignoredCount == 1)
    let sums = try #require(try UsageSummary(database, at: 500).channels[channel])
    #expect(sums.releases.map(\.confirmed) == Array(repeating: 50, count: 100))
    #expect(await collector.record([]) == .unavailable)
  }

  private func state() throws -> ServerState {
    var contents = ChannelContents(channel)
    let version = try #require(BundleVersion(String(repeating: "0", count: 32)))
    contents.embedded = try (0..<100).map {
      .init(tree: try tree($0), jsVersion: version, built: 0, native: nil)
    }
    let state = ServerState()
    state.record(StoreSnapshot(version: 1, apps: [:], channels: [contents]), StoreHealth())
    return state
  }

  private func collector(
    _ database: ReportDatabase, _ state: ServerState, hour: @escaping @Sendable () -> Int64
  ) throws -> ReportCollector {
    try ReportCollector(
      database, store: state, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
      now: { Timestamp(milliseconds: 3_600_000 * hour()) })
  }

  /// Records reports while the collector runs.
  private func record(_ reports: [UsageReport], in collector: ReportCollector) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      #expect(await collector.record(reports) == .stored)
      group.cancelAll()
    }
  }

  @Test("the limit also holds after a restart, and known counters go on counting")
  func restart() async throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let state = try state()
    let all = try (0..<30).flatMap { from -> [UsageReport] in
      try (0..<100).map { try report(.confirmed, from: from, to: $0) }
    }
    for _ in 0..<2 {
      let database = try ReportDatabase(file)
      await record(all, in: try collector(database, state) { 500 })
    }
    let database = try ReportDatabase(file)
    #expect(try database.counterCount(of: 500) == ReportCollector.maximumCounters + 100)
    let sums = try #require(try UsageSummary(database, at: 500).channels[channel])
    #expect(sums.releases.map(\.confirmed) == Array(repeating: 60, count: 100))
  }

  @Test("a clock that is set back does not start an earlier hour")
  func clock() async throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let hours = Mutex<[Int64]>([500, 400])
    let collector = try collector(database, try state()) {
      hours.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    try await record([report(.failed, to: 1)], in: collector)
    #expect(try database.counterCount(of: 500) == 1)
    #expect(try database.counterCount(of: 400) == 0)
  }

  @Test("another snapshot with the same version adds its releases")
  func repairedChannel() async throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let state = ServerState()
    state.record(StoreSnapshot(version: 1, apps: [:]), StoreHealth())
    let collector = try collector(database, state) { 500 }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      #expect(await collector.record([]) == .stored)
      if let repaired = try? self.state().snapshot { state.record(repaired, StoreHealth()) }
      if let report = try? report(.failed, to: 1) {
        #expect(await collector.record([report]) == .stored)
      }
      group.cancelAll()
    }
    #expect(collector.totals.ignoredCount == 0)
    #expect(collector.totals.tallies.count == 1)
  }

  @Test("reports that cannot be written are not in the metrics")
  func failedWrite() async throws {
    let folder = try TemporaryFolder.ofTest()
    let database = try ReportDatabase(folder.path("reports.sqlite"))
    let collector = try collector(database, try state()) { 500 }
    try Database(folder.path("reports.sqlite")).run("DROP TABLE counts")
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      if let report = try? report(.failed, to: 1) {
        #expect(await collector.record([report]) == .unavailable)
      }
      group.cancelAll()
    }
    #expect(collector.totals.tallies.isEmpty)
    #expect(!collector.isWorking)
  }

  @Test("the log has the first failure and the recovery, and not each failure")
  func repeatedFailures() {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "") { _ in
      JSONLogHandler(now: { Timestamp(milliseconds: 0) }) { bytes in
        lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
    }
    let log = ProblemLog(logger, failure: "cannot write", recovery: "can write again")
    for _ in 0..<1000 { log.failed(DatabaseError.damaged(file: "a")) }
    #expect(!log.isWorking)
    for _ in 0..<10 { log.succeeded() }
    let written = lines.withLock { $0 }
    #expect(written.count == 2)
    #expect(written.last?.contains("can write again") == true)
    #expect(written.last?.contains("1000") == true)
  }

  @Test("a log that clients can fill has 20 lines per minute, and the number of the omitted ones")
  func logLimit() {
    let limit = LogLimit()
    let start = ClockTime.now
    let written = (0..<1000).compactMap { _ in limit.next(at: start) }
    #expect(written == Array(repeating: 0, count: 20))
    #expect(limit.next(at: start + .seconds(59)) == nil)
    #expect(limit.next(at: start + .seconds(60)) == 981)
    #expect(limit.next(at: start + .seconds(60)) == 0)
  }

  // MARK: - Sums

  @Test("many requests read the sums once")
  func singleFlight() async throws {
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let cache = UsageSummaryCache(
      database, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
      now: { Timestamp(milliseconds: 0) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = await cache.summary() } }
    }
    #expect(cache.readCount == 1)
  }

  @Test("a database of the first version gets the sums of its days")
  func migration() throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let counter = try #require(try known(1..<2).counter(of: report(.confirmed, to: 1), hour: 1000))
    try ReportDatabase(file).add([counter: ReportTally(count: 7)])
    try Database(file).run("DROP TABLE days; PRAGMA user_version = 1")
    let sums = try UsageSummary(try ReportDatabase(file), at: 1000).channels[channel]
    #expect(sums?.days.map(\.count) == [7])
    #expect(sums?.releases.map(\.confirmed) == [7])
  }

  @Test("nothing is stored in a deleted file")
  func deleted() throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let database = try ReportDatabase(file)
    let counter = try #require(try known(1..<2).counter(of: report(.failed, to: 1), hour: 1))
    try database.add([counter: ReportTally(count: 1)])
    try FileManager.default.removeItem(atPath: file)
    #expect(throws: DatabaseError.self) { try database.add([counter: ReportTally(count: 1)]) }
  }

  @Test("a damaged database is moved aside")
  func movedAside() throws {
    let folder = try TemporaryFolder.ofTest()
    let damaged = "SQLite format 3\0" + String(repeating: "damaged", count: 200)
    try folder.write(damaged, to: "reports.sqlite")
    let database = try open(folder.path("reports.sqlite"))
    #expect(try database.knownReleases() == KnownReleases())
    #expect(try folder.read("reports.sqlite.damaged-5") == Array(damaged.utf8))
  }

  @Test("a file that is not a database stays where it is")
  func notMoved() throws {
    let folder = try TemporaryFolder.ofTest()
    let file = folder.path("server.json")
    let contents = String(repeating: #"{ "port": 8080 }"#, count: 100)
    try folder.write(contents, to: "server.json")
    #expect(throws: DatabaseError.damaged(file: file)) { try open(file) }
    #expect(try folder.read("server.json") == Array(contents.utf8))
  }

  private func open(_ file: String) throws -> ReportDatabase {
    let logger = Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
    return try ReportDatabase.open(file, logger: logger, at: Timestamp(milliseconds: 5000))
  }
}
