import ArgumentParser
import ErosCore
import ErosStore
import ErosTrust

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
      throw ValidationError("'--brake-key' and '--online' must be passed together")
    }
    guard brakeFailures > 0, brakeFailures <= 100 else {
      throw ValidationError("'--brake-failures' must be more than 0 and at most 100")
    }
    guard brakeMinimum >= 1, brakeMinimum <= 1_000_000_000 else {
      throw ValidationError("'--brake-minimum' must be from 1 to 1000000000")
    }
    guard (1...Int(ReportDatabase.keptDays * 24)).contains(brakeHours) else {
      throw ValidationError("'--brake-hours' must be from 1 to \(ReportDatabase.keptDays * 24)")
    }
    guard brakeRollout >= 0, brakeRollout < 100 else {
      throw ValidationError("'--brake-rollout' must be at least 0 and less than 100")
    }
  }

  /// The rule for braking releases, and for reporting them as failing.
  var policy: BrakePolicy {
    var policy = BrakePolicy()
    policy.failures = max(1, Int((brakeFailures * 100).rounded()))
    policy.minimumTrials = Int64(brakeMinimum)
    policy.hours = Int64(brakeHours)
    policy.rollout = Int((brakeRollout * 100).rounded(.down))
    return policy
  }

  var isEnabled: Bool { brakeKey != nil }

  private var keyArguments: [String]? { brakeKey.flatMap { key in online.map { [key, $0] } } }

  /// Reads the keys, or returns `nil` if none are given.
  ///
  /// - Throws: `KeyError` if a key cannot be used, or `FileError` if it cannot be read.
  func keys() throws -> KeyRing? { try keyArguments.map { try EditedBrake.keys($0) } }

  /// Returns `nil` if no key is given.
  ///
  /// - Throws: ``ServeError/readOnlyStore(_:)`` if the store cannot be written, `KeyError` if a key
  ///   cannot be used, or `FileError` if it cannot be read.
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
