package import ErosCore

/// The lifetimes of signed metadata, in milliseconds.
package enum MetadataLifetime {
  private static let day: Int64 = 86_400_000

  /// For root and targets, whose keys are offline, and for the brake, which seldom changes.
  package static let offline = 365 * day
  /// For channels, which each publication signs again.
  package static let channel = 90 * day
  /// For timestamp and snapshot, which `eros store refresh` signs again.
  package static let online = 7 * day

  /// Returns how long before expiry commands, the console and alarms start to warn.
  ///
  /// Online metadata lasts 7 days, so a warning there means that a refresh was missed. Renewing
  /// root and targets takes longest: several people must sign, with offline keys.
  package static func warning(of role: String) -> Int64 {
    switch TopLevelRole(rawValue: role) {
    case .timestamp, .snapshot: 2 * day
    case .root, .targets: 60 * day
    case nil: 30 * day
    }
  }

  /// A server with the key of the brake signs it again when this much time is left, before any
  /// warning.
  package static let brakeRenewal = 45 * day

  /// Adds `lifetime` to `now`, in whole seconds.
  package static func expiry(_ lifetime: Int64, from now: Int64) -> Timestamp {
    Timestamp(milliseconds: (now + lifetime) / 1000 * 1000)
  }
}

extension MetadataLifetime {
  /// Returns the role to sign next.
  ///
  /// Usually this is the role that expires first. But if root or targets have expired, they come
  /// first, because nothing else can be signed under them.
  ///
  /// - Parameters:
  ///   - expiries: All roles, soonest expiry first.
  ///   - now: Milliseconds since 1970.
  /// - Returns: `nil` if there are no roles.
  package static func first(
    of expiries: [(role: String, expires: Timestamp)], now: Int64
  ) -> (role: String, expires: Timestamp)? {
    let expired = expiries.filter { $0.expires.milliseconds <= now }
    let urgent = [TopLevelRole.root, .targets].compactMap { role in
      expired.first { $0.role == role.rawValue }
    }
    return urgent.first ?? expiries.first
  }
}
