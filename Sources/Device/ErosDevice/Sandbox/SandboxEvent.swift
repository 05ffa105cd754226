import ErosBundle
public import ErosCore

/// Something that happens to a sandbox, for ``SandboxState/step(_:)``.
package enum SandboxEvent: Sendable {
  /// The app is launched.
  case launch(Start)
  /// The running app opens further pages in the pending release.
  ///
  /// This is not a launch. Only the start's app, token and time count.
  case apply(Start)
  /// A downloaded release was verified and moved to `releases/`.
  ///
  /// `retries` counts how often the publisher asked devices to try it again.
  case stage(InstalledRelease, retries: Int = 0)
  /// The device has left a staged release's channel or store.
  case unstage(TreeHash)
  /// The app confirms the release on trial.
  ///
  /// `nil` confirms any trial.
  case confirm(token: String?)
  /// The caller requests a rollback.
  case rollback(to: RollbackTarget)
  /// The caller forgets why a release is avoided.
  ///
  /// `nil` stands for all releases.
  case unblock(TreeHash?)
  /// The caller needs the space of the last failed release.
  case discardFailed
  /// A release is damaged and cannot be repaired.
  case lost(TreeHash)
  /// A release was unpacked again.
  ///
  /// Files other than pages may differ from the old files.
  case repaired(InstalledRelease)
  /// The caller asks to delete unreferenced releases.
  case collect

  /// A launch of the app.
  package struct Start: Sendable {
    /// The default number of launches in a trial.
    package static let defaultAttempts = 2

    let kind: LaunchKind
    /// `nil` if the app did not supply its bundle.
    var embedded: InstalledRelease?
    /// Identifies the embedded bundle before it is unpacked.
    let source: SHA256Digest?
    /// If `nil`, the app at the last launch applies.
    var app: NativeApp?
    /// Identifies a trial that begins with this launch.
    ///
    /// Must be unpredictable.
    let token: String
    let now: Timestamp
    /// The number of launches in a trial.
    let attempts: Int

    /// Clamps `now` to the range that manifests allow.
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
      // A device's clock may be wrong by decades.
      let range = BundleManifest.timestamps
      self.now = Timestamp(
        milliseconds: min(max(now.milliseconds, range.lowerBound), range.upperBound))
      self.attempts = attempts
    }
  }
}

/// The kind of a launch: with or without a user who sees it.
///
/// ```swift
/// let launch = try device.launch(embedded: bundle, kind: .background)
/// ```
public enum LaunchKind: Sendable {
  /// A user sees the launch.
  case foreground
  /// The system launches the app, for example for a notification.
  ///
  /// A staged release is not tried.
  case background
}

/// A release to roll back to.
///
/// ```swift
/// try device.rollBack(to: .embedded)
/// ```
public enum RollbackTarget: Hashable, Sendable {
  /// The confirmed release before the active one.
  case previous
  /// The release in your app.
  case embedded
  /// A confirmed or embedded release.
  case release(TreeHash)
}

/// A required action after an event, from ``SandboxState/step(_:)``.
enum SandboxAction: Hashable, Sendable {
  /// Make the new state durable.
  case record
  /// Point the links to a release.
  case link(TreeHash)
  /// Delete all releases except these.
  case collect(keeping: Set<TreeHash>)
  /// Return a release to the app.
  case run(SandboxRun)
  /// Report why the event is refused.
  case refuse(SandboxRefusal)
}

/// A release to run, and why.
public struct SandboxRun: Hashable, Sendable {
  /// The reason for running a release.
  public enum Reason: String, Sendable {
    /// The device had no release yet, or only a staged one.
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
  /// Confirms the trial.
  ///
  /// `nil` if the release is not on trial.
  public let token: String?
  /// The release that was active before, if it is a different one.
  public let previous: TreeHash?
}

/// A reason to refuse a request.
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
  /// The token belongs to another trial.
  case staleToken
  /// No older release is known to work.
  ///
  /// `withdrawn` is a newer confirmed release that was rolled back, if there is one.
  case noRollbackTarget(withdrawn: TreeHash?)
  /// The device has no embedded release.
  case notEmbedded
  /// The release is neither confirmed nor embedded.
  case notKnownGood(TreeHash)
  /// The release requires a newer app.
  case needsNewerApp(InstalledRelease)
}
