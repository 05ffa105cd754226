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
    case .timestamp, .snapshot:
      "eros store refresh --store STORE" + (hasNewerSnapshots ? " --repair" : "")
    case .root, .targets: "eros store rotate \(role) --store STORE"
    case nil where role == Brake.role.text: "eros store rotate brake --store STORE"
    case nil: "eros store rotate \(channel?.description ?? "APP/CHANNEL") --store STORE"
    }
  }
}
