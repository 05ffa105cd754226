import ErosCore
package import ErosStore
import ErosTrust

/// The reading of a store's metadata, step by step, with the rules of a device.
///
/// It accepts metadata that has expired, which publishers replace and checks report.
struct StoreLoader {
  private let store: any ObjectReader
  private var update: TrustUpdate
  /// The request that is not answered yet.
  private var pending: MetadataRequest?
  /// The object that was read last, or is read next.
  private(set) var object = StoreLayout.timestamp
  /// The version of the timestamp object; `nil` before it was read, or if it is missing.
  private(set) var timestampVersion: ObjectVersion?
  /// The verified metadata of the targets role, of channels and of the brake, by role.
  private(set) var roles: [String: TargetsMetadata] = [:]
  /// The brake, if it was read.
  private(set) var brake = Brake()

  /// - Throws: `TrustError` if the pinned root is not valid.
  init(
    _ store: any ObjectReader, pinnedRoot: [UInt8], limits: TrustLimits = .standard
  ) throws {
    self.store = store
    // Nothing expires before 1970.
    update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: pinnedRoot, now: 0, limits: limits)
  }

  /// The newest root metadata that was verified.
  var root: RootMetadata { update.root }

  /// The timestamp metadata, if it was verified.
  var timestamp: TimestampMetadata? { update.timestamp }

  /// The metadata, if the snapshot and the targets role were verified.
  var state: StoreState? {
    guard let timestamp = update.timestamp, let snapshot = update.snapshot,
      roles[TopLevelRole.targets.rawValue] != nil
    else { return nil }
    return StoreState(
      root: root, timestamp: timestamp, timestampVersion: timestampVersion ?? ObjectVersion(""),
      snapshot: snapshot, roles: roles, brake: brake)
  }

  /// Reads the chain of root metadata.
  ///
  /// - Throws: `TrustError`, and the errors of the store.
  mutating func loadRoot() async throws { try await run(before: TopLevelRole.timestamp.file) }

  /// Reads the metadata of a channel; does nothing if the channel was never signed.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)``, `TrustError`, and the errors of the store.
  mutating func load(_ channel: ChannelName) async throws {
    guard let state else { throw PublishError.notAStore(store.location) }
    _ = try state.delegation(of: channel)
    // A channel of which only the public key was given is signed by the first publication.
    guard state.snapshot[channel.role] != nil else { return }
    update.find(channel.probePath)
    pending = nil
    try await run()
  }

  /// Reads the brake; does nothing if it was never signed.
  ///
  /// - Throws: `TrustError`, `ChannelError`, and the errors of the store.
  mutating func loadBrake() async throws {
    guard update.hasBrake else { return }
    update.find(Brake.probePath)
    pending = nil
    try await run()
    brake = try update.brake()
  }

  /// Reads and verifies metadata until a file is requested, or until nothing is left to read.
  ///
  /// - Throws: `TrustError`, and the errors of the store.
  mutating func run(before file: String? = nil) async throws {
    while let request = try pending ?? nextRequest() {
      pending = request
      guard request.path != file else { return }
      let answer = try await fetch(request)
      pending = nil
      update.receive(answer)
    }
    for (role, metadata) in update.targets { roles[role.text] = metadata }
  }

  private mutating func nextRequest() throws -> MetadataRequest? {
    while let step = try update.next() {
      if case .fetch(let request) = step { return request }
    }
    return nil
  }

  private mutating func fetch(_ request: MetadataRequest) async throws -> MetadataAnswer {
    // The names of roles in other people's metadata may be too long.
    guard let key = ObjectKey(StoreLayout.metadataPrefix + request.path) else { return .missing }
    object = key
    do {
      guard let (bytes, status) = try await store.read(key, limit: request.maximumLength)
      else { return .missing }
      if key == StoreLayout.timestamp { timestampVersion = status.version }
      return .bytes(bytes)
    } catch StoreError.tooLong {
      return .tooLong
    }
  }

  /// Returns whether the timestamp was replaced since it was read.
  ///
  /// A collection may then have removed metadata that only the older timestamp names.
  ///
  /// - Throws: The errors of the store.
  func isOutdated() async throws -> Bool {
    guard let timestampVersion else { return false }
    return try await store.status(of: StoreLayout.timestamp)?.version != timestampVersion
  }

  /// Throws a more precise error than `error`, if the reason for it is known.
  ///
  /// - Throws: ``PublishError/notAStore(_:)``, ``PublishError/lostTimestamp(_:)``,
  ///   ``PublishError/incompleteStore(_:)``, ``PublishError/otherRoot(_:version:)``,
  ///   ``PublishError/withdrawnKey(file:role:rootVersion:isUnfinished:)``, and the errors of the store.
  static func explain(
    _ error: TrustError, in store: any ObjectReader, pinnedRoot: [UInt8]
  ) async throws {
    switch error {
    case .missing(file: TopLevelRole.timestamp.file):
      throw try await StoreEditor.missingTimestamp(store)
    case .notSigned(let file, _, _):
      let pinned = try SignedMetadata<RootMetadata>(pinnedRoot, file: TopLevelRole.root.file)
      let object = StoreLayout.metadata("root", version: pinned.contents.version)
      let limit = TrustLimits.standard.rootBytes
      guard let bytes = try? await store.read(object, limit: limit)?.bytes,
        let own = try? SignedMetadata<RootMetadata>(bytes, file: object.text),
        own.signedBytes != pinned.signedBytes
      else {
        guard let key = try await WithdrawnKey(signing: file, in: store, pinnedRoot) else { return }
        throw key.error
      }
      throw PublishError.otherRoot(store.location, version: pinned.contents.version)
    default: return
    }
  }
}

extension StoreEditor {
  /// Returns the error of a location without timestamp metadata.
  ///
  /// - Returns: ``PublishError/notAStore(_:)`` if it does not have root metadata,
  ///   ``PublishError/incompleteStore(_:)`` if its creation may have been interrupted, else
  ///   ``PublishError/lostTimestamp(_:)``.
  /// - Throws: The errors of the store.
  package static func missingTimestamp(_ store: any ObjectReader) async throws -> PublishError {
    func hasRoot(_ version: Int64) async throws -> Bool {
      try await store.status(of: StoreLayout.metadata("root", version: version)) != nil
    }
    guard try await hasRoot(1) else { return .notAStore(store.location) }
    // An interrupted creation leaves neither releases, nor rotations, nor a second snapshot.
    guard let writable = store as? any ObjectStore,
      try await writable.list(StoreLayout.targetsPrefix, after: nil).items.isEmpty,
      try await !hasRoot(2),
      try await StoreLayout.versions(of: "snapshot", in: writable).allSatisfy({ $0 <= 1 })
    else { return .lostTimestamp(store.location) }
    return .incompleteStore(store.location)
  }
}
