import CSQLite
import ErosCore

/// A connection to an SQLite database.
///
/// It owns an `sqlite3` handle. Statements may outlive it, because SQLite closes a database with
/// its last statement.
@safe
struct Database: ~Copyable {
  /// The maximum wait for another process, in milliseconds.
  private static let busyTime: Int32 = 5000
  private static let settings = """
    PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
    PRAGMA journal_size_limit = 16777216;
    """

  /// For messages.
  let file: String
  private let handle: OpaquePointer

  /// Opens a database with a write-ahead log, and creates it if it is missing.
  ///
  /// A committed transaction survives if the process dies. If the machine loses power, the last
  /// transactions may be lost, but the database stays valid.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - isReader: If `true`, only reads. The database must exist then.
  /// - Throws: ``DatabaseError`` if the file is damaged or cannot be opened.
  init(_ file: String, isReader: Bool = false) throws(DatabaseError) {
    unsafe handle = try Self.open(
      file, isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    self.file = file
  }

  /// Turns the write-ahead log on.
  ///
  /// Where memory cannot be shared, as on some network file systems, SQLite silently keeps another
  /// journal mode.
  @safe
  private static func enableLog(
    _ handle: OpaquePointer, _ file: String
  ) throws(DatabaseError) {
    var compiled: OpaquePointer?
    let pragma = "PRAGMA journal_mode = WAL"
    guard unsafe sqlite3_prepare_v2(handle, pragma, -1, &compiled, nil) == SQLITE_OK,
      let compiled = unsafe compiled
    else { throw DatabaseError(last: handle, file: file) }
    var row = Statement(compiled, of: handle, file: file)
    guard try row.step(), row.text(0) == "wal" else {
      throw .failed(file: file, reason: "the file system does not support a write-ahead log")
    }
  }

  private static func open(_ file: String, _ mode: Int32) throws(DatabaseError) -> OpaquePointer {
    var opened: OpaquePointer?
    // Only one thread uses a connection at a time, so SQLite needs no locks.
    var status = unsafe sqlite3_open_v2(file, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle = unsafe opened else { throw .failed(file: file, reason: "out of memory") }
    unsafe sqlite3_busy_timeout(handle, busyTime)
    if status == SQLITE_OK { status = unsafe sqlite3_exec(handle, settings, nil, nil, nil) }
    do throws(DatabaseError) {
      guard status == SQLITE_OK else { throw DatabaseError(last: handle, file: file) }
      if mode != SQLITE_OPEN_READONLY { try enableLog(handle, file) }
    } catch {
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    return unsafe handle
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that have no parameters, separated by semicolons.
  func run(_ sql: String) throws(DatabaseError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var compiled: OpaquePointer?
    let status = unsafe sqlite3_prepare_v2(handle, sql, -1, &compiled, nil)
    guard status == SQLITE_OK, let compiled = unsafe compiled else { throw lastError }
    return unsafe Statement(compiled, of: handle, file: file)
  }

  /// Rolls the transaction back if `body` throws.
  func transaction(
    _ body: (borrowing Database) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body(self)
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Returns 0 for a new database.
  func schemaVersion() throws(DatabaseError) -> Int64 {
    var statement = try prepare("PRAGMA user_version")
    return try statement.step() ? statement.integer(0) : 0
  }

  private var lastError: DatabaseError { unsafe DatabaseError(last: handle, file: file) }
}

extension DatabaseError {
  @safe
  init(last handle: OpaquePointer, file: String) {
    let code = unsafe sqlite3_errcode(handle)
    if code == SQLITE_NOTADB || code == SQLITE_CORRUPT {
      self = .damaged(file: file)
    } else {
      let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
      self = .failed(file: file, reason: message.map(Message.init(verbatim:)) ?? "error \(code)")
    }
  }
}
