import ErosCore
import ErosFiles
import ErosStore
import ErosTrust
import Logging
import Synchronization
import SystemPackage

/// Counts usage reports on disk: one row per hour, releases, event and form, and one per error of a
/// release.
///
/// There are no IDs, no addresses, and no times but hours.
final class ReportDatabase: Sendable {
  /// After this many days, counters are deleted.
  static let keptDays: Int64 = 90
  private static let schemaVersion: Int64 = 2
  static let maximumSum: Int64 = 1 << 53

  /// How every SQLite file starts.
  private static let header = Array("SQLite format 3\0".utf8)

  /// An empty tree stands for all other releases in a channel.
  private static let schema = """
    CREATE TABLE releases (
      id INTEGER PRIMARY KEY, channel TEXT NOT NULL, tree TEXT NOT NULL, number INTEGER,
      UNIQUE (channel, tree)) STRICT;
    \(counts(in: "counts", by: "hour"))
    """

  /// Version 2 adds daily sums, so that 90 days are quick to read.
  private static let days = """
    \(counts(in: "days", by: "day"))
    INSERT INTO days SELECT hour / 24, target, source, event, form,
      min(sum(count), \(maximumSum)), min(sum(bytes), \(maximumSum))
      FROM counts GROUP BY hour / 24, target, source, event, form;
    PRAGMA user_version = \(schemaVersion);
    """

  private static func counts(in table: String, by time: String) -> String {
    """
    CREATE TABLE \(table) (
      \(time) INTEGER NOT NULL,
      target INTEGER NOT NULL REFERENCES releases (id),
      source INTEGER NOT NULL REFERENCES releases (id),
      event TEXT NOT NULL, form TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL,
      PRIMARY KEY (\(time), target, source, event, form)) STRICT, WITHOUT ROWID;
    """
  }

  private let file: String
  /// When the file was opened.
  private let opened: FileStatus?
  private let database: Mutex<Database>
  /// A connection of its own, so that writers do not wait for long queries.
  private let reader: Mutex<Database>
  /// Keeps other servers out, because each enforces limits only on its own counters.
  private let lock: FileLock?
  private let changes = Atomic<Int>(0)

  /// Transactions that have added to counters since the file was opened.
  var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Opens a database.
  ///
  /// It is created if missing, and migrated if old.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - lock: Held while the database is open.
  /// - Throws: `DatabaseError` if the file is damaged, newer or cannot be used.
  init(_ file: String, lock: FileLock? = nil) throws(DatabaseError) {
    self.lock = lock
    let database = try Database(file)
    switch try database.schemaVersion() {
    case 0:
      try database.transaction { database throws(DatabaseError) in
        try database.run(Self.schema + Self.days)
      }
    case 1:
      try database.transaction { database throws(DatabaseError) in try database.run(Self.days) }
    case Self.schemaVersion: break
    default: throw .newer(file: file)
    }
    try database.run(Self.errorSchema + Self.alarmSchema)
    self.file = file
    opened = try? FileStatus(of: file)
    self.database = Mutex(database)
    reader = Mutex(try Database(file, isReader: true))
  }

  /// Locks and opens a database, and moves a damaged one aside.
  ///
  /// Damaged statistics must not stop the server. But a file that is not an SQLite database stays,
  /// because the configuration probably names the wrong file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - logger: Told where a damaged file went.
  ///   - now: Part of the new name of a damaged file.
  /// - Returns: The open database.
  /// - Throws: ``ServeError/databaseInUse(_:)`` if another server has it open, `DatabaseError` if
  ///   it cannot be used, or `FileError` if it cannot be locked or moved.
  static func open(_ file: String, logger: Logger, at now: Timestamp) throws -> ReportDatabase {
    guard let lock = try FileLock(file + ".lock") else { throw ServeError.databaseInUse(file) }
    do {
      return try ReportDatabase(file, lock: lock)
    } catch DatabaseError.damaged {
      let path = FilePath(file)
      guard let name = path.lastComponent?.string else { throw DatabaseError.damaged(file: file) }
      let parent = path.removingLastComponent().string
      let folder = try Folder(parent.isEmpty ? "." : parent)
      guard try folder.openFile(name).read(at: 0, count: header.count) == header else {
        throw DatabaseError.damaged(file: file)
      }
      let moved = "\(name).damaged-\(now.milliseconds / 1000)"
      try folder.rename(name, to: moved)
      // These files may not exist.
      for suffix in ["-wal", "-shm"] { try? folder.rename(name + suffix, to: moved + suffix) }
      logger.error(
        "the database of reports is damaged; a new one is created",
        metadata: ["file": "\(file)", "moved": "\(moved)"])
      return try ReportDatabase(file, lock: lock)
    }
  }

