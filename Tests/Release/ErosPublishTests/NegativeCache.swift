import ErosTrust
import Synchronization

/// A reader that reports a file as missing for its first requests.
final class NegativeCache: ObjectReader {
  private let base: any ObjectReader
  private let suffix: String
  private let requests: Mutex<Int>

  init(_ base: any ObjectReader, of suffix: String, requests: Int) {
    self.base = base
    self.suffix = suffix
    self.requests = Mutex(requests)
  }

  var location: String { base.location }
  /// How many more requests find the file missing.
  var remaining: Int { requests.withLock { $0 } }

  private func hides(_ key: ObjectKey) -> Bool {
    guard key.text.hasSuffix(suffix) else { return false }
    return requests.withLock { remaining in
      guard remaining > 0 else { return false }
      remaining -= 1
      return true
    }
  }

  func status(of key: ObjectKey) async throws -> ObjectStatus? { try await base.status(of: key) }

  func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    guard !hides(key) else { return nil }
    return try await base.read(key, from: offset, limit: limit, into: sink)
  }
}
