import ErosCore
import ErosFiles
package import ErosTrust

/// Changes a release store.
///
/// Several editors can work on a store at once. Every change starts from the newest metadata, and
/// is repeated if another editor was faster.
package struct StoreEditor: Sendable {
  static let maximumAttempts = 5
  private static let maximumPause: TimeLength = .milliseconds(200)

  package let store: any ObjectStore
  package let keys: KeyRing
  /// A trusted root metadata file.
  package let pinnedRoot: [UInt8]
  /// Milliseconds since 1970.
  package var now: Int64
  /// `true` to sign even if the store was signed later than ``now``.
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

  /// Publishes releases.
  package var releases: ReleasePublisher { ReleasePublisher(self) }

  /// Changes roles and keys.
  package var roles: RoleEditor { RoleEditor(self) }

  /// Refreshes and repairs the store.
  package var maintenance: StoreMaintenance { StoreMaintenance(self) }

  /// New metadata by role, and the result of the change.
  ///
  /// `nil` writes nothing. Empty changes sign just snapshot and timestamp again.
  package typealias Change<Result> = (changes: [String: TargetsMetadata]?, result: Result)

  /// Loads metadata, changes it, and makes the change visible.
  ///
  /// - Parameters:
  ///   - channels: The channels to load.
  ///   - change: Returns new metadata by role. Called again with newer metadata if another editor
  ///     was faster.
  /// - Returns: The result of `change`, and `false` if the written metadata is no longer the
  ///   newest.
  /// - Throws: ``PublishError/busy(attempts:)`` if others keep being faster,
  ///   ``PublishError/lostWrite(location:reason:)`` if the store lost metadata, the error of
  ///   `change`, or ``KeyError`` if a key cannot be used.
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

  /// Calls `body` with the newest metadata, and again after a conflict.
  ///
  /// Any error counts as a conflict if the metadata was replaced meanwhile. Garbage collection may
  /// have removed objects that only the older metadata references, or a rotation may have replaced
  /// keys.
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

  /// Returns `false` if another editor has replaced the written metadata.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if the store lost it.
  func isNewest(_ written: MetadataCommit.Written) async throws -> Bool {
    let object = try await store.read(
      StoreLayout.timestamp, limit: TrustLimits.standard.timestampBytes)
    let isUnderNewerRoot = try await isUnderNewerRoot(written)
    if let object, object.bytes == written.timestamp { return true }
    // A rotation may have started the versions again.
    if isUnderNewerRoot { return false }
    // Another editor has replaced the timestamp, or else the store returns an old one.
    let newest = try object.map {
      try SignedMetadata<TimestampMetadata>($0.bytes, file: StoreLayout.timestamp.text).contents
    }
    guard let newest, newest.version > written.timestampVersion else {
      throw PublishError.lostWrite(
        location: store.location, reason: "the timestamp is missing or an older one")
    }
    return false
  }

  /// Returns `true` if newer root metadata trusts the written metadata or its successor.
  ///
  /// Only a rotation that starts versions again withdraws the key of a publisher that lacks the new
  /// root metadata. It signs the metadata of the publisher again.
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
    // Newer root metadata may require different keys.
    return (try? await store.isNewest(state.root)) == false
  }

  /// Loads the newest metadata.
  ///
  /// - Throws: ``PublishError/expired(role:since:)`` if root or targets have expired, which a
  ///   publication cannot renew, or ``PublishError/clockBehind(signed:now:)``.
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

  /// Refuses a clock that is more than a day behind the last signature in the store.
  ///
  /// New metadata would expire too early, possibly before it is written, and devices would get no
  /// updates. A timestamp contains only its expiry, so the signing time is computed from the
  /// lifetime in this project. Set ``trustsClock`` for stores of programs that use a longer one.
  ///
  /// - Throws: ``PublishError/clockBehind(signed:now:)`` if the clock is behind.
  func checkClock(_ state: StoreState) throws(PublishError) {
    let signed = state.timestamp.header.expires.milliseconds - MetadataLifetime.online
    guard !trustsClock, BundleManifest.isInFuture(signed, at: now) else { return }
    throw .clockBehind(
      signed: Timestamp(milliseconds: signed), now: Timestamp(milliseconds: now))
  }
}