  /// Hours since 1970.
  static func hour(of time: Timestamp) -> Int64 { time.milliseconds / 3_600_000 }

  // MARK: - Writing

  /// Adds to counters in one transaction.
  ///
  /// - Parameters:
  ///   - tallies: Counted reports.
  ///   - errors: Counted errors.
  ///   - day: Days since 1970, for deleting old errors.
  /// - Throws: `DatabaseError` if the file was replaced or cannot be written.
  func add(
    _ tallies: [ReportCounter: ReportTally], errors: ErrorTally = ErrorTally(), on day: Int64 = 0
  ) throws(DatabaseError) {
    try checkFile()
    try database.withLock { database throws(DatabaseError) in
      try database.transaction { database throws(DatabaseError) in
        var release = try database.prepare(Self.addRelease)
        var count = try database.prepare(Self.addCount(to: "counts", by: "hour"))
        var days = try database.prepare(Self.addCount(to: "days", by: "day"))
        for (counter, tally) in tallies {
          let channel = "\(counter.channel)"
          for knownRelease in Set([counter.from, counter.to]) {
            try release.run(
              .text(channel), Self.tree(knownRelease), Self.number(knownRelease?.number))
          }
          let values: [Statement.Value] = [
            .text(channel), Self.tree(counter.to), Self.tree(counter.from),
            .text(counter.event.rawValue), .text(counter.form?.rawValue ?? ""),
            .integer(tally.count), .integer(min(tally.bytes, Self.maximumSum)),
          ]
          try count.run([.integer(counter.hour)] + values)
          try days.run([.integer(counter.hour / 24)] + values)
        }
        try Self.add(errors, on: day, to: database)
      }
    }
    changes.add(1, ordering: .releasing)
  }

