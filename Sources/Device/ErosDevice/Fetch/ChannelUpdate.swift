import ErosCore
import ErosCrypto
import ErosTrust

/// Updates the trusted metadata of a channel.
struct ChannelUpdate {
  /// Verified metadata.
  struct Metadata {
    let contents: ChannelContents
    /// The first expiry of a metadata file, in milliseconds since 1970.
    let expires: Int64
    /// Belongs to the stored timestamp.
    let tag: CheckRecord.Tag?
  }

  private let channel: ChannelName
  private let folder: DeviceFolder
  private let store: any ObjectReader
  private let reader: ChannelReader
  /// Ships with the app.
  private let appRoot: [UInt8]?

  /// Loads the stored metadata.
  ///
  /// `tag` belongs to the stored timestamp.
  init(
    _ fetcher: Fetcher, _ folder: DeviceFolder, _ store: any ObjectReader, _ tag: CheckRecord.Tag?,
    now: Int64
  ) throws {
    channel = fetcher.channel
    appRoot = fetcher.root
    self.folder = folder
    self.store = store
    let stored = try folder.metadata.load()
    let timestamp = try tag.flatMap { tag in
      try stored[.timestamp].flatMap { try tag.timestamp($0, of: store) }
    }
    reader = try ChannelReader(
      store, stored: stored, pinnedRoot: fetcher.root, now: now, limits: fetcher.settings.limits,
      timestamp: timestamp.map { .earlier($0) }
    ) { change in
      if case .store(TopLevelRole.root.file, let bytes) = change {
        var roots = try folder.knownRoots()
        if try roots.add(bytes) { try folder.write(roots) }
      }
      try folder.metadata.apply(change)
    }
  }

  /// Trusts the app's root metadata instead of the stored metadata, if they belong to different
  /// stores.
  ///
  /// - Returns: A new check record if the stored metadata was deleted, otherwise `nil`.
  /// - Throws: ``FetchError/badRoot(_:)`` if the app's metadata is invalid, `SandboxError` or
  ///   `FileError` if the folder cannot be read or written.
  static func trustAppRoot(_ fetcher: Fetcher, _ folder: DeviceFolder) throws -> CheckRecord? {
    guard let root = fetcher.root else { return nil }
    var roots = try folder.knownRoots()
    let hadRoots = !roots.isEmpty
    guard try roots.add(root) else { return nil }
    let version = try check(root, fetcher.settings.limits)
    // If it is newer, a normal update replaces the stored metadata.
    let stored = TrustUpdate.rootVersion(in: try folder.metadata.load())
    guard hadRoots, version <= stored ?? 0 else {
      try folder.write(roots)
      return nil
    }
    // The staged release comes from the former store.
    let pending = try fetcher.sandbox.currentState().pending?.tree
    // In this order, the next update repeats an interrupted change.
    let record = CheckRecord(leavingStoreOf: try folder.record(), pending: pending)
    try folder.write(record)
    try folder.metadata.removeAll()
    roots = KnownRoots()
    _ = try roots.add(root)
    try folder.write(roots)
    return record
  }

  /// Verifies the caller's root metadata separately, so that an error does not blame the store.
  ///
  /// - Returns: Its version.
  private static func check(_ root: [UInt8], _ limits: TrustLimits) throws -> Int64 {
    guard root.count <= limits.rootBytes else {
      throw FetchError.badRoot(
        TrustError.tooLong(file: TopLevelRole.root.file, limit: limits.rootBytes))
    }
    do { return try TrustUpdate.checkRoot(root) } catch let error as TrustError {
      throw FetchError.badRoot(error)
    }
  }

  var hasVerified: Bool { reader.timestamp != nil }

  /// Updates the metadata.
  ///
  /// Each trusted file is durable before the next request.
  ///
  /// - Throws: `TrustError`, `ChannelError` or ``FetchError`` if the metadata is not acceptable,
  ///   `ObjectError` or `TransportError` if it cannot be read, `FileError` if it cannot be stored,
  ///   or `CancellationError`.
  func run() async throws -> Metadata {
    do {
      try await reader.readTopLevel()
    } catch let error as TrustError {
      throw await explanation(of: error)
    }
    guard reader.state?.channelDelegation(channel) != nil else {
      throw FetchError.noChannel(channel.description)
    }
    try await reader.readBrake()
    guard try await reader.read(channel) else { throw FetchError.noRelease(channel.description) }
    guard let contents = try reader.state?.signedContents(of: channel) else {
      throw FetchError.noChannel(channel.description)
    }
    return Metadata(
      contents: contents,
      expires: reader.expiries.map(\.expires.milliseconds).min() ?? 0,
      tag: try reader.timestampObject.flatMap { try CheckRecord.Tag($0, of: store) })
  }

  /// Returns `TrustError.otherStore` instead if the app ships another store's root metadata.
  ///
  /// This explains why no trusted key has signed a file.
  private func explanation(of error: TrustError) async -> TrustError {
    guard case .notSigned(let file, _, _) = error, let appRoot,
      let other = try? await store.otherRoot(than: appRoot),
      let appMetadata = try? SignedMetadata<RootMetadata>(appRoot, file: TopLevelRole.root.file)
        .contents
    else { return error }
    return .otherStore(
      file: file, trusted: appMetadata[.root].keyIDs, found: other[.root].keyIDs)
  }
}

extension CheckRecord.Tag {
  /// Creates the tag for a timestamp object, or returns `nil` if the server sent none that can be
  /// stored.
  fileprivate init?(_ object: ChannelReader.TimestampObject, of store: any ObjectReader) throws {
    guard let version = object.version, ObjectVersion(stored: version.text) != nil else {
      return nil
    }
    self.init(
      store: try Self.digest(of: store), version: version,
      digest: try SHA256Digest.of(object.bytes))
  }

  /// Returns the stored timestamp file and its version, if this tag belongs to the file and
  /// `store`.
  fileprivate func timestamp(
    _ bytes: [UInt8], of store: any ObjectReader
  ) throws -> ChannelReader.TimestampObject? {
    guard try self.store == Self.digest(of: store), try digest == SHA256Digest.of(bytes) else {
      return nil
    }
    return .init(bytes: bytes, version: version)
  }

  private static func digest(of store: any ObjectReader) throws -> SHA256Digest {
    try SHA256Digest.of(Array(store.location.utf8))
  }
}
