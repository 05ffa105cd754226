import ErosCore
import ErosCrypto
import ErosFiles
package import ErosTrust

/// Keeps written objects in memory, for a dry run.
///
/// Reads find these objects first, then those in the real store.
package final class DryRunStore: ObjectStore {
  private let base: any ObjectStore
  private let written = Lock<[ObjectKey: ObjectContents]>([:])

  package init(_ base: any ObjectStore) { self.base = base }

  package var location: String { base.location }

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    guard let contents = contents(key) else { return try await base.status(of: key) }
    return status(contents)
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    guard let contents = contents(key) else {
      return try await base.read(key, from: offset, limit: limit, into: sink)
    }
    let length = contents.digest.size
    guard offset <= length, length - offset <= limit else {
      throw ObjectError.tooLong(key.text, limit: limit)
    }
    let bytes = try contents.read(offset, Int(length - offset))
    try sink(bytes.span)
    return status(contents)
  }

  package func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    guard try await status(of: key) == nil else { return .exists }
    keep(contents, key)
    return .created(version(contents))
  }

  package func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    guard try await status(of: key)?.version == expected else { return .conflict }
    keep(contents, key)
    return .replaced(version(contents))
  }

  package func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    guard try await status(of: key) == nil else { return .exists }
    guard try await status(of: source) != nil else { return .sourceMissing }
    guard let contents = contents(source) else {
      // A dry run does not read the copied bytes.
      keep(ObjectContents(unread: digest), key)
      return .copied
    }
    keep(contents, key)
    return .copied
  }

  package func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    guard let contents = contents(key) else { return try await base.contains(key, digest) }
    return contents.digest.sha256 == digest.sha256
  }

  package func remove(_ key: ObjectKey) { written.withLock { $0[key] = nil } }

  package func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    try await base.list(prefix, after: cursor)
  }

  private func contents(_ key: ObjectKey) -> ObjectContents? { written.withLock { $0[key] } }

  private func keep(_ contents: ObjectContents, _ key: ObjectKey) {
    written.withLock { $0[key] = contents }
  }

  private func status(_ contents: ObjectContents) -> ObjectStatus {
    ObjectStatus(length: contents.digest.size, version: version(contents))
  }

  private func version(_ contents: ObjectContents) -> ObjectVersion {
    ObjectVersion("dry-run-\(contents.digest.sha256)")
  }
}

extension ObjectContents {
  fileprivate init(unread digest: ObjectDigest) {
    self.init(
      digest: FileDigest(
        size: digest.length, md5: digest.md5 ?? MD5Digest(bytes: SIMD16()), sha256: digest.sha256),
      read: { _, _ in [] })
  }
}