  func keep(_ alarms: [Alarm]) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.transaction { database throws(DatabaseError) in
        try Self.keep(alarms, in: database)
      }
    }
  }

  /// SQLite silently writes to a deleted file, so check that it still exists.
  private func checkFile() throws(DatabaseError) {
    guard let opened, let named = try? FileStatus(of: file), named.isSameFile(as: opened) else {
      throw .failed(file: file, reason: "the file was deleted or replaced; restart the server")
    }
  }

  static let addRelease = """
    INSERT INTO releases (channel, tree, number) VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET number = ?3 WHERE ?3 > coalesce(number, 0)
    """

  private static func addCount(to table: String, by period: String) -> String {
    """
    INSERT INTO \(table) (\(period), target, source, event, form, count, bytes) VALUES (?1,
      (SELECT id FROM releases WHERE channel = ?2 AND tree = ?3),
      (SELECT id FROM releases WHERE channel = ?2 AND tree = ?4), ?5, ?6, ?7, ?8)
    ON CONFLICT DO UPDATE SET
      count = min(count + ?7, \(maximumSum)), bytes = min(bytes + ?8, \(maximumSum))
    """
  }

  static func tree(_ release: KnownRelease?) -> Statement.Value {
    .text(release.map { "\($0.tree)" } ?? "")
  }

  static func number(_ number: Int64?) -> Statement.Value {
    number.map { .integer($0) } ?? .null
  }

  /// Remembers the releases in signed metadata, so that later reports about them are counted.
  func add(_ allReleases: KnownReleases) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.transaction { database throws(DatabaseError) in
        var release = try database.prepare(Self.addRelease)
        for (channel, releases) in allReleases.channels {
          for (tree, number) in releases {
            try release.run(.text("\(channel)"), .text("\(tree)"), Self.number(number))
          }
        }
      }
    }
  }

  /// Deletes counters older than ``keptDays`` days, and errors that were not reported since.
  ///
  /// Each hour has its own transaction, so that reports do not wait long if deletions were due for
  /// weeks.
  func deleteOld(at hour: Int64) throws(DatabaseError) {
    let last = hour - Self.keptDays * 24
    while try deleteOldest("counts", "hour", upTo: last) {}
    for table in ["days", "errors"] {
      while try deleteOldest(table, "day", upTo: last / 24 - 1) {}
    }
  }

  /// Returns `false` if the oldest period is later than `last`.
  private func deleteOldest(
    _ table: String, _ period: String, upTo last: Int64
  ) throws(DatabaseError) -> Bool {
    try database.withLock { database throws(DatabaseError) in
      var oldest = try database.prepare("SELECT min(\(period)) FROM \(table)")
      guard try oldest.step(), let first = oldest.optionalInteger(0), first <= last else {
        return false
      }
      var delete = try database.prepare("DELETE FROM \(table) WHERE \(period) = ?")
      try delete.run(.integer(first))
      return true
    }
  }

  // MARK: - Reading

  func knownReleases() throws(DatabaseError) -> KnownReleases {
    try database.withLock { database throws(DatabaseError) in
      var releases = KnownReleases()
      var row = try database.prepare("SELECT channel, tree, number FROM releases WHERE tree <> ''")
      while try row.step() {
        guard let channel = try? ChannelName(row.text(0)), let tree = TreeHash(row.text(1))
        else { continue }
        releases.add(KnownRelease(tree: tree, number: row.optionalInteger(2)), to: channel)
      }
      return releases
    }
  }

  /// Returns the trials of each release after an hour.
  func trials(after hour: Int64) throws(DatabaseError) -> [ChannelName: [TreeHash: ReportTrials]] {
    try trials(in: "counts", "hour", after: hour)
  }

  /// Adds up daily sums over the last ``keptDays`` days.
  func trialsOfAllDays() throws(DatabaseError) -> [ChannelName: [TreeHash: ReportTrials]] {
    try trials(in: "days", "day", after: 0)
  }

  private func trials(
    in table: String, _ period: String, after first: Int64
  ) throws(DatabaseError) -> [ChannelName: [TreeHash: ReportTrials]] {
    let query = """
      SELECT channel, tree, event, total(count) FROM \(table) JOIN releases ON id = target
      WHERE \(period) > ? AND event IN ('confirmed', 'failed') AND tree <> '' GROUP BY target, event
      """
    var trials: [ChannelName: [TreeHash: ReportTrials]] = [:]
    try forEachRow(query, [.integer(first)]) { row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)), let tree = TreeHash(row.text(1)),
        let event = UsageReport.Event(rawValue: row.text(2))
      else { return }
      var releaseTrials = trials[channel]?[tree] ?? ReportTrials()
      if event == .failed {
        releaseTrials.failed = row.integer(3)
      } else {
        releaseTrials.confirmed = row.integer(3)
      }
      trials[channel, default: [:]][tree] = releaseTrials
    }
    return trials
  }

  func rows(of hour: Int64) throws(DatabaseError) -> Set<ReportCounter.Row> {
    let query = """
      SELECT t.channel, s.tree, t.tree, event, form FROM counts
      JOIN releases t ON t.id = target JOIN releases s ON s.id = source WHERE hour = ?
      """
    var rows: Set<ReportCounter.Row> = []
    try forEachRow(query, [.integer(hour)]) { row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)),
        let event = UsageReport.Event(rawValue: row.text(3))
      else { return }
      rows.insert(
        ReportCounter.Row(
          channel: channel, from: TreeHash(row.text(1)), to: TreeHash(row.text(2)), event: event,
          form: UsageReport.Form(rawValue: row.text(4))))
    }
    return rows
  }

  func counterCount(of hour: Int64) throws(DatabaseError) -> Int {
    try database.withLock { database throws(DatabaseError) in
      var row = try database.prepare("SELECT count(*) FROM counts WHERE hour = ?")
      try row.bind([.integer(hour)])
      return try row.step() ? Int(row.integer(0)) : 0
    }
  }

  func forEachRow(
    _ sql: String, _ values: [Statement.Value],
    _ body: (borrowing Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try reader.withLock { database throws(DatabaseError) in
      var row = try database.prepare(sql)
      try row.bind(values)
      while try row.step() { try body(row) }
    }
  }
}
