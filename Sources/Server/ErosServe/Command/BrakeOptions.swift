import ArgumentParser
import ErosCore
import ErosFiles
import ErosProcess
import ErosPublish
import ErosRepository
import ErosStore
import ErosTrust

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

  /// Reads the keys; `nil` without them.
  ///
  /// - Throws: `KeyError`, and `FileError`.
  func keys() throws -> KeyRing? {
    guard let brakeKey, let online else { return nil }
    return try KeyRing(
      unattended: [KeySource(brakeKey), KeySource(online)],
      environment: ProcessInfo.processInfo.environment)
  }

  /// Returns the brake of a store; `nil` without its key.
  ///
  /// - Throws: ``ServeError/readOnlyStore(_:)``, `KeyError`, and `FileError`.
  func brake(
    of reader: any ObjectReader, root: [UInt8], now: @escaping @Sendable () -> Timestamp
  ) throws -> (any BrakeStore)? {
    guard isEnabled else { return nil }
    let store: @Sendable () throws -> any ObjectStore
    switch reader {
    case let folder as FollowedFolder: store = { try folder.store() }
    case let bucket as any ObjectStore: store = { bucket }
    default: throw ServeError.readOnlyStore(reader.location)
    }
    return try keys().map { EditedBrake(store: store, keys: $0, root: root, now: now) }
  }
}

/// The brake of a store that the server can write.
private struct EditedBrake: BrakeStore {
  let store: @Sendable () throws -> any ObjectStore
  let keys: KeyRing
  let root: [UInt8]
  let now: @Sendable () -> Timestamp

  private func editor() throws -> StoreEditor {
    StoreEditor(try store(), keys: keys, pinnedRoot: root, now: now().milliseconds)
  }

  func check() async throws {
    try await editor().roles.checkBrake()
    try await StoreProbe(store()).check(at: now())
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
