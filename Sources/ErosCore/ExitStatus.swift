/// How a command ends, as scripts see it.
///
/// The numbers above 1 are those of `sysexits.h`. They are a contract: a number never changes its
/// meaning.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Everything that was asked for is done.
  case success = 0

  /// The check that was asked for says no: not verified, drift, a version bump missing.
  case checkFailed = 1

  /// The command line itself is wrong.
  case usage = 64

  /// The input is corrupt, malformed or hostile.
  case badData = 65

  /// The input does not exist or may not be read.
  case inputNotFound = 66

  /// A server or a store is out of reach.
  case unavailable = 69

  /// The output cannot be created.
  case cannotCreate = 73

  /// Reading or writing failed half way, for example on a full disk.
  case ioError = 74

  /// Another process is at work; the same call may succeed later.
  case busy = 75
}

extension ExitStatus {
  /// What it means, in a few words that stand behind the number.
  package var meaning: String {
    switch self {
    case .success: "done"
    case .checkFailed: "the check says no"
    case .usage: "wrong usage"
    case .badData: "bad input"
    case .inputNotFound: "input not found"
    case .unavailable: "server or store out of reach"
    case .cannotCreate: "output cannot be created"
    case .ioError: "I/O error"
    case .busy: "busy, try again"
    }
  }
}
