public import ErosCore

/// The recorded state of a sandbox.
///
/// Only the calls of ``Device`` change it. Everything else in a sandbox can be rebuilt from this state and
/// the releases.
public struct SandboxState: Hashable, Sendable {
  /// The bundle embedded in the app.
  public struct Embedded: Hashable, Sendable {
    /// The release in the bundle.
    public let release: InstalledRelease
    /// The digest that identifies the bundle's files without unpacking them.
    public let source: SHA256Digest
    /// The app that last supplied this bundle, or `nil` if it did not report its version.
    public let app: NativeApp?
  }

  /// A running release that is not confirmed.
  public struct Trial: Hashable, Sendable {
    /// The release on trial.
    public let release: InstalledRelease
    /// The token that confirms only this trial.
    public let token: String
    /// The number of launches so far; 0 after an application without a launch.
    public internal(set) var attempts: Int
    /// The time of the first launch, or of the application.
    public let startedAt: Timestamp
  }

  /// A confirmed release and the token that confirmed it.
  public struct Confirmed: Hashable, Sendable {
    /// The confirmed release.
    public let release: TreeHash
    /// The token that confirmed it.
    public let token: String
  }

  /// A release that never runs again.
  public struct Blocked: Hashable, Sendable {
    /// The reason for blocking a release.
    public enum Reason: String, Sendable {
      /// The trial used up its launches without a confirmation.
      case unconfirmed
      /// The release was rolled back while it was on trial.
      case rolledBack = "rolled-back"
    }

    /// The blocked release.
    public let release: TreeHash
    /// The reason for blocking it.
    public let reason: Reason
    /// The number of its launches.
    public let count: Int
  }

  /// A release that the publisher asked devices to try again.
  public struct Retried: Hashable, Sendable {
    /// The release.
    public let release: TreeHash
    /// The number of retries that the publisher had asked for when the release was last staged.
    public let count: Int
  }

  /// The release of the last foreground launch, or of a later application or rollback.
  ///
  /// `nil` before the first launch.
  public internal(set) var active: TreeHash?
  /// The release of the last foreground launch.
  ///
  /// It is kept until the next foreground launch because its pages may still be on the screen.
  public internal(set) var running: TreeHash?
  /// The releases that the app has applied since the last foreground launch.
  ///
  /// They are kept for the same reason as ``running``.
  public internal(set) var applied: Set<TreeHash> = []
  /// The confirmed releases.
  ///
  /// The first release runs.
  public internal(set) var confirmed: [InstalledRelease] = []
  /// The release that the next foreground launch tries.
  public internal(set) var pending: InstalledRelease?
  /// The trial in progress, if any.
  public internal(set) var trial: Trial?
  /// The blocked releases, newest first.
  public internal(set) var blocked: [Blocked] = []
  /// The release that was blocked last, until another release is confirmed.
  ///
  /// It is kept as a base of deltas, because the next release is often this release with a correction.
  /// It never runs.
  public internal(set) var failed: TreeHash?
  /// The releases that were staged because the publisher asked for it, newest first.
  ///
  /// A release is tried again only if the publisher's number is higher than ``Retried/count``.
  public internal(set) var retried: [Retried] = []
  /// The embedded bundle, or `nil` until a launch supplies it.
  public internal(set) var embedded: Embedded?
  /// The app of the last launch that reported its version.
  public internal(set) var app: NativeApp?
  /// The confirmed releases that a rollback withdrew.
  ///
  /// A rollback to ``RollbackTarget/previous`` skips these releases.
  public internal(set) var withdrawn: [TreeHash] = []
  /// The last confirmed trial.
  ///
  /// Confirming it again succeeds.
  public internal(set) var lastConfirmed: Confirmed?

  /// Creates the state of an empty sandbox.
  package init() {}

  /// The releases that must be kept.
  package var references: Set<TreeHash> {
    Set(
      [active, running, failed, pending?.tree, trial?.release.tree, embedded?.release.tree]
        .compactMap(\.self)
        + confirmed.map(\.tree)
    ).union(applied)
  }

  /// The releases that no update selects unless they are unblocked or the publisher asks to try them
  /// again: blocked releases, and the releases that a rollback withdrew.
  package var avoided: [TreeHash] { blocked.map(\.release) + Set(withdrawn).sorted() }

  /// Returns the number of retries that were used up when a release was last staged.
  func retries(of tree: TreeHash) -> Int { retried.first { $0.release == tree }?.count ?? 0 }

  /// Returns whether no update selects a release that its publisher asked devices `retries` times
  /// to try again.
  package func avoids(_ tree: TreeHash, retries: Int) -> Bool {
    avoided.contains(tree) && retries <= self.retries(of: tree)
  }

  /// Returns the state with another app.
  func with(_ app: NativeApp) -> SandboxState {
    var state = self
    state.app = app
    return state
  }

  /// The state without the tokens of trials, for documents that leave the device.
  var withoutTokens: SandboxState {
    var state = self
    state.lastConfirmed = nil
    state.trial = trial.map {
      Trial(release: $0.release, token: "", attempts: $0.attempts, startedAt: $0.startedAt)
    }
    return state
  }

  /// Returns the recorded description of a release, or `nil` if the release is not recorded.
  public func release(_ tree: TreeHash) -> InstalledRelease? {
    (confirmed + [pending, trial?.release, embedded?.release].compactMap(\.self))
      .first { $0.tree == tree }
  }

  /// Returns whether a release is in the sandbox as a base of deltas.
  func isBase(_ tree: TreeHash) -> Bool { failed == tree || release(tree) != nil }

  /// Returns whether a release may run without a trial.
  public func isKnownGood(_ tree: TreeHash) -> Bool {
    embedded?.release.tree == tree || confirmed.contains { $0.tree == tree }
  }

  /// The app version that the pending release requires, if the app is known to be older.
  public var pendingWaitsFor: NativeVersion? {
    guard let pending, let app, !pending.runs(on: app) else { return nil }
    return pending.requirement(of: app)
  }
}
