import ErosCore
import ErosTrust

// Errors of failed trials: one row per release, class and stack hash.
extension ReportDatabase {
  /// Earlier versions of the server ignore this table, so the schema version stays.
  static let errorSchema = """
    CREATE TABLE IF NOT EXISTS errors (
      target INTEGER NOT NULL REFERENCES releases (id),
      class TEXT NOT NULL, stack TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (target, class, stack)) STRICT, WITHOUT ROWID;
    """

  /// Runs in the transaction of the caller.
  static func add(
    _ errors: ErrorTally, on day: Int64, to database: borrowing Database
  ) throws(DatabaseError) {
    guard !errors.counts.isEmpty else { return }
    var writer = try ErrorWriter(database, day: day)
    for (release, counts) in errors.counts { try writer.add(counts, of: release) }
  }

  /// Calls `body` with the most frequent errors of each release, in this order.
  func forEachError(
    limit: Int, _ body: (ChannelName, _ tree: String, ErrorFingerprint, _ count: Int64) -> Void
  ) throws(DatabaseError) {
    let query = """
      SELECT channel, tree, class, stack, count FROM (
        SELECT target, class, stack, count, row_number() OVER (
          PARTITION BY target ORDER BY count DESC, class, stack) AS place FROM errors)
      JOIN releases ON id = target WHERE place <= ? ORDER BY target, place
      """
    try forEachRow(query, [.integer(Int64(limit))]) { row throws(DatabaseError) in
      guard let channel = try? ChannelName(row.text(0)) else { return }
      let error = ErrorFingerprint(errorClass: row.text(2), stack: StackHash(row.text(3)))
      body(channel, row.text(1), error, row.integer(4))
    }
  }

  /// Counts different errors, in all releases.
  func errorCount() throws(DatabaseError) -> Int64 {
    var count: Int64 = 0
    try forEachRow("SELECT count(*) FROM errors", []) { row throws(DatabaseError) in
      count = row.integer(0)
    }
    return count
  }
}

private struct ErrorWriter: ~Copyable {
  private static let find = """
    SELECT id, (SELECT count(*) FROM errors WHERE target = id AND NOT (class = ?3 AND stack = ''))
    FROM releases WHERE channel = ?1 AND tree = ?2
    """
  private static let update = """
    UPDATE errors SET day = max(day, ?4), count = min(count + ?5, \(ReportDatabase.maximumSum))
    WHERE target = ?1 AND class = ?2 AND stack = ?3 RETURNING 1
    """
  private static let insert = """
    INSERT INTO errors (target, class, stack, day, count) VALUES (?1, ?2, ?3, ?4, ?5)
    """

  private let day: Int64
  private var addRelease: Statement
  private var find: Statement
  private var update: Statement
  private var insert: Statement

  init(_ database: borrowing Database, day: Int64) throws(DatabaseError) {
    let addRelease = try database.prepare(ReportDatabase.addRelease)
    let find = try database.prepare(Self.find)
    let update = try database.prepare(Self.update)
    let insert = try database.prepare(Self.insert)
    self.day = day
    self.addRelease = addRelease
    self.find = find
    self.update = update
    self.insert = insert
  }

  /// Adds errors to a release.
  ///
  /// New errors beyond the limits lose their details.
  ///
  /// The rows are counted once, so many forged errors take little time.
  mutating func add(
    _ counts: [ErrorFingerprint: Int64], of failed: FailedRelease
  ) throws(DatabaseError) {
    let key: [Statement.Value] = [
      .text("\(failed.channel)"), ReportDatabase.tree(failed.release),
    ]
    try addRelease.run(key + [ReportDatabase.number(failed.release.number)])
    try find.bind(key + [.text(ErrorFingerprint.otherClass)])
    guard try find.step() else { return }
    let target = find.integer(0)
    var errorCount = find.integer(1)
    for (error, count) in counts {
      for slot in ErrorTally.slots(of: error) {
        if try increase(slot.error, by: count, of: target) { break }
        guard errorCount < slot.limit else { continue }
        try insert.run(values(slot.error, count, target))
        errorCount += slot.error == .other ? 0 : 1
        break
      }
    }
  }

  /// Returns `false` if the error has no row.
  private mutating func increase(
    _ error: ErrorFingerprint, by count: Int64, of target: Int64
  ) throws(DatabaseError) -> Bool {
    try update.bind(values(error, count, target))
    var isFound = false
    while try update.step() { isFound = true }
    return isFound
  }

  private func values(
    _ error: ErrorFingerprint, _ count: Int64, _ target: Int64
  ) -> [Statement.Value] {
    [
      .integer(target), .text(error.errorClass), .text(error.stack.map { "\($0)" } ?? ""),
      .integer(day), .integer(count),
    ]
  }
}
