import ErosBundle
public import ErosCore

/// What happens to a sandbox.
public enum SandboxEvent: Sendable {
  /// The app starts.
  case launch(Start)
  /// A release was downloaded and stands, whole and verified, in its place.
  case stage(InstalledRelease)
  /// The app says that the release works; without a token, whichever is on trial.
  case confirm(token: String?)
  /// Somebody wants a release back that worked.
  case rollback(to: RollbackTarget)
  /// A release is damaged and cannot be repaired.
  case lost(TreeHash)
  /// A release was unpacked anew, and the files beside its pages may be others.
  case repaired(InstalledRelease)
  /// What is not needed any more is to be deleted.
  case collect

  /// A start of the app.
  public struct Start: Sendable {
    /// How many starts a release on trial gets to be confirmed.
    public static let defaultAttempts = 2

    /// Who started the app.
    public let kind: LaunchKind
    /// The app's own bundle; `nil` when the app did not show it.
    public internal(set) var embedded: InstalledRelease?
    /// What tells the app's own bundle from another one at a glance.
    public let source: SHA256Digest?
    /// The app as it says it is; `nil` when it does not say.
    public let app: NativeApp?
    /// The token for a trial that starts now: nobody can know it beforehand.
    public let token: String
    /// The time, in milliseconds since 1970.
    public let now: Int64
    /// How many starts a release on trial gets.
    public let attempts: Int

    /// Describes a start; `now` is in milliseconds since 1970, and `source` tells the app's own
    /// bundle from another one.
    public init(
      kind: LaunchKind = .foreground,
      embedded: (release: InstalledRelease, source: SHA256Digest)? = nil, app: NativeApp? = nil,
      token: String, now: Int64, attempts: Int = defaultAttempts
    ) {
      self.kind = kind
      self.embedded = embedded?.release
      source = embedded?.source
      self.app = app
      self.token = token
      // Also where the device's clock is wrong by decades.
      self.now = min(
        max(now, BundleManifest.timestamps.lowerBound), BundleManifest.timestamps.upperBound)
      self.attempts = attempts
    }
  }
}

/// Who started the app.
public enum LaunchKind: Sendable {
  /// A person, who sees whether it works.
  case foreground
  /// The system, for example for a notification; nothing is tried then.
  case background
}

/// Which release to go back to.
public enum RollbackTarget: Hashable, Sendable {
  /// The last one that worked before the active one.
  case previous
  /// The app's own.
  case embedded
  /// A confirmed one, by its name.
  case release(TreeHash)
}

/// Something to be done, in the order of the list, because of an event.
public enum SandboxAction: Hashable, Sendable {
  /// Make the new state durable.
  case record
  /// Let the links lead to a release.
  case link(TreeHash)
  /// Delete all releases but these.
  case collect(keeping: Set<TreeHash>)
  /// Hand a release to the app.
  case run(SandboxRun)
  /// Say why nothing was done.
  case refuse(SandboxRefusal)
}

/// A release that the app is to run.
public struct SandboxRun: Hashable, Sendable {
  /// Why this release runs.
  public enum Reason: String, Sendable {
    /// The sandbox was empty.
    case firstRun = "first-run"
    /// The app came with a newer bundle of its own.
    case embeddedNewer = "embedded-newer"
    /// It was downloaded and has to show that it works.
    case trial
    /// It is known to work.
    case confirmed
    /// What should have run was damaged, or failed its trial.
    case recovered
  }

  /// The release to run.
  public let release: TreeHash
  /// Why it is this one.
  public let reason: Reason
  /// What confirms the trial; `nil` when none is under way.
  public let token: String?
  /// The release that was active before, if it was another one.
  public let previous: TreeHash?
}

/// Why an event changed nothing.
@nonexhaustive
public enum SandboxRefusal: Hashable, Sendable {
  /// There is no release that may run.
  case nothingToRun
  /// The release failed its trial before.
  case blocked(SandboxState.Blocked)
  /// The release is on trial already.
  case onTrialAlready
  /// The release runs already and is known to work.
  case runsAlready
  /// Nothing is on trial.
  case nothingOnTrial
  /// The token is not that of the current trial.
  case staleToken
  /// No other release is known to work.
  case nothingToGoBackTo
  /// The release is not known to work.
  case notKnownGood(TreeHash)
  /// The release asks for a newer app.
  case needsNewerApp(InstalledRelease)
}
