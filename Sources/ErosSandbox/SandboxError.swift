public import ErosBundle
public import ErosCore

/// Why a sandbox did not do what was asked.
@nonexhaustive
public enum SandboxError: ErosError {
  /// Another process has held the sandbox's lock for too long.
  case busy(path: String)
  /// The sandbox holds no release, or is not there.
  case empty(path: String)
  /// The bundle does not verify; nothing of it is left in the sandbox.
  case notVerified(bundle: String, config: String?, VerificationReport)
  /// The bundle is a release that failed its trial.
  case blocked(bundle: String, SandboxState.Blocked)
  /// A later version wrote the state.
  case laterVersion(path: String)
  /// Something that is no link has the name of one.
  case inTheWay(String)
  /// There is nothing to go back to, or not to that release.
  case cannotRollBack(path: String, SandboxRefusal)
  /// The zip that a patch changes is gone or cannot be read.
  case baseMissing(path: String, TreeHash)
  /// A release is damaged, could not be repaired, and is all that there is to run.
  case damaged(path: String, TreeHash)

  /// How many findings are shown.
  private static let shownFindings = 5

  public var problem: String {
    switch self {
    case .busy(let path): "another process is at work in the sandbox '\(path.escapedForDisplay)'"
    case .empty(let path): "the sandbox '\(path.escapedForDisplay)' holds no release to run"
    case .notVerified(let bundle, _, let report):
      "'\(bundle.escapedForDisplay)' is not installed, because it does not verify: "
        + Self.summary(of: report)
    case .blocked(let bundle, let entry):
      "'\(bundle.escapedForDisplay)' is the release \(entry.release), which \(Self.text(of: entry))"
    case .laterVersion(let path):
      "the state of the sandbox '\(path.escapedForDisplay)' was written by a later version of eros"
    case .inTheWay(let path):
      "'\(path.escapedForDisplay)' is in the way: the sandbox keeps something of its own under that name"
    case .cannotRollBack(let path, let refusal):
      "cannot go back in the sandbox '\(path.escapedForDisplay)': \(Self.text(of: refusal))"
    case .baseMissing(let path, let tree):
      "the patch cannot be applied, because the sandbox '\(path.escapedForDisplay)' has lost the zip of the release \(tree)"
    case .damaged(let path, let tree):
      "the release \(tree) in the sandbox '\(path.escapedForDisplay)' is damaged"
    }
  }

  public var remedy: String? {
    switch self {
    case .busy: "try again when it has ended"
    case .empty(let path):
      "install the app's own bundle first: `eros install --sandbox \(Self.quoted(path)) --bundle FILE`"
    case .notVerified(let bundle, let config, let report):
      report.limitRemedy
        ?? "see all findings with `eros verify \(Self.quoted(bundle))"
        + (config.map { " --config " + Self.quoted($0) } ?? "") + "`"
    case .blocked: "pack a corrected bundle and stage that"
    case .laterVersion: "use that version, or install into an empty folder"
    case .inTheWay: "move it away, or choose an empty folder"
    case .baseMissing: "stage the whole bundle instead"
    case .cannotRollBack(let path, .nothingToGoBackTo), .damaged(let path, _):
      "see what there is with `eros status --sandbox \(Self.quoted(path)) --verify`"
    case .cannotRollBack(let path, _):
      "see the releases that work with `eros status --sandbox \(Self.quoted(path))`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .empty, .cannotRollBack, .baseMissing: .inputNotFound
    case .notVerified, .laterVersion, .damaged: .badData
    case .blocked: .checkFailed
    case .inTheWay: .cannotCreate
    }
  }

  private static func quoted(_ path: String) -> String { path.shellQuoted }

  private static func text(of entry: SandboxState.Blocked) -> String {
    let starts = entry.count == 1 ? "1 start" : "\(entry.count) starts"
    return switch entry.reason {
    case .unconfirmed: "was never confirmed in \(starts), and is blocked"
    case .rolledBack: "was rolled back from after \(starts), and is blocked"
    }
  }

  private static func text(of refusal: SandboxRefusal) -> String {
    switch refusal {
    case .notKnownGood(let tree):
      "the release \(tree) is neither one of those confirmed last nor the app's own"
    case .needsNewerApp(let release):
      "the release \(release.tree) asks for a newer version of the app"
    default: "no other release is known to work"
    }
  }

  private static func summary(of report: VerificationReport) -> String {
    let errors = report.problems.filter { $0.severity == .error }
    let shown = errors.prefix(shownFindings).map { error in
      (error.entry.map { "'\($0.escapedForDisplay)': " } ?? "")
        + error.message.escapedForDisplay
    }
    let rest = errors.count - shown.count
    return (rest > 0 ? shown + ["and \(rest) more"] : shown).joined(separator: "; ")
  }
}
