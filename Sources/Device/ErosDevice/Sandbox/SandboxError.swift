public import ErosBundle
public import ErosCore

/// An error of a device's folder or of a bundle.
///
/// Write it to your log. ``exitStatus`` tells what went wrong in general: `badData` for a damaged
/// or hostile file, `busy` for a lock that another process holds.
///
/// ```swift
/// do {
///   try device.stage(DeliveredBundle(zip: download))
/// } catch let error as SandboxError {
///   log("\(error.problem), \(error.exitStatus)")
/// }
/// ```
@nonexhaustive
public enum SandboxError: ErosError {
  /// Another process held the lock for longer than the timeout.
  case busy(path: String)
  /// The folder does not exist or does not contain a release.
  case empty(path: String)
  /// The bundle is invalid or damaged.
  ///
  /// No file of it was installed.
  case notVerified(bundle: String, config: String?, VerificationReport)
  /// A legacy client's pages do not match their manifest.
  ///
  /// Nothing was adopted.
  case notAdopted(folder: String, VerificationReport)
  /// The release in the bundle is blocked.
  case blocked(bundle: String, SandboxState.Blocked)
  /// The bundle does not contain the release that signed metadata promises.
  case unexpectedRelease(bundle: String, expected: TreeHash, found: TreeHash)
  /// A later version of this library wrote the state.
  case laterVersion(path: String)
  /// An unknown file has a name that the sandbox needs.
  case pathOccupied(String)
  /// The folder is neither empty nor a sandbox.
  case notEmpty(path: String, name: String)
  /// The folder contains other files and no sandbox.
  case notSandbox(path: String, name: String)
  /// Neither this user nor root owns the folder.
  case foreignOwner(path: String)
  /// Other users can replace files in the folder, or write to an item in it.
  case writableByOthers(path: String, item: String?, permissions: UInt32)
  /// There is no release to roll back to.
  case cannotRollBack(path: String, SandboxRefusal)
  /// The zip that a patch applies to is missing or unreadable.
  case baseMissing(path: String, TreeHash)
  /// A release is damaged beyond repair, and no other release can replace it.
  case damaged(path: String, TreeHash)

  /// A limit on the findings in a message.
  private static let maximumShownFindings = 5

  public var problem: Message {
    switch self {
    case .busy(let path): "the sandbox '\(path.escapedForDisplay)' is in use by another process"
    case .empty(let path): "no release found in the sandbox '\(path.escapedForDisplay)'"
    case .notVerified(let bundle, _, let report):
      "'\(bundle.escapedForDisplay)' was not installed because verification failed: \(Self.summary(of: report))"
    case .notAdopted(let folder, let report):
      "the release in '\(folder.escapedForDisplay)' was not adopted because verification failed: \(Self.summary(of: report))"
    case .blocked(let bundle, let entry):
      "'\(bundle.escapedForDisplay)' contains the blocked release \(entry.release): \(Self.text(of: entry))"
    case .unexpectedRelease(let bundle, let expected, let release):
      "'\(bundle.escapedForDisplay)' contains the release \(release), expected \(expected)"
    case .laterVersion(let path):
      "the state of the sandbox '\(path.escapedForDisplay)' was written by a later version of eros"
    case .pathOccupied(let path):
      "'\(path.escapedForDisplay)' does not belong to the sandbox, which needs this name"
    case .notEmpty(let path, let name):
      "'\(path.escapedForDisplay)' is neither empty nor a sandbox: it contains '\(name.escapedForDisplay)'"
    case .notSandbox(let path, let name):
      "'\(path.escapedForDisplay)' is not a sandbox: it contains '\(name.escapedForDisplay)' and no release"
    case .foreignOwner(let path): "'\(path.escapedForDisplay)' belongs to another user"
    case .writableByOthers(_, let item?, let permissions):
      "other users can write to '\(item.escapedForDisplay)' (mode \(String(permissions, radix: 8)))"
    case .writableByOthers(let path, nil, let permissions):
      "other users can write to the sandbox '\(path.escapedForDisplay)' (mode \(String(permissions, radix: 8)))"
    case .cannotRollBack(let path, let refusal):
      "cannot roll back the sandbox '\(path.escapedForDisplay)': \(Self.text(of: refusal))"
    case .baseMissing(let path, let tree):
      "cannot apply the patch: the zip of the release \(tree) is missing or unreadable in the sandbox '\(path.escapedForDisplay)'"
    case .damaged(let path, let tree):
      "the release \(tree) in the sandbox '\(path.escapedForDisplay)' is damaged beyond repair"
    }
  }

