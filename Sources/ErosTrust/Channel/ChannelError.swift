package import ErosCore

/// An error in the name or the contents of a channel.
@nonexhaustive
package enum ChannelError: ErosError, Equatable {
  /// The name is not of the form `app/channel`.
  case badName(String)
  /// The signed metadata of a channel does not describe releases.
  case malformed(channel: String, reason: String)

  package var problem: String {
    switch self {
    case .badName(let name): "'\(name.escapedForDisplay)' is not the name of a channel"
    case .malformed(let channel, let reason):
      "the metadata of the channel '\(channel)' is malformed: \(reason)"
    }
  }

  package var remedy: String? {
    switch self {
    case .badName:
      "write APP/CHANNEL, such as 'my-app/production', with letters, digits, '-', '_' and '.'"
    case .malformed: "another program or a later version of eros has signed it; update eros"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .badName: .usage
    case .malformed: .badData
    }
  }
}
