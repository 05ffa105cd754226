import ArgumentParser
import ErosCore
import ErosFiles
import ErosProcess
import ErosPublish
import ErosRepository
import ErosStore
import ErosTrust
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of the brake.
struct BrakeOptions: ParsableArguments {
  @Option(
    help: "The key of the brake, as a file or env:NAME; releases that fail are then paused.",
    completion: .file(extensions: ["key"]))
  var brakeKey: String?

  @Option(
    help: "With --brake-key: the key that signs the snapshot and the timestamp.",
    completion: .file(extensions: ["key"]))
  var online: String?

  @Option(help: "The percentage of failed trials at which a release is braked.")
  var brakeFailures = 10.0

  @Option(help: "The number of trials below which no release is braked.")
  var brakeMinimum = 100

  @Option(help: "The number of hours whose reports count.")
  var brakeHours = 24

  @Option(help: "The percentage of devices that get a braked release; 0 pauses it.")
  var brakeRollout = 0.0

  func validate() throws {
    guard (brakeKey == nil) == (online == nil) else {
      throw ValidationError("'--brake-key' and '--online' belong together")
    }
    guard brakeFailures > 0, brakeFailures <= 100 else {
      throw ValidationError("'--brake-failures' is more than 0 and at most 100")
    }
    guard brakeMinimum >= 1, brakeMinimum <= 1_000_000_000 else {
      throw ValidationError("'--brake-minimum' is from 1 to 1000000000")
    }
    guard (1...Int(ReportDatabase.keptDays * 24)).contains(brakeHours) else {
      throw ValidationError("'--brake-hours' is from 1 to \(ReportDatabase.keptDays * 24)")
    }
    guard brakeRollout >= 0, brakeRollout < 100 else {
      throw ValidationError("'--brake-rollout' is at least 0 and less than 100")
    }
  }

  /// The rule of the brake, which also decides when a release is reported as failing.
  var policy: BrakePolicy {
    var policy = BrakePolicy()
    policy.failures = max(1, Int((brakeFailures * 100).rounded()))
    policy.minimumTrials = Int64(brakeMinimum)
    policy.hours = Int64(brakeHours)
    policy.rollout = Int((brakeRollout * 100).rounded(.down))
    return policy
  }

  var isEnabled: Bool { brakeKey != nil }

  /// The arguments with the keys; `nil` without them.
  private var keyArguments: [String]? { brakeKey.flatMap { key in online.map { [key, $0] } } }

  /// Reads the keys; `nil` without them.
  ///
  /// - Throws: `KeyError`, and `FileError`.
  func keys() throws -> KeyRing? { try keyArguments.map { try Self.keys($0) } }

  fileprivate static func keys(_ arguments: [String]) throws -> KeyRing {
    try KeyRing(
      unattended: arguments.map { try KeySource($0) },
      environment: ProcessInfo.processInfo.environment)
  }

  /// Returns the brake of a store; `nil` without its key.
  ///
  /// - Throws: ``ServeError/readOnlyStore(_:)``, `KeyError`, and `FileError`.
  func brake(
    of reader: any ObjectReader, root: [UInt8], now: @escaping @Sendable () -> Timestamp
  ) throws -> (any BrakeStore)? {
    guard let keyArguments else { return nil }
    let store: @Sendable () throws -> any ObjectStore
    switch reader {
    case let folder as FollowedFolder: store = { try folder.store() }
    case let bucket as any ObjectStore: store = { bucket }
    default: throw ServeError.readOnlyStore(reader.location)
    }
    return try EditedBrake(store, keys: keyArguments, root: root, now: now)
  }
}

/// The brake of a store that the server can write.
private final class EditedBrake: BrakeStore {
  private let store: @Sendable () throws -> any ObjectStore
  private let root: [UInt8]
  private let now: @Sendable () -> Timestamp
  private let keyArguments: [String]
  private let keys: Mutex<KeyRing>

  /// - Parameters:
  ///   - store: Returns the store.
  ///   - keyArguments: The arguments with the keys of the brake and the online role.
  ///   - root: The trusted root metadata.
  ///   - now: Returns the time.
  /// - Throws: `KeyError`, and `FileError`.
  init(
    _ store: @escaping @Sendable () throws -> any ObjectStore, keys keyArguments: [String],
    root: [UInt8], now: @escaping @Sendable () -> Timestamp
  ) throws {
    self.store = store
    self.root = root
    self.now = now
    self.keyArguments = keyArguments
    keys = Mutex(try BrakeOptions.keys(keyArguments))
  }

  private func editor() throws -> StoreEditor {
    StoreEditor(
      try store(), keys: keys.withLock { $0 }, pinnedRoot: root, now: now().milliseconds)
  }

  func check() async throws {
    do {
      try await checkKeys()
    } catch ServeError.otherBrakeKey {
      // After a rotation, the operator replaces the files of the keys.
      let newKeys = try BrakeOptions.keys(keyArguments)
      keys.withLock { $0 = newKeys }
      try await checkKeys()
    }
    try await StoreProbe(store()).check(at: now())
  }

  private func checkKeys() async throws {
    do {
      try await editor().roles.checkBrake()
    } catch PublishError.missingKeys(let role, _, _, let keyIDs, _) {
      throw ServeError.otherBrakeKey(
        option: role == Brake.role.text ? "--brake-key" : "--online", role: role, keyIDs: keyIDs)
    }
  }

  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool {
    try await editor().releases.brake(
      number, in: channel, to: rollout, reason: reason, isFirst: true
    )
    .isChanged
  }

  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws {
    _ = try await editor().releases.advance(
      number, in: channel, after: trials, baseline: baseline)
  }

  func renew() async throws { try await editor().roles.rotate(.brake) }
}
