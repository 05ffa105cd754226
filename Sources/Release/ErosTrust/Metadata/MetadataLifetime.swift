package import ErosCore

/// The lifetimes of signed metadata.
package enum MetadataLifetime {
  private static let day: Int64 = 86_400_000

  /// The lifetime of root and targets metadata, because their keys are offline, and of the brake,
  /// because it seldom changes.
  package static let offline = 365 * day
  /// The lifetime of a channel's metadata; each publication signs it again.
  package static let channel = 90 * day
  /// The lifetime of timestamp and snapshot metadata; `eros store refresh` signs them again.
  package static let online = 7 * day

  /// Returns how long before the expiry of a role's metadata commands, the console and alarms start to warn.
  ///
  /// Online metadata is valid for 7 days in total, so a warning shows that a refresh was missed. Root and
  /// targets need several people, whose keys are offline.
  package static func warning(of role: String) -> Int64 {
    switch TopLevelRole(rawValue: role) {
    case .timestamp, .snapshot: 2 * day
    case .root, .targets: 60 * day
    case nil: 30 * day
    }
  }

  /// The remaining lifetime at which a server with its key signs the brake again, before anything warns.
  package static let brakeRenewal = 45 * day

  /// Returns the time `lifetime` after `now`, in whole seconds.
  package static func expiry(_ lifetime: Int64, from now: Int64) -> Timestamp {
    Timestamp(milliseconds: (now + lifetime) / 1000 * 1000)
  }
}

extension MetadataLifetime {
  /// Returns the metadata to sign first.
  ///
  /// That is an expired root or list of channels, because nothing else is signed under them; otherwise what
  /// expires next.
  ///
  /// - Parameters:
  ///   - expiries: The roles, in the order in which they expire.
  ///   - now: The current time, in milliseconds since 1970.
  /// - Returns: `nil` without roles.
  package static func first(
    of expiries: [(role: String, expires: Timestamp)], now: Int64
  ) -> (role: String, expires: Timestamp)? {
    let expired = expiries.filter { $0.expires.milliseconds <= now }
    let urgent = [TopLevelRole.root, .targets].compactMap { role in
      expired.first { $0.role == role.rawValue }
    }
    return urgent.first ?? expiries.first
  }

  /// Returns the command that signs a role's metadata again.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - channel: The channel of the role, or `nil` for other roles.
  ///   - hasNewerSnapshots: Whether the store has newer snapshots than its timestamp lists. Only a repair
  ///     signs their contents.
  /// - Returns: The command without backticks, with `STORE` for the location.
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
