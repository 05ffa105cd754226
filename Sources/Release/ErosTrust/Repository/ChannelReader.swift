package import ErosCore

/// Reads and verifies the metadata of a store, step by step.
///
/// Devices, publishers and the update server all use this type, so they come to the same decisions.
/// They differ in their stored files, in the place for changes, in the time, and in accepting
/// expired metadata.
///
/// ```swift
/// let reader = try ChannelReader(store, pinnedRoot: root, now: now)
/// try await reader.readTopLevel()
/// try await reader.readBrake()
/// guard try await reader.read(channel) else { … }  // the channel has no release yet
/// let contents = try reader.state?.signedContents(of: channel)
/// ```
///
/// It is a class because Swift 6.3.1 miscalculates the frames of asynchronous functions that keep a
/// value of this size (`Tests/Slow/run async-frames`).
package final class ChannelReader {
  package struct TimestampObject: Sendable {
    package let bytes: [UInt8]
    /// `nil` if the server sends no version.
    package let version: ObjectVersion?

    package init(bytes: [UInt8], version: ObjectVersion?) {
      self.bytes = bytes
      self.version = version
    }
  }

  /// A timestamp that you already have.
  package enum KnownTimestamp: Sendable {
    /// The current timestamp of the store. The reader does not request it again.
    case current(TimestampObject)
    /// An earlier timestamp. The reader requests it only if the store has a different version.
    case earlier(TimestampObject)
  }

  /// Nothing expires before 1970.
  private static let anyTime: Int64 = 0

  private let store: any ObjectReader
  private let knownTimestamp: KnownTimestamp?
  private let keep: (MetadataChange) throws -> Void
  private var update: TrustUpdate
  /// The request that waits for a response.
  private var pending: MetadataRequest?

  /// The object requested last, or next.
  package private(set) var object = StoreLayout.timestamp
  package private(set) var timestampObject: TimestampObject?
  /// Verified targets, channel and brake metadata, by role.
  private(set) var roles: [String: TargetsMetadata] = [:]
  private var brake = Brake()

  /// Prepares to read.
  ///
  /// Nothing is requested yet.
  ///
  /// - Parameters:
  ///   - store: The store to read.
  ///   - stored: Files that earlier reads verified.
  ///   - pinnedRoot: A trusted root metadata file. It may be `nil` if `stored` has one.
  ///   - now: Milliseconds since 1970. Publishers pass `nil` to accept expired metadata, because
  ///     they replace it.
  ///   - limits: Limits on the metadata.
  ///   - timestamp: A timestamp that you already have.
  ///   - keep: Stores a verified file durably, before the next request.
  /// - Throws: `TrustError` if root metadata is missing or invalid.
  package init(
    _ store: any ObjectReader, stored: StoredMetadata = StoredMetadata(), pinnedRoot: [UInt8]?,
    now: Int64?, limits: TrustLimits = .standard, timestamp: KnownTimestamp? = nil,
    keep: @escaping (MetadataChange) throws -> Void = { _ in }
  ) throws {
    self.store = store
    self.keep = keep
    knownTimestamp = timestamp
    update = try TrustUpdate(
      stored: stored, pinnedRoot: pinnedRoot, now: now ?? Self.anyTime, limits: limits)
  }

  // MARK: - State

  /// Files verified by this read or by earlier reads.
  package var stored: StoredMetadata { update.stored }

  package var root: RootMetadata { update.root }

  package var timestamp: TimestampMetadata? { update.timestamp }

  /// `nil` until snapshot and targets are verified.
  package var state: StoreState? {
    guard let timestamp = update.timestamp, let snapshot = update.snapshot,
      roles[TopLevelRole.targets.rawValue] != nil
    else { return nil }
    return StoreState(
      root: root, timestamp: timestamp,
      timestampVersion: timestampObject?.version ?? ObjectVersion(""), snapshot: snapshot,
      roles: roles, brake: brake)
  }

  /// Includes verified files even if a newer file was refused.
  package var expiries: [(role: String, expires: Timestamp)] {
    StoreState.expiries(
      root: update.root, timestamp: update.timestamp, snapshot: update.snapshot, roles: roles)
  }

  // MARK: - Reading

  /// Reads the chain of root metadata.
  ///
  /// - Throws: `TrustError` if it is not trusted, or `TransportError` if the store is unreachable.
  package func readRoot() async throws { try await run(before: TopLevelRole.timestamp.file) }

  /// Reads the top-level roles.
  ///
  /// - Throws: `TrustError` if one of them is not trusted, or `TransportError` if the store is
  ///   unreachable.
  package func readTopLevel() async throws { try await run() }

  /// Reads a channel that the targets role delegates to.
  ///
  /// - Returns: `false` if the channel was never signed. A new channel only has a public key until
  ///   its first publication.
  /// - Throws: `TrustError` if the metadata is not trusted, or `TransportError` if the store is
  ///   unreachable.
  package func read(_ channel: ChannelName) async throws -> Bool {
    guard update.snapshot?[channel.role] != nil else { return false }
    try await search(for: channel.probePath)
    return true
  }

  /// Reads the brake, if the store has signed one.
  ///
  /// - Throws: `TrustError` if its metadata is not trusted, `ChannelError` if it is malformed, or
  ///   `TransportError` if the store is unreachable.
  package func readBrake() async throws {
    guard update.hasBrake else { return }
    try await search(for: Brake.probePath)
    brake = try update.brake()
  }

  /// Returns `true` if the timestamp was replaced since it was read.
  ///
  /// Garbage collection may then have removed metadata that only the old timestamp references.
  ///
  /// - Throws: `TransportError` if the store is unreachable.
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

  /// Reads and verifies until `file` is requested, or until everything is read.
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
    // Other projects may have longer role names.
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
    switch knownTimestamp {
    // After a restart with newer root metadata, do not use the same object again.
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
