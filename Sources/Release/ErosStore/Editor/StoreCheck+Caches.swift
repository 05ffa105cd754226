import ErosCore
import ErosTrust

// Checks how caches in front of a web server treat the timestamp, the only file that changes.
extension StoreCheck {
  /// In seconds.
  private static let maximumAge: Int64 = 60

  /// Reads the timestamp once as devices do and once past caches, and reports a cache that keeps
  /// it.
  static func caching(of reader: HTTPReader) async throws -> Finding? {
    let limit = TrustLimits.standard.timestampBytes
    func read(_ isRevalidated: Bool) async throws -> HTTPReader.CachedObject? {
      try await reader.readThroughCaches(
        StoreLayout.timestamp, limit: limit, isRevalidated: isRevalidated)
    }
    // A missing timestamp is reported elsewhere.
    guard let cachedCopy = try await read(false), let fresh = try await read(true) else {
      return nil
    }
    if let age = [cachedCopy, fresh].compactMap(\.age).max(), age > maximumAge {
      return finding("a cache delivers a copy that is \(age) seconds old")
    }
    // After a publication between the two reads, a third read gets the new timestamp.
    if cachedCopy.bytes != fresh.bytes, let again = try await read(false),
      again.bytes == cachedCopy.bytes
    {
      return finding("a cache delivers an earlier timestamp than the origin")
    }
    return cachedCopy.keepingReason(above: maximumAge).map { finding($0) }
  }

  private static func finding(_ reason: Message) -> Finding {
    Finding(
      StoreFindingCode.timestampCached, subject: StoreLayout.timestamp.text, reason)
  }
}

extension HTTPReader.CachedObject {
  /// Returns why caches may keep the object for more than `limit` seconds, or `nil`.
  func keepingReason(above limit: Int64) -> Message? {
    guard let directives = cacheControl else {
      return "the response has no Cache-Control, so caches choose how long they keep the timestamp"
    }
    guard !directives.contains("no-cache"), !directives.contains("no-store") else { return nil }
    // `s-maxage` wins in shared caches (RFC 9111, 5.2.2.10).
    let lifetimes = ["s-maxage=", "max-age="].compactMap { name in
      directives.first { $0.hasPrefix(name) }.flatMap { Int64($0.dropFirst(name.count)) }
    }
    guard let lifetime = lifetimes.first else {
      return
        "Cache-Control does not say how long caches may keep the timestamp: \(list(directives))"
    }
    guard lifetime > limit else { return nil }
    return "caches may keep the timestamp for \(lifetime) seconds: \(list(directives))"
  }

  private func list(_ directives: [String]) -> String {
    directives.joined(separator: ", ").escapedForDisplay
  }
}
