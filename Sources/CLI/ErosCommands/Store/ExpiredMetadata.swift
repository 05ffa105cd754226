import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

/// Expired metadata in reports: devices get no updates until it is signed again.
struct ExpiredMetadata: Encodable, Sendable {
  /// The channel, or the name of any other role.
  let role: String
  let expires: String
  /// The command that signs the metadata again.
  let command: String
  fileprivate let isChannel: Bool

  private enum CodingKeys: String, CodingKey {
    case role, expires, command
  }

  /// Returns the expired metadata of a store that was read.
  static func all(
    in state: StoreState, of store: AdvisedStore, at now: Timestamp
  ) -> [ExpiredMetadata] {
    let channels = Dictionary(
      state.channels.map { ($0.role, $0) }, uniquingKeysWith: { first, _ in first })
    return state.expired(at: now.milliseconds).map { role, expires in
      let channel = channels[role]
      return ExpiredMetadata(
        role: channel?.description ?? role, expires: expires.utc,
        command: store.command(MetadataLifetime.command(signing: role, of: channel)),
        isChannel: channel != nil)
    }
  }
}

extension OutputOptions {
  func warn(of expired: [ExpiredMetadata]) {
    for metadata in expired {
      let (role, expires, command) = (metadata.role, metadata.expires, metadata.command)
      if metadata.isChannel {
        warn(
          "devices get no updates from '\(role)': its metadata expired at \(expires); sign it again with `\(command)`"
        )
      } else {
        warn(
          "devices get no updates: the metadata of the role '\(role)' expired at \(expires); sign it again with `\(command)`"
        )
      }
    }
    explainPlaceholders(in: expired.map(\.command))
  }
}
