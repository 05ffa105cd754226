package import ErosCore
package import ErosTrust

/// The time for which signed metadata is valid.
package enum MetadataLifetime {
  private static let day: Int64 = 86_400_000

  /// Root and targets metadata, whose keys are offline, and the brake, which seldom changes.
  package static let offline = 365 * day
  /// The metadata of a channel, which each publication signs again.
  package static let channel = 90 * day
  /// Timestamp and snapshot metadata, which `eros store refresh` signs again.
  package static let online = 7 * day

  /// Returns the time before the expiry of a role's metadata at which the commands warn.
  ///
  /// Online metadata is valid for 7 days in total, so the warning comes when a refresh was missed.
  package static func warning(of role: String) -> Int64 {
    role == "timestamp" || role == "snapshot" ? 2 * day : 7 * day
  }

  /// Returns the time `lifetime` after `now`, in whole seconds.
  package static func expiry(_ lifetime: Int64, from now: Int64) -> Timestamp {
    Timestamp(milliseconds: (now + lifetime) / 1000 * 1000)
  }
}

extension MetadataLifetime {
  /// Returns the command that signs the metadata of a role again, for a message.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - channel: The channel of the role; `nil` for another role.
  /// - Returns: The command in backticks.
  package static func command(signing role: String, of channel: ChannelName?) -> String {
    switch TopLevelRole(rawValue: role) {
    case .timestamp, .snapshot: "`eros store refresh STORE`"
    case .root, .targets: "`eros store rotate STORE \(role)`"
    case nil where role == Brake.role.text: "`eros store rotate STORE brake`"
    case nil: "`eros store rotate STORE \(channel?.description ?? "APP/CHANNEL")`"
    }
  }
}
