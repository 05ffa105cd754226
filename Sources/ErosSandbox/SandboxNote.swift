public import ErosCore
public import ErosFiles

/// Something that was wrong with a sandbox and did not stop a start.
@nonexhaustive
public enum SandboxNote: Sendable {
  /// Neither state file could be read; the state was made anew from the releases that were whole.
  case stateLost
  /// A release was damaged and was unpacked anew.
  case repaired(TreeHash)
  /// A release was damaged beyond repair and is gone.
  case gaveUp(TreeHash)
  /// A release was on trial, was never confirmed, and is blocked.
  case trialFailed(SandboxState.Blocked)
  /// What runs asks for a newer version of the app, and there is nothing else.
  case needsNewerApp(TreeHash, NativeVersion)
  /// Code that knows only the old layout may see another release.
  case linksNotSet(FileError)
  /// The app's own bundle could not be taken in; the start went on without it.
  case bundleNotTaken(any ErosError)
  /// What should have run could not be checked, repaired or recorded. Something that is known to work
  /// runs for this start, without a trial, and the next start tries again.
  case startNotDone(any ErosError)
}

extension SandboxNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .stateLost: "the state was lost, and was made anew from the releases that are whole"
    case .repaired(let tree): "the release \(tree) was damaged, and was unpacked anew"
    case .gaveUp(let tree): "the release \(tree) is damaged beyond repair, and was given up"
    case .trialFailed(let entry):
      "the release \(entry.release) was not confirmed in \(entry.count) starts, and is blocked"
    case .needsNewerApp(let tree, let version):
      "the release \(tree) asks for version \(version) of the app"
    case .linksNotSet(let error): "the links for the old paths could not be set: \(error.problem)"
    case .bundleNotTaken: "what the sandbox holds runs, without the app's own bundle"
    case .startNotDone:
      "what is known to work runs for this start only; the next one tries again"
    }
  }
}
