public import ErosBundle
public import ErosCore

/// Why a sandbox did not do what was asked.
@nonexhaustive
public enum SandboxError: ErosError {
  /// Another process has held the sandbox's lock for too long.
  case busy(path: String)
  /// The bundle does not verify; nothing of it is left in the sandbox.
  case notVerified(bundle: String, VerificationReport)
  /// The sandbox holds another release already.
  case holdsAnother(path: String, active: TreeHash, given: TreeHash)

  /// How many findings are shown.
  private static let shownFindings = 5

  public var problem: String {
    switch self {
    case .busy(let path): "another process is at work in the sandbox '\(path.escapedForDisplay)'"
    case .notVerified(let bundle, let report):
      "'\(bundle.escapedForDisplay)' is not installed, because it does not verify: "
        + Self.summary(of: report)
    case .holdsAnother(let path, let active, let given):
      "the sandbox '\(path.escapedForDisplay)' holds the release \(active), and the bundle is \(given)"
    }
  }

  public var remedy: String? {
    switch self {
    case .busy: "try again when it has ended"
    case .notVerified(let bundle, _):
      "see all findings with `eros verify \(bundle.escapedForDisplay)`"
    case .holdsAnother: "this version does not upgrade yet: install into an empty folder"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .notVerified: .badData
    case .holdsAnother: .cannotCreate
    }
  }

  private static func summary(of report: VerificationReport) -> String {
    let errors = report.problems.filter { $0.severity == .error }
    let shown = errors.prefix(shownFindings).map { error in
      (error.entry.map { "'\($0.escapedForDisplay)': " } ?? "") + error.message
    }
    let rest = errors.count - shown.count
    return (rest > 0 ? shown + ["and \(rest) more"] : shown).joined(separator: "; ")
  }
}
