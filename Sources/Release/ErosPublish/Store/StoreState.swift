package import ErosCore
package import ErosStore
package import ErosTrust

/// The verified metadata of a release store.
package struct StoreState: Sendable {
  /// The newest root metadata.
  package let root: RootMetadata
  package let timestamp: TimestampMetadata
  /// The version of the timestamp object, for replacing it.
  package let timestampVersion: ObjectVersion
  package let snapshot: SnapshotMetadata
  /// The metadata of the targets role, of the brake and of the channels that were loaded, by role.
  package let roles: [String: TargetsMetadata]
  /// The brake, if channels were loaded.
  package let brake: Brake

  /// The metadata of the targets role.
  package var targets: TargetsMetadata {
    roles[TopLevelRole.targets.rawValue]
      ?? TargetsMetadata(version: 1, expires: timestamp.header.expires)
  }

  /// The names of all channels, in the order of their delegation.
  package var channels: [ChannelName] {
    (targets.delegations?.roles ?? []).compactMap { ChannelName(delegating: $0) }
  }

  /// Returns the delegation of a channel.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``.
  package func delegation(of channel: ChannelName) throws(PublishError) -> DelegatedRole {
    let role = targets.delegations?.roles.first { ChannelName(delegating: $0) == channel }
    guard let role else { throw .noChannel(channel, known: channels.map(\.description)) }
    return role
  }

  /// The delegation of the brake; `nil` if the store does not have one.
  package var brakeDelegation: DelegatedRole? {
    targets.delegations?.roles.first { $0.name == Brake.role }
  }

  /// Returns the metadata of a channel's role, which was loaded; that of a channel that was never
  /// signed is empty.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``.
  func metadata(of channel: ChannelName) throws(PublishError) -> TargetsMetadata {
    _ = try delegation(of: channel)
    return roles[channel.role] ?? TargetsMetadata(version: 1, expires: root.header.expires)
  }

  /// Returns the contents of a channel, with the limits of the brake; one that was never signed is
  /// empty.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``, ``ChannelError``, `TrustError`.
  package func contents(of channel: ChannelName) throws -> ChannelContents {
    _ = try delegation(of: channel)
    guard let metadata = roles[channel.role] else { return ChannelContents(channel) }
    var contents = try ChannelContents(channel, metadata)
    contents.apply(brake)
    let lost = try snapshot.lostRelease(of: channel.role)
    // A higher number was not written by a repair.
    if lost <= contents.newestNumber + RoleSelection.maximumReserve { contents.lostNumber = lost }
    return contents
  }
}

extension ChannelName {
  /// Returns the channel of a delegation; `nil` if the role is not that of a channel.
  init?(delegating role: DelegatedRole) {
    guard case .patterns(let patterns) = role.paths, patterns.count == 1,
      patterns[0].text.hasSuffix("/*/*"), role.isTerminating,
      let name = try? ChannelName(String(patterns[0].text.dropLast("/*/*".count))),
      name.role == role.name.text
    else { return nil }
    self = name
  }
}

// MARK: - Loading

extension StoreState {
  private static let maximumAttempts = 5

  /// Loads the metadata of a store and verifies it as a device does.
  ///
  /// Metadata that has expired is accepted, because a publisher replaces it; see ``expired(at:)``.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: A root metadata file that is trusted.
  ///   - channels: The channels to load; `nil` for all.
  ///   - limits: The limits on metadata.
  /// - Returns: The metadata.
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/lostTimestamp(_:)``,
  ///   ``PublishError/otherRoot(_:version:)``, ``PublishError/noChannel(_:known:)``, `TrustError`, and
  ///   the errors of the store.
  package static func load(
    from store: any ObjectReader, pinnedRoot: [UInt8], channels: [ChannelName]? = [],
    limits: TrustLimits = .standard
  ) async throws -> StoreState {
    var attempt = 1
    while true {
      var loader = try StoreLoader(store, pinnedRoot: pinnedRoot, limits: limits)
      do {
        try await loader.run()
        guard let known = loader.state?.channels else {
          throw PublishError.notAStore(store.location)
        }
        for channel in channels ?? known { try await loader.load(channel) }
        if channels != [] { try await loader.loadBrake() }
        if let state = loader.state { return state }
      } catch let error as TrustError {
        guard attempt < maximumAttempts, try await loader.isOutdated() else {
          try await StoreLoader.explain(error, in: store, pinnedRoot: pinnedRoot)
          throw error
        }
      }
      attempt += 1
    }
  }

  /// Returns the metadata that has expired at `now`, in milliseconds since 1970, with its time.
  package func expired(at now: Int64) -> [(role: String, since: Timestamp)] {
    expiries.filter { $0.expires.milliseconds <= now }.map { ($0.role, $0.expires) }
  }

  /// The time at which each loaded metadata file expires.
  package var expiries: [(role: String, expires: Timestamp)] {
    [
      ("root", root.header.expires), ("timestamp", timestamp.header.expires),
      ("snapshot", snapshot.header.expires),
    ]
      + roles.sorted { inByteOrder($0.key, $1.key) }.map { ($0.key, $0.value.header.expires) }
  }
}
