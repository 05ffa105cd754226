package import ErosCore
package import ErosStore
import ErosTrust

/// Reads a store with the rules of a device, and derives snapshots from its metadata.
///
/// It keeps the verified metadata in memory, so a store that goes back to older metadata is refused.
package struct SnapshotLoader: Sendable {
  private let store: any ObjectReader
  private let pinnedRoot: [UInt8]
  private let apps: [ServerConfig.App]
  private let now: @Sendable () -> Timestamp
  private var files: LegacyFiles
  private var stored = StoredMetadata()
  /// The apps as they were loaded last.
  private var loaded: [String: LegacyApp] = [:]
  /// The channels as they were loaded last.
  private var channels: [ChannelName: ChannelContents] = [:]
  /// The expiry of the channels as they were loaded last.
  private var channelExpiries: [ChannelName: StoreSnapshot.Expiry] = [:]
  private var brakeExpiry: StoreSnapshot.Expiry?
  /// The expiry of the verified metadata, also if the last read has failed.
  private(set) var expiries: [StoreSnapshot.Expiry] = []
  /// The version of the timestamp metadata of the last snapshot.
  private var version: Int64 = 0
  /// The version of the timestamp object from which the last snapshot was derived.
  private var timestamp: ObjectVersion?
  /// The timestamp object that was read to find out whether it has changed.
  private var received: MetadataRead.TimestampObject?

  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The root metadata that is trusted.
  ///   - config: The apps, and the URL of their files.
  ///   - now: Returns the time.
  package init(
    _ store: any ObjectReader, pinnedRoot: [UInt8], config: ServerConfig,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.pinnedRoot = pinnedRoot
    self.now = now
    apps = config.apps
    files = LegacyFiles(store, downloads: config.downloads)
  }

  /// Returns a snapshot if the timestamp of the store has changed since the last one.
  ///
  /// - Throws: As ``load()``.
  package mutating func loadIfChanged() async throws -> StoreSnapshot? {
    guard let timestamp else { return try await load() }
    let key = try MetadataRead.key(MetadataRead.timestampFile)
    let limit = TrustLimits.standard.timestampBytes
    switch try await store.read(key, limit: limit, unless: timestamp) {
    case .unchanged: return nil
    case .missing: throw TrustError.missing(file: MetadataRead.timestampFile)
    case .contents(let bytes, let status): received = (bytes, status.version)
    }
    return try await load()
  }

  /// Reads and verifies the metadata of all apps.
  ///
  /// An app whose channel is invalid keeps its earlier releases.
  ///
  /// - Throws: `TrustError` if the metadata of all channels is affected, and the errors of the store.
  package mutating func load() async throws -> StoreSnapshot {
    let received = received
    self.received = nil
    do {
      return try await load(received)
    } catch TrustError.notSigned where received != nil {
      // The timestamp was read before the root metadata, which a rotation has replaced since.
      return try await load(nil)
    }
  }

  private mutating func load(
    _ received: MetadataRead.TimestampObject?
  ) async throws -> StoreSnapshot {
    let read = try MetadataRead(
      store, stored: stored, pinnedRoot: pinnedRoot, now: now().milliseconds, received: received)
    defer {
      stored = read.stored
      expiries = expiries(read)
    }
    try await read.readTopLevel()
    let found = try await read.readBrake()
    brakeExpiry = found.map { .init(role: Brake.role.text, time: $0.expires) }
    files.start(isChanged: read.version != version)
    var problems: [StoreSnapshot.Failure] = []
    for app in apps {
      do {
        try await load(app, found?.brake ?? Brake(), read)
      } catch let error as any ErosError
        where error is TrustError || error is ServeError || error is ChannelError
      {
        problems.append(problem(of: app, error))
      }
    }
    problems += files.finish()
    (timestamp, version) = (read.timestampVersion, read.version)
    return snapshot(read, problems)
  }

  private func snapshot(_ read: MetadataRead, _ problems: [StoreSnapshot.Failure]) -> StoreSnapshot
  {
    StoreSnapshot(
      version: read.version, apps: loaded,
      channels: channels.values.sorted { inByteOrder("\($0.name)", "\($1.name)") },
      expiries: expiries(read),
      missingApps: Set(apps.map(\.name)).subtracting(loaded.keys), problems: problems)
  }

  private func expiries(_ read: MetadataRead) -> [StoreSnapshot.Expiry] {
    read.expiries + [brakeExpiry].compactMap(\.self)
      + channelExpiries.values.sorted { inByteOrder($0.role, $1.role) }
  }

  private func problem(of app: ServerConfig.App, _ error: any ErosError) -> StoreSnapshot.Failure {
    let state =
      loaded[app.name] == nil ? "cannot be served from" : "keeps the earlier releases of"
    return .init(
      error,
      context: "the app '\(app.name.escapedForDisplay)' \(state) the channel '\(app.channel)': ")
  }

  /// Loads the releases of an app.
  private mutating func load(
    _ app: ServerConfig.App, _ brake: Brake, _ read: MetadataRead
  ) async throws {
    guard let metadata = try await read.read(app.channel) else {
      throw ServeError.noChannel("\(app.channel)", known: read.channels)
    }
    var contents = try ChannelContents(app.channel, metadata)
    contents.apply(brake)
    loaded[app.name] = try await files.app(app, contents)
    channels[app.channel] = contents
    channelExpiries[app.channel] = .init(role: app.channel.role, time: metadata.header.expires)
  }
}
