public import ErosCore

/// All that a sandbox remembers; everything else in it can be made again from this and the releases.
///
/// It changes only by ``step(_:)``.
public struct SandboxState: Hashable, Sendable {
  /// The bundle that the app itself carries.
  public struct Embedded: Hashable, Sendable {
    /// The release that the bundle holds.
    public let release: InstalledRelease
    /// What tells at a glance whether the app still carries the same files.
    public let source: SHA256Digest
    /// The app as it was when it last showed this bundle; `nil` when it did not say.
    public let app: NativeApp?

    /// Describes the app's own bundle, as the app has just shown it.
    public init(release: InstalledRelease, source: SHA256Digest, app: NativeApp?) {
      self.release = release
      self.source = source
      self.app = app
    }
  }

  /// A release that runs, but has not shown yet that it works.
  public struct Trial: Hashable, Sendable {
    /// The release on trial.
    public let release: InstalledRelease
    /// What the app must give back to confirm this trial and no other.
    public let token: String
    /// How often it was started.
    public internal(set) var attempts: Int
    /// When it was started first, in milliseconds since 1970.
    public let startedAt: Int64
  }

  /// A release that was confirmed, and the token that did it.
  public struct Confirmed: Hashable, Sendable {
    /// The release that was confirmed.
    public let release: TreeHash
    /// The token that confirmed it.
    public let token: String
  }

  /// A release that never runs again.
  public struct Blocked: Hashable, Sendable {
    /// Why it never runs again.
    public enum Reason: String, Sendable {
      /// It was started as often as a trial may be, and was never confirmed.
      case unconfirmed
      /// It was on trial when somebody rolled back.
      case rolledBack = "rolled-back"
    }

    /// The release that is blocked.
    public let release: TreeHash
    /// Why it is blocked.
    public let reason: Reason
    /// How often it was started.
    public let count: Int
  }

  /// The release that counts: what the last start in the foreground ran, or what was gone back to since;
  /// `nil` before the first start.
  public internal(set) var active: TreeHash?
  /// What the last start in the foreground handed out.
  ///
  /// It may still be on the screen, so it is kept, whatever was decided since.
  public internal(set) var running: TreeHash?
  /// The releases that are known to work, the one to run first.
  public internal(set) var confirmed: [InstalledRelease] = []
  /// What the next start in the foreground tries.
  public internal(set) var pending: InstalledRelease?
  /// The trial that is under way, if one is.
  public internal(set) var trial: Trial?
  /// The newest first.
  public internal(set) var blocked: [Blocked] = []
  /// The app's own bundle, once a start has shown it.
  public internal(set) var embedded: Embedded?
  /// The app as it was at the last start that said so.
  public internal(set) var app: NativeApp?
  /// The releases that somebody went back from although they were known to work.
  public internal(set) var withdrawn: [TreeHash] = []
  /// The trial that was confirmed last, so that saying it twice does no harm.
  public internal(set) var lastConfirmed: Confirmed?

  /// The state of a sandbox that holds nothing.
  public init() {}

  /// The releases that must be kept.
  public var references: Set<TreeHash> {
    Set(
      [active, running, pending?.tree, trial?.release.tree, embedded?.release.tree]
        .compactMap(\.self)
        + confirmed.map(\.tree))
  }

  /// What is known of a release that is kept.
  public func release(_ tree: TreeHash) -> InstalledRelease? {
    (confirmed + [pending, trial?.release, embedded?.release].compactMap(\.self))
      .first { $0.tree == tree }
  }

  /// Whether a release may run without a trial.
  public func isKnownGood(_ tree: TreeHash) -> Bool {
    embedded?.release.tree == tree || confirmed.contains { $0.tree == tree }
  }

  /// The version of the app that the pending release waits for, as far as the app is known.
  public var pendingWaitsFor: NativeVersion? {
    guard let pending, let app, !pending.runs(on: app) else { return nil }
    return pending.requirement(of: app)
  }
}
