public import ErosCore

/// Why packing was given up.
@nonexhaustive
public enum PackError: ErosError, Equatable {
  /// A file is not what it was when packing began.
  case changed(String)

  public var problem: String {
    switch self {
    case .changed(let path): "'\(path.escapedForDisplay)' changed while it was packed"
    }
  }

  public var remedy: String? {
    switch self {
    case .changed: "wait until the build has ended, then pack again"
    }
  }

  public var exitStatus: ExitStatus { .badData }
}
