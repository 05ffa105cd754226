import ErosCore
import ErosCrypto
import ErosTransport
import ErosTrust

/// An update of the trusted metadata of a channel.
struct ChannelUpdate {
  /// The verified metadata of a channel.
  struct Metadata {
    let contents: ChannelContents
    /// The time at which the first of the files expires, in milliseconds since 1970.
    let expires: Int64
    /// The entity tag of the stored timestamp.
    let tag: CheckRecord.Tag?
  }

  private let channel: ChannelName
  private let folder: DeviceFolder
  private let client: MetadataClient
  private let timestampFile = TopLevelRole.timestamp.file
  private var update: TrustUpdate
  /// The trusted timestamp file, and its entity tag.
  private var timestamp: (bytes: [UInt8], tag: EntityTag?)?

  init(
    _ fetcher: Fetcher, _ folder: DeviceFolder, _ transport: CountingTransport, now: Int64
  ) throws {
    channel = fetcher.channel
    self.folder = folder
    client = MetadataClient(
      store: fetcher.store, transport: transport, settings: fetcher.settings)
    let stored = try folder.metadata.load()
    timestamp = stored[.timestamp].map { ($0, nil) }
    update = try TrustUpdate(
      stored: stored, pinnedRoot: fetcher.root, now: now, limits: fetcher.settings.limits)
  }

  /// Trusts the root metadata that ships with the app instead of the stored metadata, if it belongs
  /// to another store.
  ///
  /// - Returns: Whether the stored metadata and the record of the last checks were deleted.
  static func trustAppRoot(_ fetcher: Fetcher, _ folder: DeviceFolder) throws -> Bool {
    guard let root = fetcher.root else { return false }
    var known = try folder.knownRoots()
    let hadRoots = !known.isEmpty
    guard try known.add(root) else { return false }
    let version = try check(root, fetcher.settings.limits)
    // Newer root metadata replaces the stored one without this.
    let stored = TrustUpdate.rootVersion(in: try folder.metadata.load())
    let isOtherStore = hadRoots && version <= stored ?? 0
    if isOtherStore {
      // In this order, an interruption is repeated by the next update.
      try folder.write(CheckRecord())
      try folder.metadata.removeAll()
      known = KnownRoots()
      _ = try known.add(root)
    }
    try folder.write(known)
    return isOtherStore
  }

  /// Checks the root metadata that the caller passed, so that an error does not blame the store.
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

  /// Performs the update; each trusted file is durable before the next one is requested.
  ///
  /// - Parameter tag: The entity tag of the stored timestamp.
  /// - Returns: The verified metadata of the channel.
  /// - Throws: `TrustError`, `ChannelError`, `TransportError`, ``FetchError``, `FileError`, or
  ///   `CancellationError`.
  mutating func run(_ tag: CheckRecord.Tag?) async throws -> Metadata {
    if let tag, let bytes = timestamp?.bytes, try tag.store == storeDigest(),
      try SHA256Digest.of(bytes.span) == tag.digest
    {
      timestamp?.tag = tag.tag
    }
    try await performSteps()
    let isDelegated =
      update.targets[RoleName(TopLevelRole.targets.rawValue)]?.delegations?.roles
      .contains { $0.name.text == channel.role } ?? false
    guard isDelegated else { throw FetchError.noChannel(channel.description) }
    // The first publication signs a channel of which the store has only the public key.
    guard update.snapshot?[channel.role] != nil else {
      throw FetchError.noRelease(channel.description)
    }
    let (brake, brakeExpires) = try await brake()
    update.find(channel.probePath)
    try await performSteps()
    guard let metadata = update.targets[RoleName(channel.role)] else {
      throw FetchError.noChannel(channel.description)
    }
    var contents = try ChannelContents(channel, metadata)
    contents.apply(brake)
    return Metadata(
      contents: contents, expires: min(firstExpiry(), brakeExpires), tag: try newTag())
  }

  /// Loads the brake; its file is only requested when the snapshot names a new version.
  private mutating func brake() async throws -> (Brake, expires: Int64) {
    guard update.hasBrake else { return (Brake(), .max) }
    update.find(Brake.probePath)
    try await performSteps()
    return (try update.brake(), update.targets[Brake.role]?.expires ?? .max)
  }

  private mutating func performSteps() async throws {
    while let step = try update.next() {
      switch step {
      case .fetch(let request): update.receive(try await answer(to: request))
      case .change(let change):
        if case .store(TopLevelRole.root.file, let bytes) = change {
          var known = try folder.knownRoots()
          if try known.add(bytes) { try folder.write(known) }
        }
        try folder.metadata.apply(change)
      }
    }
  }

  private mutating func answer(to request: MetadataRequest) async throws -> MetadataAnswer {
    guard request.path == timestampFile else {
      return try await client.answer(to: request).metadata
    }
    let known = timestamp.flatMap { timestamp in
      timestamp.tag.map { MetadataClient.Known(bytes: timestamp.bytes, tag: $0) }
    }
    let answer = try await client.answer(to: request, unless: known)
    if case .bytes(let bytes) = answer.metadata { timestamp = (bytes, answer.tag) }
    return answer.metadata
  }

  private func newTag() throws -> CheckRecord.Tag? {
    guard let (bytes, tag) = timestamp, let tag else { return nil }
    return CheckRecord.Tag(
      store: try storeDigest(), tag: tag, digest: try SHA256Digest.of(bytes.span))
  }

  private func storeDigest() throws -> SHA256Digest {
    try SHA256Digest.of(Array(client.store.text.utf8).span)
  }

  private func firstExpiry() -> Int64 {
    let headers =
      [update.root.header] + update.targets.values.map(\.header)
      + [update.timestamp?.header, update.snapshot?.header].compactMap(\.self)
    return headers.map(\.expires.milliseconds).min() ?? 0
  }
}
