import ErosCore
import ErosFiles
package import ErosTrust

/// A publisher's access to a release store: its location, the trusted root and the keys.
///
/// Several editors can change a store at the same time. Each change starts from the newest
/// metadata, and is repeated if another editor writes first.
package struct StoreEditor: Sendable {
  static let maximumAttempts = 5
  private static let maximumPause: TimeLength = .milliseconds(200)

  package let store: any ObjectStore
  package let keys: KeyRing
  /// A trusted root metadata file.
  package let pinnedRoot: [UInt8]
  /// The current time, in milliseconds since 1970.
  package let now: Int64
  /// Whether to sign metadata even if the store's metadata was signed later than ``now``.
  let trustsClock: Bool

  package init(
    _ store: any ObjectStore, keys: KeyRing, pinnedRoot: [UInt8], now: Int64,
    trustsClock: Bool = false
  ) {
    self.store = store
    self.keys = keys
    self.pinnedRoot = pinnedRoot
    self.now = now
    self.trustsClock = trustsClock
  }

  /// The publication of releases.
  package var releases: ReleasePublisher { ReleasePublisher(self) }

  /// The changes of roles and keys.
  package var roles: RoleEditor { RoleEditor(self) }

  /// The maintenance of the store.
  package var maintenance: StoreMaintenance { StoreMaintenance(self) }

  /// New metadata of roles, or `nil` if nothing is written, and the result of the change.
  ///
  /// If the new metadata is empty, the snapshot and the timestamp are signed again.
  package typealias Change<Result> = (changes: [String: TargetsMetadata]?, result: Result)

  /// Loads the metadata, changes it, and makes the change visible.
  ///
  /// - Parameters:
  ///   - channels: The channels to load.
  ///   - change: Returns the new metadata of roles. It is called again with newer metadata if
  ///     another editor writes first.
  /// - Returns: The result of `change`, and whether the written metadata is still the newest.
  /// - Throws: ``PublishError/busy(attempts:)``, ``PublishError/lostWrite(location:reason:)``; the
  ///   errors of `change`, of keys and of the store.
  @discardableResult
  package func update<Result>(
    _ channels: [ChannelName], _ change: (StoreState) async throws -> Change<Result>
  ) async throws -> (result: Result, isNewest: Bool) {
    do {
      let (result, written) = try await withNewestState(channels) { state in
        let (changes, result) = try await change(state)
        guard let changes else { return (result, nil as MetadataCommit.Written?) }
        let commit = MetadataCommit(to: store, keys: keys, now: now)
        return (result, try await commit.commit(changes, to: state))
      }
      guard let written else { return (result, true) }
      return (result, try await isNewest(written))
    } catch is MetadataCommit.Conflict {
      throw PublishError.busy(attempts: Self.maximumAttempts)
    }
  }

  /// Runs `body` with the newest metadata, and again with newer metadata after a conflict.
  ///
  /// An error of `body` also counts as a conflict if the metadata was replaced while `body` ran.
  /// Garbage collection may have removed objects that only the older metadata references, or a
  /// rotation may have replaced keys.
  package func withNewestState<Result>(
    _ channels: [ChannelName], _ body: (StoreState) async throws -> Result
  ) async throws -> Result {
    var attempt = 1
    while true {
      let state = try await load(channels)
      do {
        return try await body(state)
      } catch {
        guard attempt < Self.maximumAttempts, await isConflict(error, state) else { throw error }
      }
      try await (Self.maximumPause * Double.random(in: 0...Double(attempt))).sleep()
      attempt += 1
    }
  }

  /// Returns whether the written metadata is the newest.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if the store lacks the written
  ///   metadata.
  func isNewest(_ written: MetadataCommit.Written) async throws -> Bool {
    let found = try await store.read(
      StoreLayout.timestamp, limit: TrustLimits.standard.timestampBytes)
    let isUnderNewerRoot = try await isUnderNewerRoot(written)
    if let found, found.bytes == written.timestamp { return true }
    // A rotation may have restarted the versions.
    if isUnderNewerRoot { return false }
    // Another editor has replaced the timestamp, unless the store returns an older timestamp.
    let newest = try found.map {
      try SignedMetadata<TimestampMetadata>($0.bytes, file: StoreLayout.timestamp.text).contents
    }
    guard let newest, newest.version > written.timestampVersion else {
      throw PublishError.lostWrite(
        location: store.location, reason: "the timestamp is missing or an older one")
    }
    return false
  }

  /// Returns whether newer root metadata exists that trusts the written metadata or its successor.
  ///
  /// Only a rotation that restarts versions withdraws the key of a publisher without the new root
  /// metadata. The rotation then signs the publisher's metadata again.
  ///
  /// - Throws: ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)`` if the rotation
  ///   was interrupted.
  private func isUnderNewerRoot(_ written: MetadataCommit.Written) async throws -> Bool {
    guard try await !store.isNewest(written.root) else { return false }
    var attempt = 1
    while true {
      do {
        _ = try await StoreState.load(from: store, pinnedRoot: pinnedRoot)
        return true
      } catch let error as PublishError {
        guard error.isWithdrawnKey, attempt < Self.maximumAttempts else { throw error }
      }
      try await (Self.maximumPause * attempt).sleep()
      attempt += 1
    }
  }

  private func isConflict(_ error: any Error, _ state: StoreState) async -> Bool {
    if error is MetadataCommit.Conflict { return true }
    guard !(error is CancellationError),
      let version = try? await store.status(of: StoreLayout.timestamp)?.version
    else { return false }
    if version != state.timestampVersion { return true }
    // Newer root metadata may require other keys.
    return (try? await store.isNewest(state.root)) == false
  }

  /// Loads the newest metadata.
  ///
  /// - Throws: ``PublishError/expired(role:since:)`` if offline metadata has expired, because a
  ///   publication cannot replace it; ``PublishError/clockBehind(signed:now:)``.
  func load(_ channels: [ChannelName]) async throws -> StoreState {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: channels)
    let offline: [TopLevelRole] = [.root, .targets]
    let expired = state.expired(at: now).first { expired in
      offline.contains { $0.rawValue == expired.role }
    }
    if let expired {
      throw PublishError.expired(role: expired.role, since: expired.since)
    }
    try checkClock(state)
    return state
  }

  /// Checks that the clock is not more than a day behind the signing time of the store's metadata.
  ///
  /// With such a clock, new metadata would expire too early, possibly before it is written, and
  /// devices would get no updates. The timestamp contains only its expiry, so the signing time is
  /// derived from the lifetime in this project. Other programs may use a longer lifetime. For their
  /// stores, use ``trustsClock``.
  ///
  /// - Throws: ``PublishError/clockBehind(signed:now:)``.
  func checkClock(_ state: StoreState) throws(PublishError) {
    let signed = state.timestamp.header.expires.milliseconds - MetadataLifetime.online
    guard !trustsClock, BundleManifest.isInFuture(signed, at: now) else { return }
    throw .clockBehind(
      signed: Timestamp(milliseconds: signed), now: Timestamp(milliseconds: now))
  }
}
