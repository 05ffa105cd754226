package import ErosCore

@nonexhaustive
package enum ChannelError: ErosError, Equatable {
  /// A channel name must have the form `app/channel`.
  case badName(String)
  /// The signed metadata of a channel does not describe valid releases.
  case malformed(channel: String, reason: Message)
  /// The signed metadata of the brake does not describe valid limits.
  case malformedBrake(reason: Message)

  package var problem: Message {
    switch self {
    case .badName(let name): "'\(name.escapedForDisplay)' is not the name of a channel"
    case .malformed(let channel, let reason):
      "the metadata of the channel '\(channel)' is malformed: \(reason)"
    case .malformedBrake(let reason): "the metadata of the brake is malformed: \(reason)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .badName:
      "write APP/CHANNEL, such as 'my-app/production', with letters, digits, '-', '_' and '.'"
    case .malformed: "another program or a later version of eros has signed it; update eros"
    case .malformedBrake:
      "update eros; if its key was stolen, run `eros store rotate brake --store STORE --new-key KEY`"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .badName: .usage
    case .malformed, .malformedBrake: .badData
    }
  }
}
