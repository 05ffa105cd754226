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
  /// The metadata of the targets role and of the channels that were loaded, by role.
  package let roles: [String: TargetsMetadata]

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

  /// Returns the contents of a channel; one that was never signed is empty.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``, ``ChannelError``.
  package func contents(of channel: ChannelName) throws -> ChannelContents {
    _ = try delegation(of: channel)
    guard let metadata = roles[channel.role] else { return ChannelContents(channel) }
    return try ChannelContents(channel, metadata)
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
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/noChannel(_:known:)``, `TrustError`,
  ///   and the errors of the store.
  package static func load(
    from store: some ObjectReader, pinnedRoot: [UInt8], channels: [ChannelName]? = [],
    limits: TrustLimits = .standard
  ) async throws -> StoreState {
    var attempt = 1
    while true {
      var version: ObjectVersion?
      do {
        return try await load(
          from: store, pinnedRoot: pinnedRoot, channels: channels, limits: limits,
          timestamp: &version)
      } catch {
        // A collection may have removed metadata that was replaced after the timestamp was read.
        guard attempt < maximumAttempts, !(error is CancellationError), let version,
          let newest = try? await store.status(of: StoreLayout.timestamp)?.version,
          newest != version
        else { throw error }
      }
      attempt += 1
    }
  }

  private static func load(
    from store: some ObjectReader, pinnedRoot: [UInt8], channels: [ChannelName]?,
    limits: TrustLimits, timestamp timestampVersion: inout ObjectVersion?
  ) async throws -> StoreState {
    // Nothing expires before 1970.
    var update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: pinnedRoot, now: 0, limits: limits)
    func run() async throws {
      while let step = try update.next() {
        guard case .fetch(let request) = step else { continue }
        let (answer, version) = try await fetch(request, from: store)
        if request.path == TopLevelRole.timestamp.file {
          guard case .bytes = answer else { throw PublishError.notAStore(store.location) }
          timestampVersion = version
        }
        update.receive(answer)
      }
    }
    var roles: [String: TargetsMetadata] = [:]
    func runAndCollect() async throws {
      try await run()
      for (role, metadata) in update.targets { roles[role.text] = metadata }
    }
    try await runAndCollect()
    guard let timestamp = update.timestamp, let snapshot = update.snapshot else {
      throw PublishError.notAStore(store.location)
    }
    func state() -> StoreState {
      StoreState(
        root: update.root, timestamp: timestamp,
        timestampVersion: timestampVersion ?? ObjectVersion(""), snapshot: snapshot,
        roles: roles)
    }
    for channel in channels ?? state().channels {
      _ = try state().delegation(of: channel)
      // A channel of which only the public key was given is signed by the first publication.
      guard snapshot[channel.role] != nil else { continue }
      update.find(channel.probePath)
      try await runAndCollect()
    }
    return state()
  }

  private static func fetch(
    _ request: MetadataRequest, from store: some ObjectReader
  ) async throws -> (MetadataAnswer, ObjectVersion?) {
    do {
      guard let key = ObjectKey(StoreLayout.metadataPrefix + request.path),
        let (bytes, status) = try await store.read(key, limit: request.maximumLength)
      else { return (.missing, nil) }
      return (.bytes(bytes), status.version)
    } catch StoreError.tooLong {
      return (.tooLong, nil)
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
