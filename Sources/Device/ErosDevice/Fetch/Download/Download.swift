import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// A file in `downloads/`, which a later request can continue.
///
/// It is named by its expected digest. A second file contains the object's version, so that another
/// process can continue the download.
final class Download: ObjectDownload {
  /// A limit for ``restarts``.
  private static let maximumRestarts = 3

  /// Path that errors name.
  let path: String
  private let name: String
  /// The complete file's length in bytes.
  let length: UInt64
  /// The number of received bytes.
  private(set) var count: UInt64
  /// The object version that the bytes come from.
  private var version: ObjectVersion?
  /// `true` if the bytes come from more than one response.
  private var isContinued: Bool
  private var restarts = 0

  private let folder: Folder
  private let digest: SHA256Digest
  private let file: PartialFile
  private var hasher: SHA256Hasher
  private let progress: (UInt64) -> Void

  /// Opens the file in `folder`, and hashes the bytes from an earlier download.
  ///
  /// Errors name `path`. `digest` and `length` describe the complete file. `progress` is called
  /// after each part with the number of received bytes.
  ///
  /// - Throws: `FileError`, `CryptoError`.
  init(
    _ path: String, _ digest: SHA256Digest, length: UInt64, in folder: Folder,
    progress: @escaping (UInt64) -> Void
  ) throws {
    self.path = path
    name = "\(digest)"
    self.length = length
    self.digest = digest
    self.folder = folder
    self.progress = progress
    if try folder.status(of: name).map({ $0.kind != .file }) ?? false {
      try folder.removeTree(name)
    }
    file = try folder.partialFile(name)
    hasher = try SHA256Hasher()
    count = file.initialSize
    isContinued = count > 0
    version = try folder.contents(
      of: name + UpdateFolders.tagSuffix, limit: ObjectVersion.maximumLength
    ).flatMap { ObjectVersion(stored: String(decoding: $0, as: UTF8.self)) }
    // Without a version, only a complete file can be used.
    guard count > 0, count == length || count < length && version != nil, try hashExistingBytes()
    else {
      try restart(version: nil)
      return
    }
  }

  /// Returns `false` if the file is shorter than expected.
  private func hashExistingBytes() throws -> Bool {
    var hashed: UInt64 = 0
    let reader = try folder.openFile(name)
    while hashed < count {
      let chunk = try reader.read(at: hashed, count: Int(min(1 << 20, count - hashed)))
      guard !chunk.isEmpty else { return false }
      try hasher.update(chunk)
      hashed += UInt64(chunk.count)
    }
    return true
  }

  // MARK: - ObjectDownload

  var nextPart: ObjectPart {
    version == nil
      ? ObjectPart(offset: 0, version: nil) : ObjectPart(offset: count, version: version)
  }

  var isComplete: Bool { count == length }

  func begin(at offset: UInt64, _ status: ObjectStatus) throws -> Bool {
    let hasLength = status.length == nil || status.length == length
    if offset > 0 {
      isContinued = true
      if !hasLength { try refuseRange(.otherRange) }
      return hasLength
    }
    guard hasLength else { throw FetchError.damaged(path) }
    if count > 0 { try countRestart() }
    try restart(version: status.version)
    return true
  }

  func append(_ bytes: Span<UInt8>) throws {
    guard UInt64(bytes.count) <= length - count else { throw FetchError.damaged(path) }
    try file.append(bytes)
    try hasher.update(bytes)
    count += UInt64(bytes.count)
    progress(count)
  }

  func refuseRange(_ reason: RangeFailure) throws {
    try countRestart()
    try restart(version: nil)
  }

  func refuseAccess() throws { throw FetchError.missing(path, status: 403) }

  // The digest verifies that the parts belong together.
  func interrupt(_ error: any Error) {}

  func end() {}

  // MARK: - Restarts

  /// Discards a complete file with a wrong digest.
  ///
  /// - Throws: ``FetchError/damaged(_:)`` if all bytes come from a single response.
  func discard() throws {
    guard isContinued else {
      try restart(version: nil)
      throw FetchError.damaged(path)
    }
    // The parts come from different contents.
    try restart(version: nil)
    try countRestart()
  }

  /// Removes all bytes.
  ///
  /// The next bytes come from the object version `version`.
  private func restart(version: ObjectVersion?) throws {
    try file.truncate()
    count = 0
    isContinued = false
    hasher = try SHA256Hasher()
    self.version = version
    // The version is durable before its bytes.
    let versionName = name + UpdateFolders.tagSuffix
    if let version, ObjectVersion(stored: version.text) != nil {
      try folder.replaceSharedFile(versionName, with: Array(version.text.utf8))
    } else {
      try folder.removeTree(versionName)
    }
  }

  private func countRestart() throws(FetchError) {
    restarts += 1
    guard restarts <= Self.maximumRestarts else { throw .interrupted(path) }
  }

  // MARK: - File

  /// Returns `true` if the complete file has the expected digest.
  ///
  /// Call this only once, at the end.
  func matches() throws -> Bool { try hasher.finish() == digest }

  func open() throws -> ReadableFile { try folder.openFile(name) }
}
