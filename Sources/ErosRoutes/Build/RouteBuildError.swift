public import ErosCore

/// An error that prevents a build.
@nonexhaustive
public enum RouteBuildError: ErosError {
  /// The source or the map has errors; nothing was written.
  case refused(source: String, [RouteProblem])

  public var problem: String {
    switch self {
    case .refused(let source, let problems):
      (["cannot build '\(source.escapedForDisplay)':"]
        + problems.filter { $0.severity == .error }.map { problem in
          "  '\(problem.subject.escapedForDisplay)': \(problem.message.escapedForDisplay) [\(problem.code.rawValue)]"
        }).joined(separator: "\n")
    }
  }

  public var remedy: String? {
    "nothing was written; `docs/routes.md` explains each finding"
  }

  public var exitStatus: ExitStatus { .badData }
}
