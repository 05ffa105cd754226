public import ErosCore

/// A device's decision about its releases, and its reasons.
///
/// Contains no ID, no address, no path and no token. `docs/device-format.md` describes the JSON
/// form.
///
/// ```swift
/// for decision in device.decisions().decisions {
///   log("\(decision.time) \(decision.event): \(decision.outcome)")
/// }
/// ```
public struct Decision: Hashable, Sendable {
  /// The call that led to a decision.
  public enum Event: String, Sendable, CaseIterable {
    /// A check without a download.
    case check
    /// A check, followed by the download and staging of an update.
    case fetch
    /// A launch of the app.
    case launch
    /// A confirmation of the release on trial.
    case confirm
    /// Staging a file that the host downloaded.
    case stage
    /// A rollback by the host.
    case rollback
    /// The host reported that the release on trial failed.
    case failure
    /// The host asked to forget failures and rollbacks.
    case unblock
  }

  /// The outcome of a decision.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The call failed for the cause in ``Decision/reason``.
    case failed
    /// The release waits for the next foreground launch.
    case staged
    /// No newer release is available to the device.
    case upToDate = "up-to-date"
    /// The check found a release that a fetch would install.
    case available
    /// The release requires a newer app.
    case waitsForApp = "waits-for-app"
    /// The device is not in the release's rollout.
    case notIncluded = "not-included"
    /// The release is paused, by the publisher or by the brake.
    case paused
    /// The release is blocked on the device.
    case blocked
    /// The first launch ran the release.
    case firstRun = "first-run"
    /// The embedded bundle is newer and replaced another release.
    case embeddedNewer = "embedded-newer"
    /// The release runs on trial.
    case trial
    /// The release is confirmed.
    case confirmed
    /// Another release was damaged or failed its trial, or the state was lost.
    case recovered
    /// The host left the release.
    case rolledBack = "rolled-back"
    /// The confirmation's token did not belong to the trial.
    case staleToken = "stale-token"
    /// The host unblocked this release, or all releases.
    case unblocked
    /// Nothing changed: the failed release was not on trial, or no release was blocked.
    case noted
  }

  /// A newer release that an update passed over.
  public struct Skipped: Hashable, Sendable {
    /// The release's number in the channel.
    public let number: Int64
    /// ``Outcome/waitsForApp``, ``Outcome/notIncluded``, ``Outcome/paused`` or ``Outcome/blocked``.
    public let reason: Outcome
  }

  /// The user's status as a tester, or the reason why an update cannot know it.
  public enum Tester: String, Sendable, CaseIterable {
    /// The host passed no identifier.
    case notPassed = "not-passed"
    /// The host passed an identifier that is empty, too long, or has control characters.
    case invalid
    /// The list does not contain the identifier.
    case notListed = "not-listed"
    /// The list contains the identifier.
    case listed
  }

  /// In bytes.
  static let maximumDetailLength = 200
  static let maximumSkippedCount = 4

  /// The device's time when it decided.
  public let time: Timestamp
  /// The call that led to the decision.
  public let event: Event
  /// The outcome of the call.
  public let outcome: Outcome
  /// The cause, if the outcome needs one.
  public package(set) var reason: DecisionReason?
  /// The update's channel.
  public package(set) var channel: String?
  /// The release's number in the channel.
  public package(set) var number: Int64?
  /// The release that the decision is about.
  public package(set) var release: TreeHash?
  /// Newer releases that an update passed over, newest first.
  public package(set) var skipped: [Skipped] = []
  /// The user's status as a tester.
  ///
  /// `nil` if no release in the channel asks for testers.
  public package(set) var tester: Tester?
  /// `true` if the update had verified metadata from the store before it failed.
  ///
  /// So it was not a network with a login that replaced the responses.
  public package(set) var isVerified = false
  /// The app version that the release requires, if the app is older.
  public package(set) var requires: NativeVersion?
  /// The app's version.
  public package(set) var app: NativeVersion?
  /// The version of the trusted timestamp metadata.
  public package(set) var metadataVersion: Int64?
  /// The metadata file that an error is about.
  public package(set) var file: String?
  /// The expiry of ``file``.
  public package(set) var expired: Timestamp?
  /// An error's HTTP status.
  public package(set) var status: Int?
  /// The host's text about a failure, at most 200 bytes.
  public package(set) var detail: String?
  /// The error that the host reported.
  var error: ErrorFingerprint?
  /// The time of the last equal decision in a row.
  ///
  /// Equals ``time`` if there was only one.
  public package(set) var lastTime: Timestamp
  /// The number of equal decisions in a row.
  public package(set) var count: Int64 = 1

  init(_ event: Event, _ outcome: Outcome, at time: Timestamp, reason: DecisionReason? = nil) {
    let time = Timestamp(milliseconds: min(max(time.milliseconds, 0), Self.maximumTime))
    self.time = time
    self.event = event
    self.outcome = outcome
    self.reason = reason
    lastTime = time
  }

  /// The last second in the year 9999, in milliseconds since 1970.
  static let maximumTime: Int64 = 253_402_300_799_000

  /// Adds an equal later decision, or returns `nil` if the two differ.
  ///
  /// The metadata versions may differ. The result has the later one.
  func merged(with later: Decision) -> Decision? {
    guard withoutTimes == later.withoutTimes else { return nil }
    var merged = self
    merged.lastTime = later.lastTime
    merged.count = min(count + later.count, Self.maximumCount)
    merged.metadataVersion = later.metadataVersion
    return merged
  }

  /// Counting stops here.
  static let maximumCount: Int64 = 1_000_000

  private var withoutTimes: Decision {
    var decision = Decision(event, outcome, at: Timestamp(milliseconds: 0), reason: reason)
    decision.channel = channel
    decision.number = number
    decision.release = release
    decision.skipped = skipped
    decision.tester = tester
    decision.isVerified = isVerified
    decision.requires = requires
    decision.app = app
    decision.file = file
    decision.expired = expired
    decision.status = status
    decision.detail = detail
    decision.error = error
    return decision
  }
}
