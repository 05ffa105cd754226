package import ErosCore

/// Reads and verifies the metadata of a store, step by step.
///
/// Devices, publishers and the update server share this type, so they make the same decisions. They
/// differ in the stored files, the storage of changes, the time, and the handling of expired
/// metadata.
///
/// ```swift
/// let reader = try ChannelReader(store, pinnedRoot: root, now: now)
/// try await reader.readTopLevel()
/// try await reader.readBrake()
/// guard try await reader.read(channel) else { … }  // the channel has no release yet
/// let contents = try reader.state?.signedContents(of: channel)
/// ```
///
/// A class, because Swift 6.3.1 miscalculates the frames of asynchronous functions that keep a
/// value of this size (`Tests/Slow/run async-frames`).
package final class ChannelReader {
  /// The timestamp object of a store, and its version.
  package struct TimestampObject: Sendable {
    package let bytes: [UInt8]
    /// The version, or `nil` if the server does not send one.
    package let version: ObjectVersion?

    package init(bytes: [UInt8], version: ObjectVersion?) {
      self.bytes = bytes
      self.version = version
    }
  }

  /// A timestamp object that the caller already has.
  package enum KnownTimestamp: Sendable {
    /// The current object of the store.
    ///
    /// It is not requested.
    case current(TimestampObject)
    /// The object of an earlier read.
    ///
    /// It is requested unless the store still has its version.
    case earlier(TimestampObject)
  }

  /// A time before any expiry: nothing expires before 1970.
  private static let anyTime: Int64 = 0

  private let store: any ObjectReader
  private let known: KnownTimestamp?
  private let keep: (MetadataChange) throws -> Void
  private var update: TrustUpdate
  /// The request that has no response yet.
  private var pending: MetadataRequest?

  /// The object of the last or the next request.
  package private(set) var object = StoreLayout.timestamp
  /// The timestamp object of this read.
  package private(set) var timestampObject: TimestampObject?
  /// The verified metadata of the targets role, channels and the brake, by role.
  private(set) var roles: [String: TargetsMetadata] = [:]
  /// The brake, if it was read.
  private var brake = Brake()

  /// Creates a reader without accessing the store.
  ///
  /// - Parameters:
  ///   - store: The objects of the store.
  ///   - stored: The files verified by earlier reads.
  ///   - pinnedRoot: A trusted root metadata file; can be `nil` if `stored` has root metadata.
  ///   - now: The time, in milliseconds since 1970. Publishers pass `nil` to accept expired
  ///     metadata, because they replace it.
  ///   - limits: The limits on metadata.
  ///   - timestamp: A timestamp object that the caller already has.
  ///   - keep: Keeps a verified file durably before the next request.
  /// - Throws: `TrustError` if the root metadata is missing or invalid.
  package init(
    _ store: any ObjectReader, stored: StoredMetadata = StoredMetadata(), pinnedRoot: [UInt8]?,
    now: Int64?, limits: TrustLimits = .standard, timestamp: KnownTimestamp? = nil,
    keep: @escaping (MetadataChange) throws -> Void = { _ in }
  ) throws {
    self.store = store
    self.keep = keep
    known = timestamp
    update = try TrustUpdate(
      stored: stored, pinnedRoot: pinnedRoot, now: now ?? Self.anyTime, limits: limits)
  }

  // MARK: - State

  /// The files verified by this read and earlier reads.
  package var stored: StoredMetadata { update.stored }

  /// The newest verified root metadata.
  package var root: RootMetadata { update.root }

  /// The timestamp metadata if it was verified.
  package var timestamp: TimestampMetadata? { update.timestamp }

  /// The verified metadata, or `nil` until the snapshot and the targets role are verified.
  package var state: StoreState? {
    guard let timestamp = update.timestamp, let snapshot = update.snapshot,
      roles[TopLevelRole.targets.rawValue] != nil
    else { return nil }
    return StoreState(
      root: root, timestamp: timestamp,
      timestampVersion: timestampObject?.version ?? ObjectVersion(""), snapshot: snapshot,
      roles: roles, brake: brake)
  }

  /// The expiry time of each verified metadata file, even if a newer file was refused.
  package var expiries: [(role: String, expires: Timestamp)] {
    StoreState.expiries(
      root: update.root, timestamp: update.timestamp, snapshot: update.snapshot, roles: roles)
  }

  // MARK: - Reading

  /// Reads the chain of root metadata.
  ///
  /// - Throws: `TrustError`, and the errors of the store.
  package func readRoot() async throws { try await run(before: TopLevelRole.timestamp.file) }

  /// Reads the metadata of the top-level roles.
  ///
  /// - Throws: `TrustError`, and the errors of the store.
  package func readTopLevel() async throws { try await run() }

  /// Reads the metadata of a channel that the targets role delegates.
  ///
  /// - Returns: Whether the channel was signed. A new channel has only a public key until its first
  ///   publication.
  /// - Throws: `TrustError`, and the errors of the store.
  package func read(_ channel: ChannelName) async throws -> Bool {
    guard update.snapshot?[channel.role] != nil else { return false }
    try await search(for: channel.probePath)
    return true
  }

  /// Reads the brake, or does nothing if the store has no brake or it was never signed.
  ///
  /// - Throws: `TrustError`, `ChannelError`, and the errors of the store.
  package func readBrake() async throws {
    guard update.hasBrake else { return }
    try await search(for: Brake.probePath)
    brake = try update.brake()
  }

  /// Returns whether the timestamp was replaced since it was read.
  ///
  /// If so, garbage collection may have removed metadata that only the old timestamp references.
  ///
  /// - Throws: The errors of the store.
  package func isOutdated() async throws -> Bool {
    guard let version = timestampObject?.version else { return false }
    return try await store.status(of: StoreLayout.timestamp)?.version != version
  }

  // MARK: - Steps

  private func search(for path: String) async throws {
    update.find(path)
    pending = nil
    try await run()
  }

  /// Reads and verifies metadata until `file` is requested or all metadata is read.
  private func run(before file: String? = nil) async throws {
    while let request = try pending ?? nextRequest() {
      pending = request
      guard request.path != file else { return }
      let response = try await response(to: request)
      pending = nil
      update.receive(response)
    }
    for (role, metadata) in update.targets { roles[role.text] = metadata }
  }

  private func nextRequest() throws -> MetadataRequest? {
    while let step = try update.next() {
      switch step {
      case .change(let change): try keep(change)
      case .fetch(let request): return request
      }
    }
    return nil
  }

  private func response(to request: MetadataRequest) async throws -> MetadataResponse {
    // Role names in metadata of other projects may be too long.
    guard let key = ObjectKey(StoreLayout.metadataPrefix + request.path) else { return .missing }
    object = key
    do {
      if key == StoreLayout.timestamp {
        return try await readTimestamp(limit: request.maximumLength)
      }
      switch try await store.read(key, limit: request.maximumLength, unless: nil) {
      case .contents(let bytes, _): return .bytes(bytes)
      case .unchanged, .missing: return .missing
      case .denied: return .denied
      }
    } catch ObjectError.tooLong {
      return .tooLong
    }
  }

  private func readTimestamp(limit: Int) async throws -> MetadataResponse {
    var earlier: TimestampObject?
    switch known {
    // After a restart with newer root metadata, a request must not get the same object again.
    case .current(let object) where timestampObject == nil: return use(object)
    case .earlier(let object): earlier = object
    case .current, nil: break
    }
    switch try await store.read(StoreLayout.timestamp, limit: limit, unless: earlier?.version) {
    case .contents(let bytes, let status):
      return use(TimestampObject(bytes: bytes, version: status.version))
    case .unchanged: return earlier.map(use) ?? .missing
    case .missing: return .missing
    case .denied: return .denied
    }
  }

  private func use(_ object: TimestampObject) -> MetadataResponse {
    timestampObject = object
    return .bytes(object.bytes)
  }
}
