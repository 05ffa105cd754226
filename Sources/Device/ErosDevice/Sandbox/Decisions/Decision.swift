public import ErosCore

/// A decision of a device about its releases, without an ID, an address, a path or a token.
///
/// The last decisions tell why a device did not take a release. `docs/explain.md`
/// describes the JSON form.
public struct Decision: Hashable, Sendable {
  /// The call that led to a decision.
  public enum Event: String, Sendable, CaseIterable {
    /// A check of a channel without a download.
    case check
    /// A check of a channel, and the download and staging of an update.
    case fetch
    /// A launch of the app.
    case launch
    /// A confirmation of the release on trial.
    case confirm
    /// The staging of a file that the host downloaded.
    case stage
    /// A rollback by the host.
    case rollback
    /// A failure of the release on trial that the host reported.
    case failure
    /// A request of the host to forget the failures and rollbacks of releases.
    case unblock
  }

  /// The result of a decision.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The call failed; ``Decision/reason`` is the cause.
    case failed
    /// The release waits for the next foreground launch.
    case staged
    /// The device has the newest release available to it.
    case upToDate = "up-to-date"
    /// The check found a release that a fetch would install.
    case available
    /// The release requires a newer app.
    case waitsForApp = "waits-for-app"
    /// The device is not in the rollout of the release.
    case notIncluded = "not-included"
    /// The publisher or the brake has paused the release.
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
    /// The token of a confirmation did not belong to the trial.
    case staleToken = "stale-token"
    /// The host unblocked the release, or all releases.
    case unblocked
    /// Nothing changed: the failed release was not on trial, or no release was blocked.
    case noted
  }

  /// A newer release that an update passed over.
  public struct Skipped: Hashable, Sendable {
    /// The number in the channel.
    public let number: Int64
    /// The reason: ``Outcome/waitsForApp``, ``Outcome/notIncluded``, ``Outcome/paused`` or
    /// ``Outcome/blocked``.
    public let reason: Outcome
  }

  /// Whether the user is a tester, or why an update cannot tell.
  public enum Tester: String, Sendable, CaseIterable {
    /// The host passed no identifier.
    case notPassed = "not-passed"
    /// The identifier that the host passed is empty, too long or has control characters.
    case invalid
    /// The identifier is not in the list.
    case notListed = "not-listed"
    /// The identifier is in the list.
    case listed
  }

  /// The maximum length of ``detail``, in bytes.
  static let maximumDetailLength = 200
  /// The maximum number of passed over releases.
  static let maximumSkippedCount = 4

  /// The time on the clock of the device.
  public let time: Timestamp
  /// The call.
  public let event: Event
  /// The result.
  public let outcome: Outcome
  /// The cause, if the result has one.
  public package(set) var reason: DecisionReason?
  /// The channel of an update.
  public package(set) var channel: String?
  /// The number of the release in the channel.
  public package(set) var number: Int64?
  /// The release.
  public package(set) var release: TreeHash?
  /// The newer releases that an update passed over, newest first.
  public package(set) var skipped: [Skipped] = []
  /// The tester who uses the device, if a release of the channel needs the list.
  public package(set) var tester: Tester?
  /// Whether the update had verified metadata of the store before it failed, so no network with a login
  /// replaced the responses.
  public package(set) var isVerified = false
  /// The version of the app that the release requires, if the app is older.
  public package(set) var requires: NativeVersion?
  /// The version of the app.
  public package(set) var app: NativeVersion?
  /// The version of the trusted timestamp metadata.
  public package(set) var metadataVersion: Int64?
  /// The metadata file that an error is about.
  public package(set) var file: String?
  /// The time when that file expired.
  public package(set) var expired: Timestamp?
  /// The HTTP status of an error.
  public package(set) var status: Int?
  /// The text of the host for a failure, at most 200 bytes.
  public package(set) var detail: String?
  /// The error of a failure that the host reported.
  var error: ErrorFingerprint?
  /// The time of the last equal decision in a row, or ``time`` if there is none.
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

  /// The last second of the year 9999, in milliseconds since 1970.
  static let maximumTime: Int64 = 253_402_300_799_000

  /// Returns this decision with an equal later decision added, or `nil` if they differ.
  ///
  /// The version of the metadata may differ; the later one is kept.
  func merged(with later: Decision) -> Decision? {
    guard withoutTimes == later.withoutTimes else { return nil }
    var merged = self
    merged.lastTime = later.lastTime
    merged.count = min(count + later.count, Self.maximumCount)
    merged.metadataVersion = later.metadataVersion
    return merged
  }

  /// The highest recorded number of equal decisions.
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
