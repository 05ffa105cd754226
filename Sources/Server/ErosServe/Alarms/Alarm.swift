import ErosCore
import ErosTrust

/// A condition that needs the attention of an operator.
struct Alarm: Sendable, Equatable {
  /// The kind of an alarm, as `events` of a webhook names it.
  enum Kind: String, Sendable, CaseIterable {
    /// The brake limits a release.
    case releaseBraked = "release-braked"
    /// The trials of a release fail, and devices still get it.
    case releaseFailing = "release-failing"
    /// The server cannot use its keys of the brake.
    case brakeFailing = "brake-failing"
    /// The metadata of a role expires soon.
    case metadataExpiring = "metadata-expiring"
    /// The metadata of a role has expired.
    case metadataExpired = "metadata-expired"
    /// The store cannot be read, or has a problem.
    case storeProblem = "store-problem"
  }

  /// The values that distinguish one alarm from others.
  struct Key: Hashable, Sendable {
    let kind: Kind
    var channel: ChannelName?
    /// The number of a release.
    var release: Int64?
    /// The role of expiring metadata.
    var role: String?
  }

  let key: Key
  /// The condition, as a sentence without a full stop.
  let text: String
  /// The action of the operator.
  let hint: Message
}

/// A change of an alarm, to send to webhooks.
struct AlarmEvent: Sendable {
  enum State: String, Sendable {
    case raised, resolved
  }

  let alarm: Alarm
  let state: State
  /// A random value that is the same in all attempts to send the event.
  let id: String
  /// The time of the change, in milliseconds since 1970.
  let time: Int64
}
