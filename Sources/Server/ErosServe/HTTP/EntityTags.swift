import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust
import NIOPosix
import Synchronization

/// Computes strong entity tags, the SHA-256 digests of files.
///
/// The name of a target starts with its digest. Other files are read once, and again after a
/// change, in a thread pool that may block. Concurrent requests share one read.
final class EntityTags: Sendable {
  private static let maximumCount = 4096

  private struct Known {
    let digest: Task<String, any Error>
    var lastUse: UInt64
  }

  private struct State {
    var entries: [FileStatus: Known] = [:]
    var useCount: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Returns the entity tag in quotes.
  ///
  /// - Throws: `FileError` if the file cannot be read, or `CryptoError`.
  func tag(of file: ReadableFile, named key: ObjectKey) async throws -> String {
    if let digest = Self.digest(inNameOf: key) { return "\"\(digest)\"" }
    let task = state.withLock { state in
      state.useCount += 1
      let digest =
        state.entries[file.status]?.digest
        ?? Task { try await NIOThreadPool.singleton.runIfActive { try Self.digest(of: file) } }
      state.entries[file.status] = Known(digest: digest, lastUse: state.useCount)
      if state.entries.count > Self.maximumCount { Self.removeOldest(&state) }
      return digest
    }
    do { return try await task.value } catch {
      state.withLock { $0.entries[file.status] = nil }
      throw error
    }
  }

  private static func digest(of file: ReadableFile) throws -> String {
    var hasher = try SHA256Hasher()
    try file.forEachChunk { try hasher.update($0.span) }
    return "\"\(try hasher.finish())\""
  }

  /// Forgets the least recently used half.
  private static func removeOldest(_ state: inout State) {
    let uses = state.entries.values.map(\.lastUse).sorted()
    let median = uses[uses.count / 2]
    state.entries = state.entries.filter { $0.value.lastUse >= median }
  }

  private static func digest(inNameOf key: ObjectKey) -> SHA256Digest? {
    guard StoreLayout.isTarget(key), let name = key.components.last else { return nil }
    return SHA256Digest(String(name.prefix { $0 != "." }))
  }

  /// Returns `true` if a field such as `If-None-Match` contains the tag.
  ///
  /// With `strongly`, as for `If-Match`, weak tags do not match.
  static func field(_ field: String, contains tag: String, strongly: Bool) -> Bool {
    field.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }
      let plain = !strongly && item.hasPrefix("W/") ? item.dropFirst(2) : item
      return item == "*" || plain.prefix { $0 != " " } == tag
    }
  }
}
