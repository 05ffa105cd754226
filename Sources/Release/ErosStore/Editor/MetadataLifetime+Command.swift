package import ErosTrust

extension MetadataLifetime {
  /// Returns the command that signs a role again.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - channel: The channel of the role, if it has one.
  ///   - hasNewerSnapshots: `true` if the store has newer snapshots than its timestamp lists. Only
  ///     a repair signs those again.
  /// - Returns: A command with the placeholder `STORE` and no backticks.
  package static func command(
    signing role: String, of channel: ChannelName?, hasNewerSnapshots: Bool = false
  ) -> String {
    switch TopLevelRole(rawValue: role) {
    case .timestamp, .snapshot: "eros store refresh STORE" + (hasNewerSnapshots ? " --repair" : "")
    case .root, .targets: "eros store rotate STORE \(role)"
    case nil where role == Brake.role.text: "eros store rotate STORE brake"
    case nil: "eros store rotate STORE \(channel?.description ?? "APP/CHANNEL")"
    }
  }
}
