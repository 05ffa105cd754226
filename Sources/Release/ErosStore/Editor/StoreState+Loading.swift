import ErosCore
package import ErosTrust

extension StoreState {
  private static let maximumAttempts = 5

  /// Loads and verifies the metadata of a store as a device would.
  ///
  /// Expired metadata is accepted, because a publisher replaces it. See ``expired(at:)``.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: A trusted root metadata file.
  ///   - channels: Channels to load, or `nil` for all.
  ///   - skipsDamagedChannels: If `true`, leaves out the brake, and channels whose metadata is
  ///     missing or damaged.
  ///   - limits: Limits on the metadata.
  /// - Returns: The verified metadata.
  /// - Throws: ``PublishError/notAStore(_:)`` or ``PublishError/lostTimestamp(_:)`` if the store is
  ///   missing or incomplete, ``PublishError/otherRoot(_:version:)`` if `pinnedRoot` belongs to
  ///   another store, ``PublishError/noChannel(_:known:)`` if a channel is unknown, `TrustError` if
  ///   metadata is not trusted, or `TransportError` if the store is unreachable.
  package static func load(
    from store: any ObjectReader, pinnedRoot: [UInt8], channels: [ChannelName]? = [],
    skippingDamagedChannels skipsDamagedChannels: Bool = false, limits: TrustLimits = .standard
  ) async throws -> StoreState {
    var attempt = 1
    while true {
      let reader = try ChannelReader(store, pinnedRoot: pinnedRoot, now: nil, limits: limits)
      do {
        try await reader.readTopLevel()
        guard let topLevel = reader.state else { throw PublishError.notAStore(store.location) }
        if channels != [], !skipsDamagedChannels { try await reader.readBrake() }
        for channel in channels ?? topLevel.channels {
          _ = try topLevel.delegation(of: channel)
          do {
            _ = try await reader.read(channel)
          } catch let error as TrustError {
            guard skipsDamagedChannels, try await !reader.isOutdated() else { throw error }
          }
        }
        if let state = reader.state { return state }
      } catch let error as TrustError {
        guard attempt < maximumAttempts, try await reader.isOutdated() else {
          try await explain(error, in: store, pinnedRoot: pinnedRoot)
          throw error
        }
      }
      attempt += 1
    }
  }

  /// Throws a more precise error if there is one.
  ///
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/lostTimestamp(_:)`` or
  ///   ``PublishError/incompleteStore(_:)`` if there is no timestamp,
  ///   ``PublishError/otherRoot(_:version:)`` if `pinnedRoot` belongs to another store, or
  ///   ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)`` if a withdrawn key has
  ///   signed the file.
  static func explain(
    _ error: TrustError, in store: any ObjectReader, pinnedRoot: [UInt8]
  ) async throws {
    switch error {
    case .missing(file: TopLevelRole.timestamp.file, _):
      throw try await StoreEditor.missingTimestamp(store)
    case .notSigned(let file, _, _):
      guard let other = try await store.otherRoot(than: pinnedRoot) else {
        guard let key = try await WithdrawnKey(signing: file, in: store, pinnedRoot) else { return }
        throw key.error
      }
      throw PublishError.otherRoot(store.location, version: other.version)
    default: return
    }
  }
}

extension StoreEditor {
  /// Explains why a location has no timestamp.
  ///
  /// - Returns: ``PublishError/notAStore(_:)`` if there is no root metadata,
  ///   ``PublishError/incompleteStore(_:)`` if creation may have been interrupted, or else
  ///   ``PublishError/lostTimestamp(_:)``.
  /// - Throws: `TransportError` if the store is unreachable.
  package static func missingTimestamp(_ store: any ObjectReader) async throws -> PublishError {
    func hasRoot(_ version: Int64) async throws -> Bool {
      try await store.status(of: StoreLayout.metadata("root", version: version)) != nil
    }
    guard try await hasRoot(1) else { return .notAStore(store.location) }
    // An interrupted creation leaves no releases, no rotations and no second snapshot.
    guard let writable = store as? any ObjectStore,
      try await writable.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty,
      try await !hasRoot(2),
      try await StoreLayout.versions(of: "snapshot", in: writable).allSatisfy({ $0 <= 1 })
    else { return .lostTimestamp(store.location) }
    return .incompleteStore(store.location)
  }
}
