public import ErosCore

/// Why no route map was built.
@nonexhaustive
public enum RouteBuildError: ErosError {
  /// The source or the map is not fit; nothing was written.
  case refused(source: String, [RouteProblem])

  public var problem: String {
    switch self {
    case .refused(let source, let problems):
      (["'\(source.escapedForDisplay)' is not built:"]
        + problems.filter { $0.severity == .error }.map { problem in
          "  '\(problem.subject.escapedForDisplay)': \(problem.message.escapedForDisplay) [\(problem.code.rawValue)]"
        }).joined(separator: "\n")
    }
  }

  public var remedy: String? {
    "`docs/routes.md` tells what each finding means; nothing was written"
  }

  public var exitStatus: ExitStatus { .badData }
}
