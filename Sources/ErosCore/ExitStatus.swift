/// How a command ends, as scripts see it.
///
/// The numbers above 1 are those of `sysexits.h`. They are a contract: a number never changes its
/// meaning.
public enum ExitStatus: Int32, Sendable {
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
