import ErosCore
package import ErosTrust

extension StoreState {
  private static let maximumAttempts = 5

  /// Loads and verifies the metadata of a store like a device.
  ///
  /// Expired metadata is accepted, because a publisher replaces it; see ``expired(at:)``.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: A trusted root metadata file.
  ///   - channels: The channels to load, or `nil` for all channels.
  ///   - skipsDamagedChannels: Whether to leave out channels whose metadata is missing or damaged, and
  ///     the brake.
  ///   - limits: The limits on metadata.
  /// - Returns: The metadata.
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/lostTimestamp(_:)``,
  ///   ``PublishError/otherRoot(_:version:)``, ``PublishError/noChannel(_:known:)``, `TrustError`,
  ///   and the errors of the store.
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

  /// Throws a more precise error than `error` if its reason is known.
  ///
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/lostTimestamp(_:)``,
  ///   ``PublishError/incompleteStore(_:)``, ``PublishError/otherRoot(_:version:)``,
  ///   ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)``, and the errors of the
  ///   store.
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
  /// Returns the error of a location without timestamp metadata.
  ///
  /// - Returns: ``PublishError/notAStore(_:)`` if there is no root metadata,
  ///   ``PublishError/incompleteStore(_:)`` if the creation may have been interrupted, or else
  ///   ``PublishError/lostTimestamp(_:)``.
  /// - Throws: The errors of the store.
  package static func missingTimestamp(_ store: any ObjectReader) async throws -> PublishError {
    func hasRoot(_ version: Int64) async throws -> Bool {
      try await store.status(of: StoreLayout.metadata("root", version: version)) != nil
    }
    guard try await hasRoot(1) else { return .notAStore(store.location) }
    // An interrupted creation leaves neither releases, nor rotations, nor a second snapshot.
    guard let writable = store as? any ObjectStore,
      try await writable.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty,
      try await !hasRoot(2),
      try await StoreLayout.versions(of: "snapshot", in: writable).allSatisfy({ $0 <= 1 })
    else { return .lostTimestamp(store.location) }
    return .incompleteStore(store.location)
  }
}
