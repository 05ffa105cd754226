import ErosBundle
public import ErosCore

/// An input of ``SandboxState/step(_:)``.
package enum SandboxEvent: Sendable {
  /// The app is launched.
  case launch(Start)
  /// The running app opens further pages in the pending release, without a launch.
  ///
  /// Uses the app, the token and the time. Other fields of the start are ignored.
  case apply(Start)
  /// A downloaded release was verified and moved to `releases/`.
  ///
  /// `retries` is the number of times that the publisher asked devices to try it again.
  case stage(InstalledRelease, retries: Int = 0)
  /// The device has left the channel or the store of a staged release.
  case unstage(TreeHash)
  /// The app confirms the release on trial; `nil` confirms any trial.
  case confirm(token: String?)
  /// The caller requests a rollback.
  case rollback(to: RollbackTarget)
  /// The caller forgets the failure or the rollback of a release, or of all releases for `nil`.
  case unblock(TreeHash?)
  /// The caller needs the space of the release that failed last.
  case discardFailed
  /// A release is damaged and cannot be repaired.
  case lost(TreeHash)
  /// A release was unpacked again.
  ///
  /// Its files other than pages may differ from the old files.
  case repaired(InstalledRelease)
  /// The caller requests the deletion of unreferenced releases.
  case collect

  /// A launch of the app.
  package struct Start: Sendable {
    /// The default number of launches in a trial.
    package static let defaultAttempts = 2

    /// Whether a user sees the launch.
    let kind: LaunchKind
    /// The release in the embedded bundle, or `nil` if the app did not supply the bundle.
    var embedded: InstalledRelease?
    /// The digest that identifies the embedded bundle without unpacking it.
    let source: SHA256Digest?
    /// The app.
    ///
    /// `nil` if the app did not report its version; the app of the last launch then applies.
    var app: NativeApp?
    /// The unpredictable token of a trial that begins with this launch.
    let token: String
    /// The time of the launch.
    let now: Timestamp
    /// The number of launches in a trial.
    let attempts: Int

    /// Creates a launch, and clamps `now` to the range of timestamps in manifests.
    init(
      kind: LaunchKind = .foreground,
      embedded: (release: InstalledRelease, source: SHA256Digest)? = nil, app: NativeApp? = nil,
      token: String, now: Timestamp, attempts: Int = defaultAttempts
    ) {
      self.kind = kind
      self.embedded = embedded?.release
      source = embedded?.source
      self.app = app
      self.token = token
      // The clock of a device may be wrong by decades.
      let range = BundleManifest.timestamps
      self.now = Timestamp(
        milliseconds: min(max(now.milliseconds, range.lowerBound), range.upperBound))
      self.attempts = attempts
    }
  }
}

/// The kind of a launch.
public enum LaunchKind: Sendable {
  /// A launch that a user sees.
  case foreground
  /// A launch by the system, for example for a notification.
  ///
  /// It does not try a staged release.
  case background
}

/// The target of a rollback.
public enum RollbackTarget: Hashable, Sendable {
  /// The confirmed release before the active one.
  case previous
  /// The embedded release.
  case embedded
  /// A confirmed or embedded release, by name.
  case release(TreeHash)
}

/// An output of ``SandboxState/step(_:)``.
enum SandboxAction: Hashable, Sendable {
  /// Make the new state durable.
  case record
  /// Point the links to a release.
  case link(TreeHash)
  /// Delete all releases except these.
  case collect(keeping: Set<TreeHash>)
  /// Return a release to the app.
  case run(SandboxRun)
  /// Report the reason for a refusal.
  case refuse(SandboxRefusal)
}

/// A release to run.
public struct SandboxRun: Hashable, Sendable {
  /// The reason for running a release.
  public enum Reason: String, Sendable {
    /// The sandbox was empty, or had only a staged release.
    case firstRun = "first-run"
    /// The embedded bundle is newer than the confirmed release.
    case embeddedNewer = "embedded-newer"
    /// The release is on trial.
    case trial
    /// The release is confirmed.
    case confirmed
    /// Another release was damaged or failed its trial, or the state was lost.
    case recovered
  }

  /// The release to run.
  public let release: TreeHash
  /// The reason for running it.
  public let reason: Reason
  /// The token that confirms the trial, or `nil` if the release is not on trial.
  public let token: String?
  /// The previously active release, if it differs.
  public let previous: TreeHash?
}

/// The reason for refusing an event.
@nonexhaustive
public enum SandboxRefusal: Hashable, Sendable {
  /// No release may run.
  case nothingToRun
  /// The release is blocked.
  case blocked(SandboxState.Blocked)
  /// The release is already on trial.
  case alreadyOnTrial
  /// The release is already active and confirmed.
  case alreadyActive
  /// No release is on trial.
  case nothingOnTrial
  /// The token does not belong to the current trial.
  case staleToken
  /// No older release is known to work.
  ///
  /// `withdrawn` is a newer confirmed release that was rolled back, if there is one.
  case noRollbackTarget(withdrawn: TreeHash?)
  /// The sandbox has no embedded release.
  case notEmbedded
  /// The release is neither confirmed nor embedded.
  case notKnownGood(TreeHash)
  /// The release requires a newer app.
  case needsNewerApp(InstalledRelease)
}
