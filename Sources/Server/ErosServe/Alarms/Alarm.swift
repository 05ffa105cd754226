import ErosCore
import ErosTrust

/// Something that an operator must look at.
struct Alarm: Sendable, Equatable {
  /// As `events` of a webhook names it.
  enum Kind: String, Sendable, CaseIterable {
    case releaseBraked = "release-braked"
    /// Many trials fail, and devices still get the release.
    case releaseFailing = "release-failing"
    /// The server cannot use its keys for the brake.
    case brakeFailing = "brake-failing"
    case metadataExpiring = "metadata-expiring"
    case metadataExpired = "metadata-expired"
    case storeProblem = "store-problem"
  }

  /// Tells alarms apart.
  struct Key: Hashable, Sendable {
    let kind: Kind
    var channel: ChannelName?
    var release: Int64?
    /// The role whose metadata expires.
    var role: String?
  }

  let key: Key
  /// A sentence with no full stop.
  let text: String
  /// The suggested action.
  let hint: Message
}

/// The start or the end of an alarm, to send to webhooks.
struct AlarmEvent: Sendable {
  enum State: String, Sendable {
    case raised, resolved
  }

  let alarm: Alarm
  let state: State
  /// Random, and the same in every attempt to send the event.
  let id: String
  /// When the alarm started or ended, in milliseconds since 1970.
  let time: Int64
}
