public import ErosCore

/// Why packing was given up.
@nonexhaustive
public enum PackError: ErosError, Equatable {
  /// A file is not what it was when packing began.
  case changed(String)
  /// The system gives no thread to work on.
  case noThread

  public var problem: String {
    switch self {
    case .changed(let path): "'\(path.escapedForDisplay)' changed while it was packed"
    case .noThread: "the system gives no thread to pack with"
    }
  }

  public var remedy: String? {
    switch self {
    case .changed: "wait until the build has ended, then pack again"
    case .noThread: "end other programs, or raise the limit of processes (`ulimit -u`)"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .changed: .badData
    case .noThread: .ioError
    }
  }
}
