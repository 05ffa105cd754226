package import ErosCore

/// The verified metadata of a release store.
package struct StoreState: Sendable {
  /// The newest root metadata.
  package let root: RootMetadata
  package let timestamp: TimestampMetadata
  /// The version of the timestamp object, for a conditional write.
  package let timestampVersion: ObjectVersion
  package let snapshot: SnapshotMetadata
  /// The metadata of the targets role, the brake and the channels that were read, by role.
  package let roles: [String: TargetsMetadata]
  /// The brake if it was read.
  package let brake: Brake

  /// The metadata of the targets role.
  package var targets: TargetsMetadata {
    roles[TopLevelRole.targets.rawValue]
      ?? TargetsMetadata(version: 1, expires: timestamp.header.expires)
  }

  /// The names of all channels, in delegation order.
  package var channels: [ChannelName] {
    (targets.delegations?.roles ?? []).compactMap { ChannelName(delegating: $0) }
  }

  /// Returns the delegation of a channel, or `nil` if the store has no such channel.
  package func channelDelegation(_ channel: ChannelName) -> DelegatedRole? {
    targets.delegations?.roles.first { ChannelName(delegating: $0) == channel }
  }

  /// The delegation of the brake, or `nil` if the store has no brake.
  package var brakeDelegation: DelegatedRole? {
    targets.delegations?.roles.first { $0.name == Brake.role }
  }

  /// Returns the contents of a channel that was read, with the brake's limits applied.
  ///
  /// - Returns: The contents, or `nil` if the channel was never signed.
  /// - Throws: `ChannelError`.
  package func signedContents(of channel: ChannelName) throws(ChannelError) -> ChannelContents? {
    guard let metadata = roles[channel.role] else { return nil }
    var contents = try ChannelContents(channel, metadata)
    contents.apply(brake)
    return contents
  }

  /// The expiry time of each metadata file that was read, in the order in which expired metadata can be
  /// signed again.
  package var expiries: [(role: String, expires: Timestamp)] {
    Self.expiries(root: root, timestamp: timestamp, snapshot: snapshot, roles: roles)
  }

  static func expiries(
    root: RootMetadata, timestamp: TimestampMetadata?, snapshot: SnapshotMetadata?,
    roles: [String: TargetsMetadata]
  ) -> [(role: String, expires: Timestamp)] {
    let targets = TopLevelRole.targets.rawValue
    let others = roles.filter { $0.key != targets }.sorted { inByteOrder($0.key, $1.key) }
    let headers =
      [("root", root.header), (targets, roles[targets]?.header)]
      + others.map { ($0.key, $0.value.header) }
      + [("snapshot", snapshot?.header), ("timestamp", timestamp?.header)]
    return headers.compactMap { role, header in header.map { (role, $0.expires) } }
  }

  /// Returns the metadata that is expired at `now`, in milliseconds since 1970, with its expiry
  /// time.
  package func expired(at now: Int64) -> [(role: String, since: Timestamp)] {
    expiries.filter { $0.expires.milliseconds <= now }.map { ($0.role, $0.expires) }
  }
}

extension ChannelName {
  /// Returns the channel of a delegation, or `nil` if the role does not belong to a channel.
  ///
  /// A channel's role is terminating, is named after the channel, and signs only paths of the
  /// channel's releases.
  package init?(delegating role: DelegatedRole) {
    let suffix = "/*/*"
    guard case .patterns(let patterns) = role.paths, patterns.count == 1,
      patterns[0].text.hasSuffix(suffix), role.isTerminating,
      let name = try? ChannelName(String(patterns[0].text.dropLast(suffix.count))),
      name.role == role.name.text
    else { return nil }
    self = name
  }
}
