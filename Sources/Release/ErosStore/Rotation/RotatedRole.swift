package import ErosTrust

/// A role whose keys are replaced, or whose metadata is signed again.
package enum RotatedRole: Sendable, Hashable {
  /// The role that lists the keys of all other roles.
  case root
  /// The role that signs the list of channels.
  case targets
  /// The roles that sign the snapshot and the timestamp.
  case online
  /// The role that signs a channel.
  case channel(ChannelName)
  /// The role that can pause releases and lower their rollouts.
  case brake

  /// The name of the role on the command line.
  package var name: String {
    switch self {
    case .root: "root"
    case .targets: "targets"
    case .online: "online"
    case .brake: Brake.role.text
    case .channel(let channel): "\(channel)"
    }
  }

  /// The top-level roles whose keys are replaced.
  var topLevelRoles: [TopLevelRole] {
    switch self {
    case .root: [.root]
    case .targets: [.targets]
    case .online: [.snapshot, .timestamp]
    case .channel, .brake: []
    }
  }
}
