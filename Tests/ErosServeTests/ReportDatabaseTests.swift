import ErosCore
import ErosDatabase
import ErosServe
import ErosTestSupport
import ErosTrust
import Logging
import Testing

@Suite("The database of reports", .temporaryFolder)
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
    _ event: DeviceReport.Event, from: Int? = nil, to: Int, form: DeviceReport.Form? = nil,
    bytes: Int64 = 0
  ) throws -> DeviceReport {
    DeviceReport(
      channel: channel, from: try from.map { try tree($0) }, to: try tree(to), event: event,
      form: form, bytes: bytes)
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
      ] as [(DeviceReport, Int64)] {
        let counter = try #require(known.counter(of: report, hour: hour))
        let tally = ReportTally(count: count, bytes: count * report.bytes)
        try database.add([counter: tally])
      }
    }
    let database = try ReportDatabase(file)
    #expect(try database.counterCount(of: 1000) == 6)
    #expect(try database.knownReleases() == known)
    let sums = try #require(try ReportSummary(database, at: 1001).channels[channel])
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
    try Database(folder.path("newer")).run("PRAGMA user_version = 2")
    #expect(throws: DatabaseError.newer(file: folder.path("newer"))) {
      try ReportDatabase(folder.path("newer"))
    }
    #expect(throws: DatabaseError.self) { try ReportDatabase(folder.path("missing/reports")) }
  }

  // MARK: - The collector

  @Test("the number of counters per hour is limited, and further reports count as other releases")
  func limit() async throws {
    let file = try TemporaryFolder.ofTest().path("reports.sqlite")
    let database = try ReportDatabase(file)
    var contents = ChannelContents(channel)
    let version = try #require(BundleVersion(String(repeating: "0", count: 32)))
    contents.embedded = try (0..<100).map {
      .init(tree: try tree($0), jsVersion: version, built: 0, native: nil)
    }
    let state = ServerState()
    state.record(StoreSnapshot(version: 1, apps: [:], channels: [contents]), StoreHealth())
    let collector = try ReportCollector(
      database, store: state, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
      now: { Timestamp(milliseconds: 3_600_000 * 500) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      for from in 0..<50 {
        let reports = try (0..<100).map { try report(.confirmed, from: from, to: $0) }
        #expect(await collector.record(reports) == .stored)
      }
      let unknown = DeviceReport(
        channel: try ChannelName("my-app/other"), from: nil, to: try tree(1), event: .failed)
      #expect(await collector.record([unknown]) == .stored)
      group.cancelAll()
    }
    #expect(try database.counterCount(of: 500) == ReportCollector.maximumCounters + 1)
    #expect(collector.totals.ignoredCount == 1)
    let sums = try #require(try ReportSummary(database, at: 500).channels[channel])
    #expect(sums.releases.map(\.confirmed).reduce(0, +) == 5000)
    #expect(sums.releases.first { $0.tree == nil }?.confirmed == 3000)
    #expect(await collector.record([]) == .unavailable)
  }
}