  public var remedy: Message? {
    switch self {
    case .busy: "try again when that process has ended"
    case .empty(let path):
      "install the embedded bundle first: `eros install --sandbox \(Self.quoted(path)) --bundle FILE`"
    case .notVerified(let bundle, let config, let report):
      report.limitRemedy
        ?? "run `\(Self.verification(of: bundle, config))` to see all findings"
    case .notAdopted: "launch with the embedded bundle; the next update replaces its release"
    case .blocked(_, let entry):
      "pack a corrected bundle and stage it, or allow another trial of this release with `eros sandbox unblock \(entry.release.description.prefix(12))`"
    case .unexpectedRelease: "the publisher must publish the release again"
    case .laterVersion: "use that version of eros, or install into an empty folder"
    case .pathOccupied: "move it away, or pass an empty folder"
    case .notEmpty(let path, _):
      "pass an empty folder or a new one, such as `--sandbox \(Self.quoted(path + "/sandbox"))`"
    case .notSandbox(let path, _):
      "check the path, or install into a new folder: `eros install --sandbox \(Self.quoted(path + "/sandbox")) --bundle FILE`"
    case .foreignOwner: "run the command as the owner of the folder, or use a new folder"
    case .writableByOthers(let path, _, _):
      "if you trust its releases, run `chmod -R go-w \(path.shellQuotedPath)`; otherwise use a new folder"
    case .baseMissing: "stage the full bundle instead"
    case .damaged(let path, _):
      "install the embedded bundle: `eros install --sandbox \(Self.quoted(path)) --bundle FILE`"
    case .cannotRollBack(let path, .noRollbackTarget(let withdrawn?)):
      "`eros rollback --sandbox \(Self.quoted(path)) --to \(withdrawn.description.prefix(12))` selects the release that was rolled back"
    case .cannotRollBack(let path, .noRollbackTarget):
      "run `eros status --sandbox \(Self.quoted(path)) --verify` to list the releases and any damage"
    case .cannotRollBack(let path, _):
      "run `eros status --sandbox \(Self.quoted(path))` to list the confirmed releases"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .empty, .notSandbox, .cannotRollBack, .baseMissing: .inputNotFound
    case .notVerified, .notAdopted, .unexpectedRelease, .laterVersion, .damaged, .foreignOwner,
      .writableByOthers:
      .badData
    case .blocked: .checkFailed
    case .pathOccupied, .notEmpty: .cannotCreate
    }
  }

  private static func quoted(_ path: String) -> String { path.shellQuoted }

  private static func verification(of bundle: String, _ config: String?) -> String {
    "eros verify \(quoted(bundle))" + (config.map { " --manifest " + quoted($0) } ?? "")
  }

  private static func text(of entry: SandboxState.Blocked) -> Message {
    switch entry.reason {
    case .unconfirmed: "not confirmed in \(entry.startCount)"
    case .rolledBack: "rolled back after \(entry.startCount)"
    }
  }

  private static func text(of refusal: SandboxRefusal) -> Message {
    switch refusal {
    case .notKnownGood(let tree):
      "the release \(tree) is neither confirmed nor embedded"
    case .needsNewerApp(let release):
      "the release \(release.tree) requires a newer version of the app"
    case .notEmbedded: "it has no embedded release"
    case .noRollbackTarget(_?): "there is no older release that is confirmed or embedded"
    default: "no other release is known to work"
    }
  }

  private static func summary(of report: VerificationReport) -> Message {
    let errors = report.findings.errors
    let lines = errors.prefix(maximumShownFindings).map(\.line)
    let omittedCount = errors.count - lines.count
    return (omittedCount > 0 ? lines + ["and \(omittedCount) more"] : lines).joined(separator: "; ")
  }
}

extension SandboxState.Blocked {
  /// For example "2 launches".
  var startCount: Message { count == 1 ? "1 launch" : "\(count) launches" }
}
