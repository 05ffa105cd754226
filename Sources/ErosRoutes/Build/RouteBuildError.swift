public import ErosCore

/// An error that prevents a build.
@nonexhaustive
public enum RouteBuildError: ErosError {
  /// The source or the map has errors; nothing was written.
  case refused(source: String, [Finding])

  public var problem: String {
    switch self {
    case .refused(let source, let findings):
      (["cannot build '\(source.escapedForDisplay)':"]
        + findings.errors.flatMap { finding in
          ["  \(finding)", finding.remedy.map { "    hint: \($0)" }].compactMap(\.self)
        }).joined(separator: "\n")
    }
  }

  public var remedy: String? {
    "nothing was written; `docs/routes.md` explains each finding"
  }

  public var exitStatus: ExitStatus { .badData }
}
