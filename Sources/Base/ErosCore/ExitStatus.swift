/// A command's exit status.
///
/// Values above 1 come from `sysexits.h`. Scripts depend on them, so a value never changes its
/// meaning.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The command succeeded.
  case success = 0

  /// The check found a problem, for example an invalid bundle or a missing version bump.
  case checkFailed = 1

  /// The command line is invalid.
  case usage = 64

  /// The input is corrupt, malformed or hostile.
  case badData = 65

  /// The input does not exist or is not readable.
  case inputNotFound = 66

  /// A server, a store or a signing command is out of reach.
  case unavailable = 69

  /// The output cannot be created.
  case cannotCreate = 73

  /// Reading or writing failed, for example because the disk is full.
  case ioError = 74

  /// Another process holds a lock.
  ///
  /// The same command may succeed later.
  case busy = 75
}

extension ExitStatus {
  /// For lists of exit statuses.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .checkFailed: "check failed"
    case .usage: "invalid usage"
    case .badData: "invalid input"
    case .inputNotFound: "input not found"
    case .unavailable: "server or store out of reach"
    case .cannotCreate: "output cannot be created"
    case .ioError: "I/O error"
    case .busy: "busy, try again"
    }
  }
}
