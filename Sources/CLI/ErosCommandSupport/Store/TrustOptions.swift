package import ArgumentParser
package import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
package import ErosRepository
package import ErosStore
import ErosTrust

/// The root metadata that a command trusts.
package struct TrustOptions: ParsableArguments {
  /// The name of the root metadata that `eros store init` writes into the folder of the keys.
  package static let rootName = "root.json"

  @Option(
    help: """
      The root metadata to trust (default: root.json in the key folder, or 'release.root' in the \
      configuration).
      """,
    completion: .file(extensions: ["json"]))
  package var root: String?

  package init() {}

  /// Returns the root metadata from the option, the key folder, or the store itself.
  package func root(
    of store: any ObjectReader, keys folder: String?, _ output: OutputOptions
  ) async throws -> [UInt8] {
    if let (path, option) = try file(keys: folder) { return try Self.read(path, option: option) }
    let limit = TrustLimits.standard.rootBytes
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
    guard let found = try await store.read(key, limit: limit) else {
      guard try await store.status(of: StoreLayout.timestamp) == nil else {
        throw TrustError.noRoot
      }
      throw PublishError.notAStore(store.location)
    }
    output.warn(
      "the first root metadata of the store is trusted, because no other was given; pass --root")
    return found.bytes
  }

  /// Runs `body`, and replaces errors of metadata by errors that name the file or the repair.
  ///
  /// - Throws: ``CommandError/wrongRoot(_:option:store:)`` if the root metadata belongs to another
  ///   store; ``PublishError/damagedMetadata(_:)``; and the other errors of `body`.
  package func explainingErrors<Result>(
    keys folder: String?, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch PublishError.otherRoot(let location, _) {
      // Without a file, the root metadata comes from the store itself.
      guard let (path, option) = try file(keys: folder) else { throw TrustError.noRoot }
      throw CommandError.wrongRoot(path, option: option, store: location)
    } catch let error as TrustError where error.isDamage {
      throw PublishError.damagedMetadata(error.problem)
    }
  }

  /// Reads a file with root metadata.
  ///
  /// - Throws: ``CommandError/notRoot(_:option:reason:)``, and `FileError`.
  package static func read(_ path: String, option: String) throws -> [UInt8] {
    let bytes = try readWholeFile(path, limit: TrustLimits.standard.rootBytes)
    do {
      _ = try SignedMetadata<RootMetadata>(bytes, file: path)
    } catch .malformed(_, let reason) {
      let isKey = String(decoding: bytes.prefix(200), as: UTF8.self).contains("-----BEGIN ")
      throw CommandError.notRoot(path, option: option, reason: isKey ? "it is a key" : reason)
    }
    return bytes
  }

  /// Returns whether the root metadata does not come from the store.
  package func isGiven(keys folder: String?) throws -> Bool { try file(keys: folder) != nil }

  /// Returns the file of the root metadata, and the option or the key that names it.
  package func file(keys folder: String?) throws -> (path: String, option: String)? {
    if let root { return (root, "--root") }
    let path = folder.map { $0 + "/" + Self.rootName }
    if let path, try FileStatus.ifExists(path) != nil { return (path, "--keys") }
    return try ReleaseDefaults.root()
  }
}

/// The root metadata that a command without keys trusts.
package struct ReaderTrustOptions: ParsableArguments {
  @Option(
    help: "A key folder; only root.json is read (default: EROS_KEYS).", completion: .directory)
  package var keys: String?

  @OptionGroup package var trust: TrustOptions

  package init() {}

  /// The file of the root metadata, and the option or the key that names it.
  package var file: (path: String, option: String)? {
    get throws { try trust.file(keys: ReleaseDefaults.keys(keys)) }
  }

  /// Runs `body` with a reader of a store and the trusted root metadata, and waits for its result.
  package func read<Result>(
    _ location: StoreLocation, _ bucket: BucketOptions, _ output: OutputOptions,
    _ body: @escaping (any ObjectReader, _ root: [UInt8]) async throws -> Result
  ) throws -> Result {
    let trust = self
    nonisolated(unsafe) let body = body
    return try waitFor {
      try await bucket.inProject(for: location).withReader(
        of: location, retries: output.retries
      ) { reader in
        let root = try await trust.root(of: reader, output)
        return try await trust.explainingErrors { try await body(reader, root) }
      }
    }
  }

  /// Returns the root metadata from the options, or the store itself.
  package func root(of store: any ObjectReader, _ output: OutputOptions) async throws -> [UInt8] {
    try await trust.root(of: store, keys: ReleaseDefaults.keys(keys), output)
  }

  /// Runs `body`, and replaces errors of metadata by errors that name the file or the repair.
  package func explainingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await trust.explainingErrors(keys: ReleaseDefaults.keys(keys), body)
  }
}

extension TrustError {
  /// Whether metadata of the store is missing, or differs from its description in other metadata.
  fileprivate var isDamage: Bool {
    switch self {
    case .malformed, .mismatch, .versionMismatch, .tooLong, .missing, .notInSnapshot: true
    default: false
    }
  }
}
