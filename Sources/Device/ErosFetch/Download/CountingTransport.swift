import ErosTransport
import Synchronization

/// A transport that counts requests and the received bytes.
final class CountingTransport: Transport {
  /// The counts of a check or an update.
  struct Counts: Sendable {
    /// The number of requests, with repeated and redirected ones.
    var requests = 0
    /// The number of bytes of the bodies.
    var bytes: UInt64 = 0
  }

  private let base: any Transport
  private let state = Mutex(Counts())

  init(_ base: any Transport) { self.base = base }

  var counts: Counts { state.withLock { $0 } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    state.withLock { $0.requests += 1 }
    try await base.exchange(request, head: head) { part in
      state.withLock { $0.bytes += UInt64(part.count) }
      try body(part)
    }
  }
}
