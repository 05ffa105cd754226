import CSQLite

/// A compiled statement, which owns an `sqlite3_stmt` handle.
@safe
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: OpaquePointer
  private let file: String

  @safe
  init(_ handle: OpaquePointer, of database: OpaquePointer, file: String) {
    unsafe self.handle = handle
    unsafe self.database = database
    self.file = file
  }

  deinit { unsafe sqlite3_finalize(handle) }

  enum Value: Sendable {
    case integer(Int64)
    case text(String)
    case null
  }

  /// Runs the statement with new parameters, and ignores its rows.
  mutating func run(_ values: Value...) throws(DatabaseError) { try run(values) }

  /// Runs the statement with new parameters, and ignores its rows.
  mutating func run(_ values: [Value]) throws(DatabaseError) {
    try bind(values)
    while try step() {}
  }

  /// Resets the statement, and binds its parameters.
  mutating func bind(_ values: [Value]) throws(DatabaseError) {
    unsafe sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      let index = Int32(index + 1)
      let status =
        switch value {
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text):
          unsafe eros_sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
        case .null: unsafe sqlite3_bind_null(handle, index)
        }
      guard status == SQLITE_OK else { throw unsafe DatabaseError(last: database, file: file) }
    }
  }

  /// Returns `false` after the last row.
  mutating func step() throws(DatabaseError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe DatabaseError(last: database, file: file)
    }
  }

  /// Returns 0 if the value is not an integer.
  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }

  /// Returns `nil` for `NULL`.
  func optionalInteger(_ column: Int) -> Int64? {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL ? nil : integer(column)
  }

  /// Returns an empty string for `NULL`.
  func text(_ column: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
    return unsafe String(cString: bytes)
  }
}
