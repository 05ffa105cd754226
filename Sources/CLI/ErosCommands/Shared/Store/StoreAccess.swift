import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

/// A store, with everything that a command needs to read and change it.
///
/// A command makes it once, from its options:
///
/// ```swift
/// let access = try reader.access(to: store.selected(), output)
/// let check = try access.read { try await StoreCheck.run(on: $0, pinnedRoot: $1, now: now) }
/// ```
///
/// If ``read(_:)`` or ``edit(with:adding:checking:counting:isRepair:replacesOnlineKey:_:)`` fails,
/// the commands in the remedy name the store.
struct StoreAccess: Sendable {
  let location: StoreLocation
  let root: TrustedRoot
  /// The store and the channel, for commands in messages.
  let advised: AdvisedStore
  let output: OutputOptions
  private let bucket: BucketOptions

  // Settings for changes.
  var keys: KeyOptions?
  /// `true` if nothing is written.
  var isDryRun = false
  /// `true` to write to a store without conditional writes.
  var isSinglePublisher = false
  /// `true` to sign even if the store was signed later than the clock of this machine.
  var trustsClock = false

  /// - Parameters:
  ///   - store: The store.
  ///   - channel: The channel, which commands in remedies name.
  ///   - keys: The folder of keys, unless the environment names it.
  ///   - root: The root metadata that `--root` names.
  ///   - bucket: How to reach a bucket.
  ///   - output: Where to warn and show retries.
  /// - Throws: `FileError` if the folder of keys cannot be read.
  init(
    _ store: ReleaseDefaults.Store, of channel: ChannelName? = nil, keys: String? = nil,
    root: String? = nil, _ bucket: BucketOptions, _ output: OutputOptions
  ) throws {
    let folder = ReleaseDefaults.keys(keys)
    location = store.location
    self.root = try TrustedRoot(root, keys: folder, configured: store.root)
    self.bucket = bucket.options(for: store)
    self.output = output
    let files = [
      ("--keys", keys ?? (folder == nil ? AdvisedStore.keys : nil)),
      ("--root", self.root.advisedFile),
    ].compactMap { name, value in value.map { "\(name) \($0.shellQuoted)" } }
    advised = AdvisedStore(
      location.isWeb ? nil : "\(location)", options: files + self.bucket.arguments(for: location),
      placeholders: ["--keys \(AdvisedStore.keys)", "--root \(AdvisedStore.root)"]
    ).with(channel)
  }

  // MARK: - Reading

  /// Runs `body` with the store's reader and the trusted root metadata, and waits for its result.
  func read<Result>(
    _ body: @escaping (any ObjectReader, _ root: [UInt8]) async throws -> Result
  ) throws -> Result {
    nonisolated(unsafe) let body = body
    return try run {
      try await withReader { try await body($0, root.read(from: $0, output)) }
    }
  }

  /// Runs `body` with the store's reader.
  func withReader<Result>(
    _ body: (any ObjectReader) async throws -> Result
  ) async throws -> Result {
    try await bucket.withReader(of: location, retries: output.retries, body)
  }

  // MARK: - Changing

  /// Runs `body` with the writable store and the trusted root metadata, and waits for its result.
  func write<Result>(
    _ body: @escaping (any ObjectStore, _ root: [UInt8]) async throws -> Result
  ) throws -> Result {
    nonisolated(unsafe) let body = body
    return try run {
      try await withStore { try await body($0, root.read(from: $0, output)) }
    }
  }

  /// Runs `body` with an editor for the store, and waits for its result.
  ///
  /// - Parameters:
  ///   - ring: The keys. By default, those in ``keys``.
  ///   - more: Further arguments with private keys.
  ///   - channel: A channel that the keys must be able to sign, because `body` takes long.
  ///   - traffic: Counts the requests of `body`.
  ///   - isRepair: Pass `true` if the store may lack its timestamp. `body` then needs root metadata
  ///     that does not come from the store.
  ///   - replacesOnlineKey: Pass `true` to repair the store if its timestamp is missing.
  ///   - body: The change.
  /// - Returns: What `body` returns.
  /// - Throws: `PublishError` if there is no store here. `TrustError` or `KeyError` if the root
  ///   metadata or a key cannot be used. `StoreError` or `TransportError` if the store does not
  ///   answer as it must. Rethrows what `body` throws.
  func edit<Result>(
    with ring: KeyRing? = nil, adding more: [String] = [], checking channel: ChannelName? = nil,
    counting traffic: StoreTraffic? = nil, isRepair: Bool = false, replacesOnlineKey: Bool = false,
    _ body: @escaping (StoreEditor) async throws -> Result
  ) throws -> Result {
    nonisolated(unsafe) let body = body
    return try run {
      try await withStore { store in
        let counted: any ObjectStore = traffic.map { CountingStore(store, $0) } ?? store
        let isMissing = try await isMissing(counted, isRefused: !isRepair && !replacesOnlineKey)
        // The store is damaged, so its own root metadata is not trusted either.
        guard root.file != nil || !isRepair && !isMissing else { throw TrustError.noRoot }
        let root = try await root.read(from: store, output)
        let ring = try ring ?? keys?.ring(adding: more) ?? KeyRing()
        if let channel {
          try await editor(of: store, ring, root).releases.checkKeys(of: channel)
        }
        if !isDryRun, !isSinglePublisher {
          try await StoreProbe(counted).check(at: .now())
        }
        return try await body(editor(of: isDryRun ? DryRunStore(counted) : counted, ring, root))
      }
    }
  }

  /// Runs `body` with the writable store.
  func withStore<Result>(
    creating: Bool = false, _ body: (any ObjectStore) async throws -> Result
  ) async throws -> Result {
    switch location {
    case .folder(let path): return try await body(FolderStore.named(path, creating: creating))
    case .web: throw CommandError.readOnlyStore("\(location)")
    case .bucket(let name, let prefix):
      return try await bucket.withBucket(
        name, prefix: prefix, retries: output.retries, isSinglePublisher: isSinglePublisher
      ) { try await body($0) }
    }
  }

  /// Returns `true` if the timestamp is missing, and throws if that must not be or if nothing else
  /// shows that the location is a store.
  private func isMissing(_ store: any ObjectStore, isRefused: Bool) async throws -> Bool {
    guard try await store.status(of: StoreLayout.timestamp) == nil else { return false }
    // Nothing is written to a location that is not a store.
    let error = try await StoreEditor.missingTimestamp(store)
    guard !isRefused, error.isMissingTimestamp else { throw error }
    return true
  }

  private func editor(of store: any ObjectStore, _ ring: KeyRing, _ root: [UInt8]) -> StoreEditor {
    StoreEditor(
      store, keys: ring, pinnedRoot: root, now: Timestamp.now().milliseconds,
      trustsClock: trustsClock)
  }

  // MARK: - Errors

  /// Waits for asynchronous work, and explains its error.
  private func run<Result>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    try advising {
      do { return try waitFor(work) } catch { throw explained(error) }
    }
  }

  /// Explains an error of a store whose metadata is wrong.
  func explained(_ error: any Error) -> any Error { root.explained(error, of: location) }

  /// Runs `body`.
  ///
  /// If it fails, the commands in the remedy name the store and the channel.
  func advising<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any ErosError {
      guard let remedy = error.remedy else { throw error }
      let named = advised.naming(in: remedy)
      throw named == remedy ? error : AdvisedError(error: error, remedy: named)
    }
  }
}
