public import ErosCore

/// A device's recorded state.
///
/// ```swift
/// let state = try device.status().state
/// if state?.trial != nil { log("a release is on trial") }
/// ```
///
/// Only calls of ``Device`` change it. Everything else in the folder can be rebuilt from this state
/// and the releases.
public struct SandboxState: Hashable, Sendable {
  /// The bundle in the app.
  public struct Embedded: Hashable, Sendable {
    /// The release in the bundle.
    public let release: InstalledRelease
    /// Identifies the bundle's files before they are unpacked.
    public let source: SHA256Digest
    /// The app that last supplied this bundle, or `nil` if it did not report its version.
    public let app: NativeApp?
  }

  /// A running release that is not confirmed yet.
  public struct Trial: Hashable, Sendable {
    /// The release on trial.
    public let release: InstalledRelease
    /// Confirms only this trial.
    public let token: String
    /// The number of launches so far.
    ///
    /// 0 if the running app has applied the release.
    public internal(set) var attempts: Int
    /// The first launch, or the time when the running app applied the release.
    public let startedAt: Timestamp
  }

  /// A confirmed release and the token that confirmed it.
  public struct Confirmed: Hashable, Sendable {
    /// The confirmed release.
    public let release: TreeHash
    /// Identifies the trial that was confirmed.
    public let token: String
  }

  /// A release that never runs again, unless it is unblocked or retried.
  public struct Blocked: Hashable, Sendable {
    /// The reason for blocking a release.
    public enum Reason: String, Sendable {
      /// Its trial used up all launches and was never confirmed.
      case unconfirmed
      /// It was rolled back while it was on trial.
      case rolledBack = "rolled-back"
    }

    /// The blocked release.
    public let release: TreeHash
    /// The reason for blocking it.
    public let reason: Reason
    /// The number of launches it had.
    public let count: Int
  }

  /// A release that the publisher asked devices to try again.
  public struct Retried: Hashable, Sendable {
    /// The release to try again.
    public let release: TreeHash
    /// The number of retries that the publisher had asked for when the release was last staged.
    public let count: Int
  }

  /// The release that runs: from the last foreground launch, or applied or rolled back to since.
  ///
  /// `nil` before the first launch.
  public internal(set) var active: TreeHash?
  /// The release of the last foreground launch.
  ///
  /// It stays until the next foreground launch, because its pages may still be on the screen.
  public internal(set) var running: TreeHash?
  /// Releases that the app has applied since the last foreground launch.
  ///
  /// They stay on disk like ``running``.
  public internal(set) var applied: Set<TreeHash> = []
  /// Confirmed releases.
  ///
  /// The first one runs.
  public internal(set) var confirmed: [InstalledRelease] = []
  /// The release that the next foreground launch tries.
  public internal(set) var pending: InstalledRelease?
  /// The trial in progress, if any.
  public internal(set) var trial: Trial?
  /// Blocked releases, newest first.
  public internal(set) var blocked: [Blocked] = []
  /// The release that was blocked last, until another release is confirmed.
  ///
  /// It never runs. It is kept as a base for deltas, because the next release is often a corrected
  /// version of it.
  public internal(set) var failed: TreeHash?
  /// Releases that were staged because the publisher asked for another try, newest first.
  ///
  /// A release is tried again only if the publisher's number is higher than ``Retried/count``.
  public internal(set) var retried: [Retried] = []
  /// The bundle in the app, or `nil` until a launch supplies it.
  public internal(set) var embedded: Embedded?
  /// The app at the last launch that reported its version.
  public internal(set) var app: NativeApp?
  /// Confirmed releases that a rollback withdrew.
  ///
  /// A rollback to ``RollbackTarget/previous`` skips them.
  public internal(set) var withdrawn: [TreeHash] = []
  /// The last confirmed trial.
  ///
  /// Confirming it again succeeds.
  public internal(set) var lastConfirmed: Confirmed?

  package init() {}

  /// Releases that must be kept.
  package var references: Set<TreeHash> {
    Set(
      [active, running, failed, pending?.tree, trial?.release.tree, embedded?.release.tree]
        .compactMap(\.self)
        + confirmed.map(\.tree)
    ).union(applied)
  }

  /// Blocked releases and those that a rollback withdrew.
  ///
  /// No update selects them, unless they are unblocked or the publisher asks for another try.
  package var avoided: [TreeHash] { blocked.map(\.release) + Set(withdrawn).sorted() }

  /// Returns how many retries were used up when a release was last staged.
  func retries(of tree: TreeHash) -> Int { retried.first { $0.release == tree }?.count ?? 0 }

  /// Returns `true` if no update selects a release.
  ///
  /// `retries` counts how often its publisher asked devices to try it again.
  package func avoids(_ tree: TreeHash, retries: Int) -> Bool {
    avoided.contains(tree) && retries <= self.retries(of: tree)
  }

  func with(_ app: NativeApp) -> SandboxState {
    var state = self
    state.app = app
    return state
  }

  /// A copy for documents that leave the device, with empty trial tokens.
  var withoutTokens: SandboxState {
    var state = self
    state.lastConfirmed = nil
    state.trial = trial.map {
      Trial(release: $0.release, token: "", attempts: $0.attempts, startedAt: $0.startedAt)
    }
    return state
  }

  /// Returns what is recorded about a release, or `nil` if it is not recorded.
  public func release(_ tree: TreeHash) -> InstalledRelease? {
    (confirmed + [pending, trial?.release, embedded?.release].compactMap(\.self))
      .first { $0.tree == tree }
  }

  /// Returns `true` if deltas can be applied to the release.
  func isBase(_ tree: TreeHash) -> Bool { failed == tree || release(tree) != nil }

  /// Returns `true` if a release may run with no trial.
  public func isKnownGood(_ tree: TreeHash) -> Bool {
    embedded?.release.tree == tree || confirmed.contains { $0.tree == tree }
  }

  /// The app version that the pending release requires, if your app is known to be older.
  public var pendingWaitsFor: NativeVersion? {
    guard let pending, let app, !pending.runs(on: app) else { return nil }
    return pending.requirement(of: app)
  }
}
