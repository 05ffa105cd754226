import ErosCore
import ErosStore
import ErosTrust

/// One read of the metadata of a store, with the rules of a device.
///
/// A class, because Swift 6.3.1 miscalculates the frames of asynchronous functions that keep a value of
/// this size (`scripts/release/async-frames`).
final class MetadataRead {
  /// The object of the timestamp, and its version.
  typealias TimestampObject = (bytes: [UInt8], version: ObjectVersion?)

  static let timestampFile = "timestamp.json"
  private static let prefix = "metadata/"

  /// The verified files.
  private(set) var stored: StoredMetadata
  /// The version of the timestamp object that was read.
  private(set) var timestampVersion: ObjectVersion?

  private let store: any ObjectReader
  private var update: TrustUpdate
  private let received: TimestampObject?

  /// Starts a read.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - stored: The files that earlier reads have verified.
  ///   - pinnedRoot: The root metadata that is trusted.
  ///   - now: The time, in milliseconds since 1970.
  ///   - received: The timestamp object, if it was read already.
  /// - Throws: `TrustError` if the root metadata is missing or invalid.
  init(
    _ store: any ObjectReader, stored: StoredMetadata, pinnedRoot: [UInt8], now: Int64,
    received: TimestampObject?
  ) throws {
    self.store = store
    self.stored = stored
    self.received = received
    update = try TrustUpdate(stored: stored, pinnedRoot: pinnedRoot, now: now)
  }

  /// Returns the key of a file, percent-encoded as metadata names it.
  static func key(_ file: String) throws(ServeError) -> ObjectKey {
    // The names of roles in other people's metadata may be too long.
    guard let key = ObjectKey(prefix + file) else { throw .damagedFile(file) }
    return key
  }

  /// The version of the timestamp metadata.
  var version: Int64 { update.timestamp?.version ?? 0 }

  /// The expiry of the top-level roles.
  var expiries: [StoreSnapshot.Expiry] {
    let headers = [
      ("root", update.root.header), ("timestamp", update.timestamp?.header),
      ("snapshot", update.snapshot?.header), ("targets", update.targets["targets"]?.header),
    ]
    return headers.compactMap { role, header in header.map { .init(role: role, time: $0.expires) } }
  }

  /// The names of the channels of the store.
  var channels: [String] {
    let roles = update.targets["targets"]?.delegations?.roles ?? []
    return roles.flatMap { role in
      guard case .patterns(let patterns) = role.paths else { return [String]() }
      return patterns.map(\.text).filter { $0.hasSuffix("/*/*") }.map {
        String($0.dropLast("/*/*".count))
      }
    }.sorted(by: inByteOrder)
  }

  /// Reads the metadata of the top-level roles.
  ///
  /// - Throws: `TrustError`, and the errors of the store.
  func readTopLevel() async throws { try await run() }

  /// Reads the metadata of the role of a channel.
  ///
  /// - Returns: The metadata; `nil` if the store does not have the channel.
  /// - Throws: `TrustError`, and the errors of the store.
  func read(_ channel: ChannelName) async throws -> TargetsMetadata? {
    update.find(channel.probePath)
    try await run()
    return update.targets[RoleName(channel.role)]
  }

  /// Reads the brake.
  ///
  /// - Returns: The brake, and the expiry of its metadata; `nil` if the store does not have one.
  /// - Throws: `TrustError`, `ChannelError`, and the errors of the store.
  func readBrake() async throws -> (brake: Brake, expires: Timestamp)? {
    guard update.hasBrake else { return nil }
    update.find(Brake.probePath)
    try await run()
    guard let metadata = update.targets[Brake.role] else { return nil }
    return (try update.brake(), metadata.header.expires)
  }

  private func run() async throws {
    while let request = try nextRequest() {
      update.receive(try await fetch(request))
    }
  }

  private func nextRequest() throws -> MetadataRequest? {
    while let step = try update.next() {
      switch step {
      case .change(let change): stored.apply(change)
      case .fetch(let request): return request
      }
    }
    return nil
  }

  private func fetch(_ request: MetadataRequest) async throws -> MetadataAnswer {
    let isTimestamp = request.path == Self.timestampFile
    if isTimestamp, let received {
      timestampVersion = received.version
      return .bytes(received.bytes)
    }
    do {
      let limit = request.maximumLength
      guard let (bytes, status) = try await store.read(Self.key(request.path), limit: limit) else {
        return .missing
      }
      if isTimestamp { timestampVersion = status.version }
      return .bytes(bytes)
    } catch StoreError.tooLong {
      return .tooLong
    }
  }
}
