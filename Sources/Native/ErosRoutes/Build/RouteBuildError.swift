public import ErosCore

/// A build that was refused.
@nonexhaustive
public enum RouteBuildError: ErosError {
  /// The source or the map has errors, so nothing was written.
  case refused(source: String, [Finding])

  public var problem: Message {
    switch self {
    case .refused(let source, let findings):
      "cannot build '\(source.escapedForDisplay)': \(Self.summary(of: findings.errors))"
    }
  }

  /// Quotes the first error and counts the rest.
  private static func summary(of errors: [Finding]) -> Message {
    guard let first = errors.first else { return "the source or the map has errors" }
    let line: Message = first.location.map { "\($0): \(first.line)" } ?? first.line
    let problem: Message = "\(line) [\(first.code)]"
    return switch errors.count {
    case 1: problem
    case 2: "\(problem), and 1 more error"
    default: "\(problem), and \(errors.count - 1) more errors"
    }
  }

  public var remedy: Message? {
    "nothing was written; `docs/routes.md` explains each finding"
  }

  public var exitStatus: ExitStatus { .badData }
}
