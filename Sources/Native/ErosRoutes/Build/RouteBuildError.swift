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
  private static func summary(of errors: [Finding]) -> String {
    guard let first = errors.first else { return "the source or the map has errors" }
    let location = first.location.map { $0 + ": " } ?? ""
    let others =
      switch errors.count {
      case 1: ""
      case 2: ", and 1 more error"
      default: ", and \(errors.count - 1) more errors"
      }
    return "\(location)\(first.text) [\(first.code)]\(others)"
  }

  public var remedy: Message? {
    "nothing was written; `docs/routes.md` explains each finding"
  }

  public var exitStatus: ExitStatus { .badData }
}
