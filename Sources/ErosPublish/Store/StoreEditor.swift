import ErosCore
package import ErosStore
import ErosTrust

/// A publisher's access to a release store: its location, the trusted root and the keys.
///
/// Several editors can change a store at the same time: each change starts from the newest metadata,
/// and is made again if another editor is faster.
package struct StoreEditor: Sendable {
  private static let maximumAttempts = 5
  private static let maximumPause: Duration = .milliseconds(200)

  package let store: any ObjectStore
  package let keys: KeyRing
  /// A root metadata file that is trusted.
  package let pinnedRoot: [UInt8]
  /// The current time in milliseconds since 1970.
  package let now: Int64

  package init(_ store: any ObjectStore, keys: KeyRing, pinnedRoot: [UInt8], now: Int64) {
    self.store = store
    self.keys = keys
    self.pinnedRoot = pinnedRoot
    self.now = now
  }

  /// New metadata of roles, and the result of the change.
  typealias Change<Result> = (changes: [String: TargetsMetadata], result: Result)

  /// Loads the metadata, changes it and makes the change visible.
  ///
  /// - Parameters:
  ///   - channels: The channels to load.
  ///   - change: Returns the new metadata of roles; called again with newer metadata if another
  ///     editor was faster.
  /// - Returns: The result of `change`, and the files that were written.
  /// - Throws: ``PublishError/busy(attempts:)``; the errors of `change`, of keys and of the store.
  @discardableResult
  func update<Result>(
    _ channels: [ChannelName], _ change: (StoreState) async throws -> Change<Result>
  ) async throws -> (result: Result, written: MetadataCommit.Written) {
    for attempt in 1...Self.maximumAttempts {
      let state = try await load(channels)
      let (changes, result) = try await change(state)
      do {
        let commit = MetadataCommit(to: store, keys: keys, now: now)
        return (result, try await commit.commit(changes, to: state))
      } catch is MetadataCommit.Conflict {
        guard attempt < Self.maximumAttempts else { break }
        try await Task.sleep(for: Self.maximumPause * Double.random(in: 0...Double(attempt)))
      }
    }
    throw PublishError.busy(attempts: Self.maximumAttempts)
  }

  /// Loads the newest metadata.
  ///
  /// - Throws: ``PublishError/expired(role:since:)`` if offline metadata has expired, which a
  ///   publication cannot replace.
  func load(_ channels: [ChannelName]) async throws -> StoreState {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: channels)
    let offline: [TopLevelRole] = [.root, .targets]
    let expired = state.expired(at: now).first { expired in
      offline.contains { $0.rawValue == expired.role }
    }
    if let expired {
      throw PublishError.expired(role: expired.role, since: expired.since)
    }
    return state
  }
}
