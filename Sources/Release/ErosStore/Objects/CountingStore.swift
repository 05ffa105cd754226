import ErosCore
package import ErosTrust

/// Counts requests to a store.
///
/// A request counts once, however often it is retried. Comparing an object counts once as well.
package struct CountingStore: ObjectStore {
  private let base: any ObjectStore
  private let reader: CountingReader
  private let traffic: StoreTraffic

  package init(_ base: any ObjectStore, _ traffic: StoreTraffic) {
    self.base = base
    reader = CountingReader(base, traffic)
    self.traffic = traffic
  }

  package var location: String { base.location }

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    try await reader.status(of: key)
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    try await reader.read(key, from: offset, limit: limit, into: sink)
  }

  package func create(
    _ key: ObjectKey, _ contents: ObjectContents, cache: CachePolicy
  ) async throws -> CreationOutcome {
    traffic.count { $0.puts += 1 }
    let outcome = try await base.create(key, contents, cache: cache)
    if case .created = outcome { traffic.count { $0.sentBytes += contents.digest.size } }
    return outcome
  }

  package func replace(
    _ key: ObjectKey, _ contents: ObjectContents, expecting expected: ObjectVersion,
    cache: CachePolicy
  ) async throws -> ReplacementOutcome {
    traffic.count {
      $0.puts += 1
      $0.sentBytes += contents.digest.size
    }
    return try await base.replace(key, contents, expecting: expected, cache: cache)
  }

  package func copy(
    _ source: ObjectKey, to key: ObjectKey, digest: ObjectDigest, cache: CachePolicy
  ) async throws -> CopyOutcome {
    traffic.count { $0.copies += 1 }
    return try await base.copy(source, to: key, digest: digest, cache: cache)
  }

  package func contains(_ key: ObjectKey, _ digest: ObjectDigest) async throws -> Bool {
    traffic.count { $0.heads += 1 }
    return try await base.contains(key, digest)
  }

  package func remove(_ key: ObjectKey) async throws {
    traffic.count { $0.deletes += 1 }
    try await base.remove(key)
  }

  package func list(_ prefix: String, after cursor: String?) async throws -> ObjectPage {
    traffic.count { $0.lists += 1 }
    return try await base.list(prefix, after: cursor)
  }
}
