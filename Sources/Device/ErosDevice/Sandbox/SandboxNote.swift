public import ErosCore
public import ErosFiles

/// A problem that did not prevent a launch.
///
/// Write notes to your log:
///
/// ```swift
/// for note in launch.notes { log("\(note)") }
/// ```
@nonexhaustive
public enum SandboxNote: Sendable {
  /// Neither state file was readable.
  ///
  /// The state was rebuilt from the intact releases.
  case stateLost
  /// A damaged release was repaired.
  case repaired(TreeHash)
  /// A release was damaged beyond repair and removed.
  case removed(TreeHash)
  /// A trial used up its launches and was never confirmed.
  ///
  /// The release is blocked.
  case trialFailed(SandboxState.Blocked)
  /// The running release requires a newer app, and there is no other release.
  case needsNewerApp(TreeHash, NativeVersion)
  /// The links for the old layout may point to another release, because they could not be updated.
  case linksNotUpdated(FileError)
  /// The embedded bundle could not be installed.
  ///
  /// The launch continued without it.
  case embeddedBundleSkipped(any ErosError)
  /// The choice could not be verified, repaired or recorded.
  ///
  /// A release that is known to work runs for this launch only, with no trial. The next launch
  /// tries again.
  case startIncomplete(any ErosError)
}

extension SandboxNote: CustomStringConvertible {
  public var description: String { "\(message)" }

  package var message: Message {
    switch self {
    case .stateLost: "the state was lost and was rebuilt from the intact releases"
    case .repaired(let tree): "the release \(tree) was damaged and has been repaired"
    case .removed(let tree): "the release \(tree) was damaged beyond repair and has been removed"
    case .trialFailed(let entry):
      "the release \(entry.release) was not confirmed in \(entry.startCount) and is now blocked"
    case .needsNewerApp(let tree, let version):
      "the release \(tree) requires app version \(version) or later"
    case .linksNotUpdated(let error):
      "cannot update the links for the old layout: \(error.problem)"
    case .embeddedBundleSkipped: "the embedded bundle was skipped; an installed release runs"
    case .startIncomplete:
      "a release that is known to work runs for this launch only; the next launch tries again"
    }
  }
}
