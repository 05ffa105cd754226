import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosDevice
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct TrustOptions: ParsableArguments {
  /// `eros store init` writes the root metadata under this name into the folder of keys.
  static let rootName = "root.json"

  @Option(
    help: """
      The root metadata to trust (default: root.json in the key folder, or 'release.root' in the \
      configuration).
      """,
    completion: .file(extensions: ["json"]))
  var root: String?

  /// Returns the root metadata from the option, the key folder, or the store itself.
  func root(
    of store: any ObjectReader, keys folder: String?, configured: String? = nil,
    _ output: OutputOptions
  ) async throws -> [UInt8] {
    if let (path, option) = try file(keys: folder, configured: configured) {
      return try Self.read(path, option: option)
    }
    let limit = TrustLimits.standard.rootBytes
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
    guard let object = try await store.read(key, limit: limit) else {
      guard try await store.status(of: StoreLayout.timestamp) == nil else {
        throw TrustError.noRoot
      }
      throw PublishError.notAStore(store.location)
    }
    if let folder {
      // A missing folder is an error, as for the commands that sign.
      _ = try Folder(folder).names()
      output.warn(
        "the first root metadata of the store is trusted, because '\(folder.escapedForDisplay)' does not have root.json; pass --root"
      )
    } else {
      output.warn(
        "the first root metadata of the store is trusted, because no other was given; pass --root")
    }
    return object.bytes
  }

  /// Runs `body`.
  ///
  /// If metadata is wrong, throws an error that names the file or the repair.
  ///
  /// - Parameters:
  ///   - folder: The folder of keys.
  ///   - configured: The root metadata that the configuration names.
  ///   - location: The store.
  ///   - body: What accesses the store.
  /// - Returns: What `body` returns.
  /// - Throws: ``CommandError/wrongRoot(_:option:store:)`` if the root metadata belongs to another
  ///   store, even if an update check failed because of it. ``PublishError/damagedMetadata(_:)`` if
  ///   metadata is missing or damaged. Rethrows everything else.
  func explainingErrors<Result>(
    keys folder: String?, configured: String? = nil, of location: String,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch PublishError.otherRoot(let location, _) {
      // Without a file, the root metadata comes from the store itself.
      guard let (path, option) = try file(keys: folder, configured: configured) else {
        throw TrustError.noRoot
      }
      throw CommandError.wrongRoot(path, option: option, store: location)
    } catch FetchError.notChecked(
      TrustError.otherStore(let refused, let trusted, let keyIDs), let since)
    {
      let cause: any ErosError =
        if let (path, option) = try file(keys: folder, configured: configured) {
          CommandError.wrongRoot(path, option: option, store: location)
        } else {
          TrustError.otherStore(file: refused, trusted: trusted, found: keyIDs)
        }
      throw FetchError.notChecked(cause, since: since)
    } catch let error as TrustError where error.isDamage {
      throw PublishError.damagedMetadata(error.problem)
    }
  }

  /// Reads a file with root metadata.
  ///
  /// - Throws: ``CommandError/notRoot(_:option:reason:)`` if it contains something else.
  ///   `FileError` if it cannot be read.
  static func read(_ path: String, option: String) throws -> [UInt8] {
    let bytes = try readWholeFile(path, limit: TrustLimits.standard.rootBytes)
    do {
      _ = try SignedMetadata<RootMetadata>(bytes, file: path)
    } catch .malformed(_, let reason) {
      let isKey = String(decoding: bytes.prefix(200), as: UTF8.self).contains("-----BEGIN ")
      throw CommandError.notRoot(path, option: option, reason: isKey ? "it is a key" : reason)
    } catch .page {
      throw CommandError.notRoot(path, option: option, reason: "it is an HTML page")
    }
    return bytes
  }

  /// Returns `true` if the root metadata does not come from the store.
  func isGiven(keys folder: String?, configured: String?) throws -> Bool {
    try file(keys: folder, configured: configured) != nil
  }

  /// Returns what commands in hints pass to `--root`.
  ///
  /// `nil` if the folder of keys has the root metadata.
  ///
  /// If the file is not known, this is a placeholder, because a repair does not trust the store
  /// itself.
  func advisedFile(outside folder: String?, configured: String?) throws -> String? {
    guard let (path, option) = try file(keys: folder, configured: configured) else {
      return AdvisedStore.root
    }
    return option == "--keys" ? nil : path
  }

  /// Returns the file with the root metadata, and the option or the key that names it.
  ///
  /// `folder` is the folder of keys, and `configured` the file that the configuration names.
  fileprivate func file(
    keys folder: String?, configured: String?
  ) throws -> (path: String, option: String)? {
    if let root { return (root, "--root") }
    let path = folder.map { $0 + "/" + Self.rootName }
    if let path, try FileStatus.ifExists(path) != nil { return (path, "--keys") }
    return configured.map { ($0, "'release.root'") }
  }
}

