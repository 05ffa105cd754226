import ErosFiles

/// Counts requests to a store and transferred bytes.
package final class StoreTraffic: Sendable {
  package struct Counts: Sendable, Equatable, Encodable {
    /// Objects read.
    package var gets = 0
    /// Status requests.
    package var heads = 0
    /// Attempts to create or replace an object.
    package var puts = 0
    /// Copies within the store.
    package var copies = 0
    package var deletes = 0
    package var lists = 0
    package var receivedBytes: UInt64 = 0
    package var sentBytes: UInt64 = 0

    /// Requests for an object or its status.
    package var requests: Int { gets + heads }
  }

  private let state = Lock(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  package func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }

  func countRequest() { count { $0.gets += 1 } }

  func countReceived(_ bytes: Int) { count { $0.receivedBytes += UInt64(bytes) } }
}

package struct CountingReader: ObjectReader {
  private let base: any ObjectReader
  private let traffic: StoreTraffic

  package init(_ base: any ObjectReader, _ traffic: StoreTraffic) {
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
    traffic.countRequest()
    return try await base.read(key, from: offset, limit: limit) { part in
      traffic.countReceived(part.count)
      try sink(part)
    }
  }
}
