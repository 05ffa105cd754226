import ErosCore
import ErosCrypto
import ErosFiles
import ErosSandbox
import ErosTransport

/// A file in `downloads/` that is complete or continues in another request.
///
/// Its name is the digest that it must have. The entity tag of the server is stored beside it, so a
/// later process continues the download, too.
final class Download {
  /// The target path, for messages.
  let path: String
  /// The name of the file.
  private let name: String
  /// The number of bytes of the complete file.
  let length: UInt64
  /// The number of bytes received so far.
  private(set) var count: UInt64
  /// The strong entity tag of the object to which the bytes belong.
  private(set) var tag: EntityTag?
  /// Whether the bytes come from more than one answer.
  private(set) var isContinued: Bool

  private let folder: Folder
  private let digest: SHA256Digest
  private let file: PartialFile
  private var hasher: SHA256Hasher

  /// Opens the file in `folder`, and hashes the bytes of an earlier download.
  init(_ path: String, _ digest: SHA256Digest, length: UInt64, in folder: Folder) throws {
    self.path = path
    name = "\(digest)"
    self.length = length
    self.digest = digest
    self.folder = folder
    if try folder.status(of: name).map({ $0.kind != .file }) ?? false {
      try folder.removeTree(name)
    }
    file = try folder.partialFile(name)
    hasher = try SHA256Hasher()
    count = file.initialSize
    isContinued = count > 0
    tag = try folder.contents(
      of: name + UpdateFolders.tagSuffix, limit: EntityTag.maximumLength
    ).flatMap { EntityTag(String(decoding: $0, as: UTF8.self)) }
    // Without an entity tag, only a complete file is useful.
    guard count > 0, count == length || count < length && tag != nil, try hashExistingBytes() else {
      try restart(tag: nil)
      return
    }
  }

  /// Returns whether the existing bytes were hashed.
  private func hashExistingBytes() throws -> Bool {
    var hashed: UInt64 = 0
    let reader = try folder.openFile(name)
    while hashed < count {
      let chunk = try reader.read(at: hashed, count: Int(min(1 << 20, count - hashed)))
      guard !chunk.isEmpty else { return false }
      try hasher.update(chunk.span)
      hashed += UInt64(chunk.count)
    }
    return true
  }

  /// Whether all bytes were received.
  var isComplete: Bool { count == length }

  /// Removes all bytes; the next ones belong to the object with the strong entity tag `tag`.
  func restart(tag: EntityTag?) throws {
    try file.truncate()
    count = 0
    isContinued = false
    hasher = try SHA256Hasher()
    self.tag = tag
    // The tag is durable before the bytes to which it belongs.
    let tagName = name + UpdateFolders.tagSuffix
    if let tag {
      try folder.replaceSharedFile(tagName, with: Array(tag.text.utf8))
    } else {
      try folder.removeTree(tagName)
    }
  }

  /// Records that the next bytes come from another answer.
  func continueWithNextAnswer() { isContinued = true }

  /// Appends a part.
  ///
  /// - Throws: ``FetchError/damaged(_:)`` if the file becomes longer than ``length``; `FileError`.
  func append(_ part: Span<UInt8>) throws {
    guard UInt64(part.count) <= length - count else { throw FetchError.damaged(path) }
    try file.append(part)
    try hasher.update(part)
    count += UInt64(part.count)
  }

  /// Returns whether the complete file has the digest; call it once, at the end.
  func matches() throws -> Bool { try hasher.finish() == digest }

  /// Opens the file for reading.
  func open() throws -> ReadableFile { try folder.openFile(name) }
}
