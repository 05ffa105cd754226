package import ErosCore

/// The verified metadata of a store.
package struct StoreState: Sendable {
  package let root: RootMetadata
  package let timestamp: TimestampMetadata
  /// For writing the timestamp conditionally.
  package let timestampVersion: ObjectVersion
  package let snapshot: SnapshotMetadata
  /// Targets, brake and the channels that were read, by role.
  package let roles: [String: TargetsMetadata]
  /// Empty unless it was read.
  package let brake: Brake

  package var targets: TargetsMetadata {
    roles[TopLevelRole.targets.rawValue]
      ?? TargetsMetadata(version: 1, expires: timestamp.header.expires)
  }

  /// In delegation order.
  package var channels: [ChannelName] {
    (targets.delegations?.roles ?? []).compactMap { ChannelName(delegating: $0) }
  }

  /// Returns `nil` if the store has no such channel.
  package func channelDelegation(_ channel: ChannelName) -> DelegatedRole? {
    targets.delegations?.roles.first { ChannelName(delegating: $0) == channel }
  }

  /// `nil` if the store has no brake.
  package var brakeDelegation: DelegatedRole? {
    targets.delegations?.roles.first { $0.name == Brake.role }
  }

  /// Returns a channel that was read, with the limits of the brake applied.
  ///
  /// - Returns: `nil` if the channel was never signed.
  /// - Throws: `ChannelError` if its metadata does not describe valid releases.
  package func signedContents(of channel: ChannelName) throws(ChannelError) -> ChannelContents? {
    guard let metadata = roles[channel.role] else { return nil }
    var contents = try ChannelContents(channel, metadata)
    contents.apply(brake)
    return contents
  }

  /// When each file expires, in the order for signing expired files again.
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

  /// Returns the metadata that has expired at `now`, in milliseconds since 1970.
  package func expired(at now: Int64) -> [(role: String, since: Timestamp)] {
    expiries.filter { $0.expires.milliseconds <= now }.map { ($0.role, $0.expires) }
  }
}

extension ChannelName {
  /// Returns `nil` if the role does not belong to a channel.
  ///
  /// The role of a channel is terminating, named after the channel, and signs only paths of its
  /// releases.
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
