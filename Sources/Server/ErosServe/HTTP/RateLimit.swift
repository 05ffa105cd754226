import Synchronization

/// A limit on the requests per client address: a token bucket.
///
/// Addresses are kept only in memory, and only until their buckets are full again.
final class RateLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    var updated: ContinuousClock.Instant
  }

  /// The number of leading bits of an IPv6 address that identify a client.
  ///
  /// A client with IPv4 is identified by its full address.
  private static let clientBits = 64
  private static let maximumCount = 100_000

  /// The number of requests per second.
  private let rate: Double
  /// The maximum number of consecutive requests without a pause.
  private let burst: Double
  private let buckets = Mutex<[IPAddress: Bucket]>([:])

  init(rate: Double, burst: Double) {
    self.rate = rate
    self.burst = max(burst, 1)
  }

  /// Counts a request, and returns whether the client is within its limit.
  func allows(
    _ address: IPAddress, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    let client = address.isIPv4 ? address : address.prefix(Self.clientBits)
    return buckets.withLock { buckets in
      if buckets.count >= Self.maximumCount { removeFull(&buckets, now) }
      var bucket = buckets[client] ?? Bucket(tokens: burst, updated: now)
      bucket.tokens = tokens(of: bucket, now)
      bucket.updated = now
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else { return false }
      bucket.tokens -= 1
      return true
    }
  }

  private func tokens(of bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.tokens + (now - bucket.updated) / .seconds(1) * rate)
  }

  private func removeFull(_ buckets: inout [IPAddress: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { tokens(of: $0.value, now) < burst }
    // Bounds the memory during an attack from very many addresses.
    if buckets.count >= Self.maximumCount { buckets = [:] }
  }
}
