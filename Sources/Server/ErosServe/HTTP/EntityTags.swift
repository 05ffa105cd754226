import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust
import NIOPosix
import Synchronization

/// The strong entity tags of files: the SHA-256 digests of their contents.
///
/// The name of a target starts with its digest. Other files are read once, and again after a
/// change. A pool of threads that may block reads them. Concurrent requests for a file share one
/// read.
final class EntityTags: Sendable {
  private static let maximumCount = 4096

  private struct Known {
    let digest: Task<String, any Error>
    var lastUse: UInt64
  }

  private struct State {
    var known: [FileStatus: Known] = [:]
    var useCount: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Returns the entity tag with its quotes.
  ///
  /// - Throws: `FileError`, `CryptoError`.
  func tag(of file: ReadableFile, named key: ObjectKey) async throws -> String {
    if let digest = Self.digest(inNameOf: key) { return "\"\(digest)\"" }
    let task = state.withLock { state in
      state.useCount += 1
      let digest =
        state.known[file.status]?.digest
        ?? Task { try await NIOThreadPool.singleton.runIfActive { try Self.digest(of: file) } }
      state.known[file.status] = Known(digest: digest, lastUse: state.useCount)
      if state.known.count > Self.maximumCount { Self.removeOldest(&state) }
      return digest
    }
    do { return try await task.value } catch {
      state.withLock { $0.known[file.status] = nil }
      throw error
    }
  }

  private static func digest(of file: ReadableFile) throws -> String {
    var hasher = try SHA256Hasher()
    try file.forEachChunk { try hasher.update($0.span) }
    return "\"\(try hasher.finish())\""
  }

  /// Removes the least recently used half of the files.
  private static func removeOldest(_ state: inout State) {
    let uses = state.known.values.map(\.lastUse).sorted()
    let median = uses[uses.count / 2]
    state.known = state.known.filter { $0.value.lastUse >= median }
  }

  /// Returns the digest at the start of a target's name.
  private static func digest(inNameOf key: ObjectKey) -> SHA256Digest? {
    guard StoreLayout.isTarget(key), let name = key.components.last else { return nil }
    return SHA256Digest(String(name.prefix { $0 != "." }))
  }

  /// Returns whether a header field such as `If-None-Match` contains a tag.
  ///
  /// With `strongly`, weak tags do not match, as in `If-Match`.
  static func field(_ field: String, contains tag: String, strongly: Bool) -> Bool {
    field.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }
      let plain = !strongly && item.hasPrefix("W/") ? item.dropFirst(2) : item
      return item == "*" || plain.prefix { $0 != " " } == tag
    }
  }
}
