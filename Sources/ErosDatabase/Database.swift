import CSQLite

/// A connection to an SQLite database.
///
/// The type owns an `sqlite3` handle. A statement may outlive the connection: SQLite closes it after
/// its last statement.
@safe
package struct Database: ~Copyable {
  /// The milliseconds to wait for another process that reads or writes the database.
  private static let busyTime: Int32 = 5000
  private static let settings = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF; PRAGMA journal_size_limit = 16777216;
    """

  /// The path of the file, for messages.
  package let file: String
  private let handle: OpaquePointer

  /// Opens a database, which is created if it does not exist, with a write-ahead log.
  ///
  /// A committed transaction survives the end of the process at any time. The last transactions may be
  /// lost if the machine loses power; the database is valid nevertheless.
  ///
  /// - Parameter file: The path of the file.
  /// - Throws: ``DatabaseError``.
  package init(_ file: String) throws(DatabaseError) {
    unsafe handle = try Self.open(file)
    self.file = file
  }

  private static func open(_ file: String) throws(DatabaseError) -> OpaquePointer {
    var opened: OpaquePointer?
    // One thread at a time uses a connection, so it needs no locks of its own.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    var status = unsafe sqlite3_open_v2(file, &opened, flags, nil)
    guard let handle = unsafe opened else { throw .failed(file: file, reason: "out of memory") }
    unsafe sqlite3_busy_timeout(handle, busyTime)
    if status == SQLITE_OK { status = unsafe sqlite3_exec(handle, settings, nil, nil, nil) }
    guard status == SQLITE_OK else {
      let error = DatabaseError(last: handle, file: file)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    return unsafe handle
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs one statement or several that are separated by semicolons, without values.
  package func run(_ sql: String) throws(DatabaseError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  /// Compiles a statement.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var compiled: OpaquePointer?
    let status = unsafe sqlite3_prepare_v2(handle, sql, -1, &compiled, nil)
    guard status == SQLITE_OK, let compiled = unsafe compiled else { throw lastError }
    return unsafe Statement(compiled, of: handle, file: file)
  }

  /// Runs `body` in a transaction, which is undone if `body` throws an error.
  package func transaction(
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

  /// The version of the schema, which a new database does not have.
  package func schemaVersion() throws(DatabaseError) -> Int64 {
    var statement = try prepare("PRAGMA user_version")
    return try statement.step() ? statement.integer(0) : 0
  }

  private var lastError: DatabaseError { unsafe DatabaseError(last: handle, file: file) }
}

extension DatabaseError {
  /// The last error of a connection.
  @safe
  init(last handle: OpaquePointer, file: String) {
    let code = unsafe sqlite3_errcode(handle)
    if code == SQLITE_NOTADB || code == SQLITE_CORRUPT {
      self = .damaged(file: file)
    } else {
      let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
      self = .failed(file: file, reason: message ?? "error \(code)")
    }
  }
}
