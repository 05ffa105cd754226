import ErosCore
import ErosTrust

/// Reads a store as a device would, and makes snapshots.
///
/// Verified metadata stays in memory, so a store that returns to older metadata is refused.
struct SnapshotLoader: Sendable {
  private let store: any ObjectReader
  private let pinnedRoot: [UInt8]
  private var apps: [ServerConfig.App]
  private let now: @Sendable () -> Timestamp
  private var files: LegacyFiles
  private var stored = StoredMetadata()
  private var loaded: [String: LegacyApp] = [:]
  private var channels: [ChannelName: ChannelContents] = [:]
  private var channelExpiries: [ChannelName: StoreSnapshot.Expiry] = [:]
  /// Known even after a failed read.
  private(set) var expiries: [StoreSnapshot.Expiry] = []
  /// The timestamp version of the last snapshot.
  private var version: Int64 = 0
  /// The timestamp object of the last snapshot.
  private var timestamp: ObjectVersion?
  /// Read to find out if anything has changed.
  private var received: ChannelReader.TimestampObject?

  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The trusted root metadata.
  ///   - config: The apps, and where their files are.
  ///   - now: Returns the time.
  init(
    _ store: any ObjectReader, pinnedRoot: [UInt8], config: ServerConfig,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.pinnedRoot = pinnedRoot
    self.now = now
    apps = config.apps
    files = LegacyFiles(store, downloads: config.downloads)
  }

  /// Takes effect with the next load, which reads all metadata.
  ///
  /// An app that changes its channel has no releases until then.
  mutating func replace(_ config: ServerConfig) {
    let channels = Dictionary(
      config.apps.map { ($0.name, $0.channel) }, uniquingKeysWith: { first, _ in first })
    for app in apps where channels[app.name] != app.channel { loaded[app.name] = nil }
    let used = Set(channels.values)
    self.channels = self.channels.filter { used.contains($0.key) }
    channelExpiries = channelExpiries.filter { used.contains($0.key) }
    apps = config.apps
    files.replace(downloads: config.downloads)
    timestamp = nil
  }

  /// Returns `nil` if the timestamp of the store is the same as in the last snapshot.
  ///
  /// - Throws: `TrustError` if metadata that all channels need is not trusted, or `TransportError`
  ///   if the store is unreachable.
  mutating func loadIfChanged() async throws -> StoreSnapshot? {
    guard let timestamp else { return try await load() }
    let limit = TrustLimits.standard.timestampBytes
    switch try await store.read(StoreLayout.timestamp, limit: limit, unless: timestamp) {
    case .unchanged: return nil
    case .missing: throw TrustError.missing(file: TopLevelRole.timestamp.file)
    case .denied: throw TrustError.missing(file: TopLevelRole.timestamp.file, status: 403)
    case .contents(let bytes, let status):
      received = .init(bytes: bytes, version: status.version)
    }
    return try await load()
  }

  /// Returns the mistake of the operator behind an error, or the error itself.
  func explanation(of error: any Error) async -> any Error {
    await ServeError.explaining(error, in: store, root: pinnedRoot)
  }

  /// Reads and verifies the metadata of all apps.
  ///
  /// An app with an invalid channel keeps its previous releases.
  ///
  /// - Throws: `TrustError` if metadata that all channels need is not trusted, or `TransportError`
  ///   if the store is unreachable.
  mutating func load() async throws -> StoreSnapshot {
    let received = received
    self.received = nil
    do {
      return try await load(received)
    } catch TrustError.notSigned where received != nil {
      // A rotation replaced the root metadata after the timestamp was read.
      return try await load(nil)
    }
  }

  private mutating func load(
    _ received: ChannelReader.TimestampObject?
  ) async throws -> StoreSnapshot {
    let reader = try ChannelReader(
      store, stored: stored, pinnedRoot: pinnedRoot, now: now().milliseconds,
      timestamp: received.map { .current($0) })
    defer {
      stored = reader.stored
      expiries = expiries(reader)
    }
    try await reader.readTopLevel()
    try await reader.readBrake()
    files.start(isChanged: reader.timestamp?.version != version)
    var problems: [StoreSnapshot.Failure] = []
    for app in apps {
      do {
        try await load(app, reader)
      } catch let error as any ErosError
        where error is TrustError || error is ServeError || error is ChannelError
      {
        problems.append(problem(of: app, error))
      }
    }
    problems += files.finish()
    (timestamp, version) = (reader.timestampObject?.version, reader.timestamp?.version ?? 0)
    return snapshot(reader, problems)
  }

  private func snapshot(
    _ reader: ChannelReader, _ problems: [StoreSnapshot.Failure]
  ) -> StoreSnapshot {
    let missing = apps.map(\.channel).filter {
      channels[$0] == nil && reader.state?.channelDelegation($0) != nil
    }
    return StoreSnapshot(
      version: version, apps: loaded,
      channels: channels.values.sorted { inByteOrder("\($0.name)", "\($1.name)") },
      expiries: expiries(reader),
      missingApps: Set(apps.map(\.name)).subtracting(loaded.keys),
      missingChannels: Set(missing), problems: problems)
  }

  /// Includes roles that keep their previous releases.
  private func expiries(_ reader: ChannelReader) -> [StoreSnapshot.Expiry] {
    let current = reader.expiries.map { StoreSnapshot.Expiry(role: $0.role, time: $0.expires) }
    let roles = Set(current.map(\.role))
    let earlier = channelExpiries.values.filter { !roles.contains($0.role) }
    return current + earlier.sorted { inByteOrder($0.role, $1.role) }
  }

  private func problem(of app: ServerConfig.App, _ error: any ErosError) -> StoreSnapshot.Failure {
    let state =
      loaded[app.name] == nil ? "cannot be served from" : "keeps the earlier releases of"
    return .init(
      error,
      context: "the app '\(app.name.escapedForDisplay)' \(state) the channel '\(app.channel)': ")
  }

  private mutating func load(_ app: ServerConfig.App, _ reader: ChannelReader) async throws {
    let channel = app.channel
    guard reader.state?.channelDelegation(channel) != nil else {
      let channels = reader.state?.channels ?? []
      throw ServeError.noChannel(
        "\(channel)", known: channels.map(\.description).sorted(by: inByteOrder))
    }
    guard try await reader.read(channel), let state = reader.state,
      let contents = try state.signedContents(of: channel), let metadata = state.roles[channel.role]
    else { throw TrustError.notInSnapshot(file: RoleName(channel.role).file) }
    loaded[app.name] = try await files.app(app, contents)
    channels[channel] = contents
    channelExpiries[channel] = .init(role: channel.role, time: metadata.header.expires)
  }
}
