import ErosCore
import Synchronization

/// The number of requests to a store, and their bytes.
package final class StoreTraffic: Sendable {
  package struct Counts: Sendable, Equatable, Encodable {
    /// The number of objects that were read.
    package fileprivate(set) var gets = 0
    /// The number of objects whose status was read.
    package fileprivate(set) var heads = 0
    /// The number of objects that were created or replaced, or tried to be.
    package fileprivate(set) var puts = 0
    /// The number of copies within the store.
    package fileprivate(set) var copies = 0
    package fileprivate(set) var deletes = 0
    package fileprivate(set) var lists = 0
    /// The number of bytes that were read.
    package fileprivate(set) var receivedBytes: UInt64 = 0
    /// The number of bytes of the objects that were created or replaced.
    package fileprivate(set) var sentBytes: UInt64 = 0
  }

  private let state = Mutex(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  fileprivate func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }
}

/// A store that counts its requests.
///
/// Repeated requests and the requests with which a store compares an object count as one.
package struct CountingStore: ObjectStore {
  private let base: any ObjectStore
  private let traffic: StoreTraffic

  package init(_ base: any ObjectStore, _ traffic: StoreTraffic) {
    self.base = base
    self.traffic = traffic
  }

  package var location: String { base.location }

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    traffic.count { $0.heads += 1 }
    return try await base.status(of: key)
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    traffic.count { $0.gets += 1 }
    return try await base.read(key, from: offset, limit: limit) { part in
      traffic.count { $0.receivedBytes += UInt64(part.count) }
      try sink(part)
    }
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
