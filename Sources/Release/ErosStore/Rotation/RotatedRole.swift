package import ErosTrust

/// A role to replace keys for, or to sign again.
package enum RotatedRole: Sendable, Hashable {
  /// Lists the keys of all top-level roles.
  case root
  /// Signs the list of channels.
  case targets
  /// Signs snapshot and timestamp.
  case online
  /// Signs one channel.
  case channel(ChannelName)
  /// Can pause releases and lower their rollouts.
  case brake

  /// As on the command line.
  package var name: String {
    switch self {
    case .root: "root"
    case .targets: "targets"
    case .online: "online"
    case .brake: Brake.role.text
    case .channel(let channel): "\(channel)"
    }
  }

  var topLevelRoles: [TopLevelRole] {
    switch self {
    case .root: [.root]
    case .targets: [.targets]
    case .online: [.snapshot, .timestamp]
    case .channel, .brake: []
    }
  }
}
