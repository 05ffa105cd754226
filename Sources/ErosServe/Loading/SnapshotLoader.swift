package import ErosCore
package import ErosStore
import ErosTrust

/// Reads a store with the rules of a device, and derives snapshots from its metadata.
///
/// It keeps the verified metadata in memory, so a store that goes back to older metadata is refused.
package struct SnapshotLoader: Sendable {
  private static let metadataPrefix = "metadata/"
  private static let timestampFile = "timestamp.json"

  private let store: any ObjectReader
  private let pinnedRoot: [UInt8]
  private let apps: [ServerConfig.App]
  private let now: @Sendable () -> Timestamp
  private var files: FieldFiles
  private var stored = StoredMetadata()
  /// The apps as they were loaded last.
  private var loaded: [String: FieldApp] = [:]
  /// The channels as they were loaded last.
  private var channels: [ChannelName: ChannelContents] = [:]
  /// The version of the timestamp object from which the last snapshot was derived.
  private var timestamp: ObjectVersion?
  /// The timestamp object that was read to find out whether it has changed.
  private var received: (bytes: [UInt8], version: ObjectVersion?)?

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
    files = FieldFiles(store, downloads: config.downloads)
  }

  /// Returns a snapshot if the timestamp of the store has changed since the last one.
  ///
  /// - Throws: As ``load()``.
  package mutating func loadIfChanged() async throws -> StoreSnapshot? {
    guard let timestamp else { return try await load() }
    let key = try Self.key(Self.timestampFile)
    let limit = TrustLimits.standard.timestampBytes
    switch try await store.read(key, limit: limit, unless: timestamp) {
    case .unchanged: return nil
    case .missing: throw TrustError.missing(file: Self.timestampFile)
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
    defer { received = nil }
    var update = try TrustUpdate(
      stored: stored, pinnedRoot: pinnedRoot, now: now().milliseconds)
    var version: ObjectVersion?
    try await run(&update, timestamp: &version)
    var expiries = Self.expiries(update)
    var problems: [String] = []
    for app in apps {
      do {
        update.find(app.channel.probePath)
        try await run(&update, timestamp: &version)
        let contents = try contents(of: app, update, &expiries)
        loaded[app.name] = try await files.app(app, contents)
        channels[app.channel] = contents
      } catch let error as any ErosError
        where error is TrustError || error is ServeError || error is ChannelError
      {
        problems.append(error.problem)
      }
    }
    timestamp = version
    return StoreSnapshot(
      version: update.timestamp?.version ?? 0, apps: loaded,
      channels: channels.values.sorted { inByteOrder("\($0.name)", "\($1.name)") },
      expiries: expiries, problems: problems)
  }

  /// Returns the contents of the channel that was found last.
  private func contents(
    of app: ServerConfig.App, _ update: TrustUpdate, _ expiries: inout [StoreSnapshot.Expiry]
  ) throws -> ChannelContents {
    guard let metadata = update.targets[RoleName(app.channel.role)] else {
      throw ServeError.noChannel("\(app.channel)", app: app.name)
    }
    expiries.append(.init(role: app.channel.role, time: metadata.header.expires))
    return try ChannelContents(app.channel, metadata)
  }

  private static func expiries(_ update: TrustUpdate) -> [StoreSnapshot.Expiry] {
    let headers = [
      ("root", update.root.header), ("timestamp", update.timestamp?.header),
      ("snapshot", update.snapshot?.header), ("targets", update.targets["targets"]?.header),
    ]
    return headers.compactMap { role, header in header.map { .init(role: role, time: $0.expires) } }
  }

  /// Performs the steps of an update.
  private mutating func run(
    _ update: inout TrustUpdate, timestamp: inout ObjectVersion?
  ) async throws {
    while let step = try update.next() {
      switch step {
      case .change(let change): stored.apply(change)
      case .fetch(let request):
        let (answer, version) = try await fetch(request)
        if request.path == Self.timestampFile { timestamp = version }
        update.receive(answer)
      }
    }
  }

  private func fetch(
    _ request: MetadataRequest
  ) async throws -> (answer: MetadataAnswer, version: ObjectVersion?) {
    if request.path == Self.timestampFile, let received {
      return (.bytes(received.bytes), received.version)
    }
    do {
      let key = try Self.key(request.path)
      guard let (bytes, status) = try await store.read(key, limit: request.maximumLength)
      else { return (.missing, nil) }
      return (.bytes(bytes), status.version)
    } catch StoreError.tooLong {
      return (.tooLong, nil)
    }
  }

  private static func key(_ file: String) throws(ServeError) -> ObjectKey {
    // The names of roles in other people's metadata may be too long.
    guard let key = ObjectKey(metadataPrefix + file) else { throw .damagedFile(file) }
    return key
  }
}
