public import ErosCore

/// A lock file that cannot be read.
@nonexhaustive
public enum RegistryError: ErosError, Equatable {
  /// The lock file does not have the format that `eros generate` writes.
  case malformedLock(file: String, line: Int)

  public var problem: Message {
    switch self {
    case .malformedLock(let file, let line):
      "\(file.escapedForDisplay):\(line): \("invalid release record")"
    }
  }

  public var remedy: Message? {
    switch self {
    case .malformedLock:
      "restore the file from version control; only `eros generate --release` writes it"
    }
  }

  public var exitStatus: ExitStatus { .badData }
}