/// The root metadata that a command without keys trusts.
struct ReaderTrustOptions: ParsableArguments {
  @Option(
    help: "A key folder; only root.json is read (default: EROS_KEYS).", completion: .directory)
  var keys: String?

  @OptionGroup var trust: TrustOptions

  /// Returns root metadata from outside the store, if an option or the configuration names it.
  func pinnedRoot(for store: ReleaseDefaults.Store) throws -> [UInt8]? {
    try trust.file(keys: ReleaseDefaults.keys(keys), configured: store.root).map {
      try TrustOptions.read($0.path, option: $0.option)
    }
  }

  /// Runs `body` with a store's reader and the trusted root metadata, and waits for its result.
  ///
  /// If it fails, the commands in the remedy name the store and `channel`.
  func read<Result>(
    _ store: ReleaseDefaults.Store, of channel: ChannelName? = nil, _ bucket: BucketOptions,
    _ output: OutputOptions,
    _ body: @escaping (any ObjectReader, _ root: [UInt8]) async throws -> Result
  ) throws -> Result {
    let trust = self
    nonisolated(unsafe) let body = body
    return try advising(store, of: channel, bucket) {
      try waitFor {
        try await bucket.options(for: store).withReader(
          of: store.location, retries: output.retries
        ) { reader in
          let root = try await trust.root(of: reader, selected: store, output)
          return try await trust.explainingErrors(for: store) { try await body(reader, root) }
        }
      }
    }
  }

  /// Runs `body`.
  ///
  /// If it fails, the commands in the remedy name the store and `channel`.
  func advising<Result>(
    _ store: ReleaseDefaults.Store, of channel: ChannelName? = nil, _ bucket: BucketOptions,
    _ body: () throws -> Result
  ) throws -> Result {
    try AdvisedError.naming(AdvisedStore(store, self, bucket), of: channel, in: body)
  }

  /// Returns the root metadata from the options, or the store itself.
  func root(
    of reader: any ObjectReader, selected store: ReleaseDefaults.Store, _ output: OutputOptions
  ) async throws -> [UInt8] {
    try await trust.root(
      of: reader, keys: ReleaseDefaults.keys(keys), configured: store.root, output)
  }

  /// Runs `body`.
  ///
  /// If metadata is wrong, throws an error that names the file or the repair.
  func explainingErrors<Result>(
    for store: ReleaseDefaults.Store, _ body: () async throws -> Result
  ) async throws -> Result {
    try await trust.explainingErrors(
      keys: ReleaseDefaults.keys(keys), configured: store.root, of: "\(store.location)", body)
  }
}

extension TrustError {
  /// `true` if metadata is missing, or differs from what other metadata say about it.
  fileprivate var isDamage: Bool {
    switch self {
    case .malformed, .mismatch, .versionMismatch, .tooLong, .missing, .notInSnapshot: true
    default: false
    }
  }
}
