import ErosCore
import ErosCrypto
import ErosFiles
import ErosStore
import Synchronization

/// The strong entity tags of files: the SHA-256 digest of their contents.
///
/// The name of a target starts with its digest. Other files are read once and again after a change.
final class EntityTags: Sendable {
  private static let maximumCount = 4096
  private static let partLength = 1 << 20

  private let known = Mutex<[FileStatus: String]>([:])

  /// Returns the tag with its quotes.
  ///
  /// - Throws: `FileError`, `CryptoError`.
  func tag(of file: ReadableFile, named key: ObjectKey) throws -> String {
    if let digest = Self.digest(inNameOf: key) { return "\"\(digest)\"" }
    if let tag = known.withLock({ $0[file.status] }) { return tag }
    var hasher = try SHA256Hasher()
    try file.forEachChunk { try hasher.update($0.span) }
    let tag = "\"\(try hasher.finish())\""
    known.withLock { tags in
      if tags.count >= Self.maximumCount { tags = [:] }
      tags[file.status] = tag
    }
    return tag
  }

  /// Returns the digest at the start of the name of a target.
  private static func digest(inNameOf key: ObjectKey) -> SHA256Digest? {
    guard key.text.hasPrefix("targets/"), let name = key.components.last else { return nil }
    return SHA256Digest(String(name.prefix { $0 != "." }))
  }

  /// Returns whether a field such as `If-None-Match` lists a tag.
  static func field(_ field: String, lists tag: String) -> Bool {
    field.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }
      let strong = item.hasPrefix("W/") ? item.dropFirst(2) : item
      return item == "*" || strong.prefix { $0 != " " } == tag
    }
  }
}
