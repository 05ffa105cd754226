import ErosCore

enum DatabaseError: ErosError, Equatable {
  /// Damaged, or not a database.
  case damaged(file: String)
  /// A newer version of the program wrote the database.
  case newer(file: String)
  /// `reason` is the message of SQLite.
  case failed(file: String, reason: Message)

  var problem: Message {
    switch self {
    case .damaged(let file):
      "'\(file.escapedForDisplay)' is damaged or not an SQLite database"
    case .newer(let file):
      "a newer version of the program has written the database '\(file.escapedForDisplay)'"
    case .failed(let file, let reason):
      "the database '\(file.escapedForDisplay)' cannot be used: \(reason.escapedForDisplay)"
    }
  }

  var remedy: Message? {
    switch self {
    case .damaged: "move the file and its '-wal' and '-shm' files away; a new one is created"
    case .newer: "update the program, or move the file away"
    case .failed: "check the folder, its permissions and the free space"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .damaged, .newer: .badData
    case .failed: .ioError
    }
  }
}
