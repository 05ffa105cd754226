import ErosCore
import ErosFiles
import Synchronization

/// Limits requests per client address with a token bucket.
///
/// Addresses stay in memory only until their buckets are full again.
final class RateLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    var updated: ClockTime
  }

  /// A client with IPv6 is known by this many leading bits, one with IPv4 by its whole address.
  private static let clientBits = 64
  private static let maximumCount = 100_000

  /// Requests per second.
  private let rate: Double
  /// Requests in a row with no pause.
  private let burst: Double
  private let buckets = Mutex<[IPAddress: Bucket]>([:])

  init(rate: Double, burst: Double) {
    self.rate = rate
    self.burst = max(burst, 1)
  }

  /// Counts a request, and returns `true` if the client is within its limit.
  func allows(
    _ address: IPAddress, at now: ClockTime = .now
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

  private func tokens(of bucket: Bucket, _ now: ClockTime) -> Double {
    min(burst, bucket.tokens + (now - bucket.updated).seconds * rate)
  }

  private func removeFull(_ buckets: inout [IPAddress: Bucket], _ now: ClockTime) {
    buckets = buckets.filter { tokens(of: $0.value, now) < burst }
    // Bounds the memory when very many addresses attack.
    if buckets.count >= Self.maximumCount { buckets = [:] }
  }
}
