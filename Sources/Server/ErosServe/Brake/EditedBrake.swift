import ErosCore
import ErosFiles
import ErosProcess
import ErosStore
import ErosTrust
import Synchronization

/// A brake in a store that the server can write.
final class EditedBrake: BrakeStore {
  private let store: @Sendable () throws -> any ObjectStore
  private let root: [UInt8]
  private let now: @Sendable () -> Timestamp
  private let keyArguments: [String]
  private let keys: Mutex<KeyRing>

  /// - Parameters:
  ///   - store: Returns the store.
  ///   - keyArguments: Where the keys for the brake and the online role are.
  ///   - root: The trusted root metadata.
  ///   - now: Returns the time.
  /// - Throws: `KeyError` if a key cannot be used, or `FileError` if it cannot be read.
  init(
    _ store: @escaping @Sendable () throws -> any ObjectStore, keys keyArguments: [String],
    root: [UInt8], now: @escaping @Sendable () -> Timestamp
  ) throws {
    self.store = store
    self.root = root
    self.now = now
    self.keyArguments = keyArguments
    keys = Mutex(try Self.keys(keyArguments))
  }

  static func keys(_ arguments: [String]) throws -> KeyRing {
    try KeyRing(
      unattended: arguments.map { try KeySource($0) },
      environment: EnvironmentVariable.all)
  }

  private func editor() throws -> StoreEditor {
    StoreEditor(
      try store(), keys: keys.withLock { $0 }, pinnedRoot: root, now: now().milliseconds)
  }

  /// Calls `body`, and once more with newly read keys if one is missing.
  ///
  /// After a rotation, the operator replaces the key files. The server may sign before it reads the
  /// store again, so any change may be the first to notice.
  ///
  /// - Throws: ``ServeError/otherBrakeKey(option:role:keyIDs:)`` if the new keys do not fit either,
  ///   or the error of `body`.
  private func edit<Result>(_ body: (StoreEditor) async throws -> Result) async throws -> Result {
    do {
      return try await body(editor())
    } catch PublishError.missingKeys {
      let newKeys = try Self.keys(keyArguments)
      keys.withLock { $0 = newKeys }
    }
    do {
      return try await body(editor())
    } catch PublishError.missingKeys(let role, _, _, let keyIDs, _, _) {
      throw ServeError.otherBrakeKey(
        option: role == Brake.role.text ? "--brake-key" : "--online", role: role, keyIDs: keyIDs)
    }
  }

  func check() async throws {
    try await edit { try await $0.roles.checkBrake() }
    try await StoreProbe(store()).check(at: now())
  }

  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool {
    try await edit { editor in
      try await editor.releases.brake(
        number, in: channel, to: rollout, reason: reason, isFirst: true
      ).isChanged
    }
  }

  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws {
    try await edit { editor in
      _ = try await editor.releases.advance(
        number, in: channel, after: trials, baseline: baseline)
    }
  }

  func renew() async throws {
    _ = try await edit { try await $0.roles.rotate(.brake) }
  }
}
