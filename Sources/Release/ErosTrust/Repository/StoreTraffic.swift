import ErosFiles

/// The numbers of requests to a store and of transferred bytes.
package final class StoreTraffic: Sendable {
  package struct Counts: Sendable, Equatable, Encodable {
    /// The number of reads of objects.
    package var gets = 0
    /// The number of reads of an object's status.
    package var heads = 0
    /// The number of attempts to create or replace objects.
    package var puts = 0
    /// The number of copies within the store.
    package var copies = 0
    package var deletes = 0
    package var lists = 0
    /// The number of bytes read.
    package var receivedBytes: UInt64 = 0
    /// The number of bytes written by creating or replacing objects.
    package var sentBytes: UInt64 = 0

    /// The number of requests for an object or its status.
    package var requests: Int { gets + heads }
  }

  private let state = Lock(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  /// Changes the counts.
  package func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }

  func countRequest() { count { $0.gets += 1 } }

  func countReceived(_ bytes: Int) { count { $0.receivedBytes += UInt64(bytes) } }
}

/// A reader that counts its requests.
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
