public import ErosCore
import ErosCrypto

/// A file in a release.
///
/// ```swift
/// let file = ContentFile(path: path, size: UInt64(bytes.count), sha256: try .of(bytes))
/// ```
public struct ContentFile: Hashable, Sendable {
  /// The file's path in the release.
  public let path: BundlePath
  /// The file's size in bytes.
  public let size: UInt64
  /// The digest of its contents.
  public let sha256: SHA256Digest

  /// Describes a file.
  ///
  /// Does not read it.
  public init(path: BundlePath, size: UInt64, sha256: SHA256Digest) {
    self.path = path
    self.size = size
    self.sha256 = sha256
  }
}

/// A release whose files can be read in chunks.
///
/// Use ``FolderTree`` for an unpacked release, or ``MemoryTree`` in a test.
public protocol ContentTree: Sendable {
  /// All files except `md5.json`, sorted by the bytes of their paths.
  ///
  /// Whoever creates the tree has verified that ``read(_:at:count:)`` returns bytes with these
  /// digests.
  var files: [ContentFile] { get }

  /// Reads up to `count` bytes at `offset` in the file at index `file` of ``files``.
  ///
  /// Returns fewer bytes only at the file's end. Called from several threads.
  ///
  /// - Throws: Any error, which aborts the operation that uses the tree.
  func read(_ file: Int, at offset: UInt64, count: Int) throws -> [UInt8]
}

extension ContentTree {
  package func treeHash() throws(CryptoError) -> TreeHash { try TreeHash.of(files) }
}

extension TreeHash {
  /// Computes the tree hash from all files.
  package static func of(_ files: [ContentFile]) throws(CryptoError) -> TreeHash {
    try of(files.map { (path: $0.path, size: $0.size, sha256: $0.sha256) })
  }
}

/// A release in memory.
///
/// ```swift
/// let old = try MemoryTree([BundlePath("pages/home/index.js"): Array("…".utf8)])
/// ```
public struct MemoryTree: ContentTree {
  public let files: [ContentFile]
  /// In the order of ``files``.
  package let contents: [[UInt8]]

  /// Creates a release from files in any order, and computes their digests.
  public init(_ contents: [BundlePath: [UInt8]]) throws(CryptoError) {
    let sorted = contents.sorted { $0.key < $1.key }
    var files: [ContentFile] = []
    for (path, bytes) in sorted {
      let digest = try SHA256Digest.of(bytes)
      files.append(ContentFile(path: path, size: UInt64(bytes.count), sha256: digest))
    }
    self.init(files, sorted.map(\.value))
  }

  /// Creates a release from sorted files.
  ///
  /// Their contents must match the digests.
  package init(_ files: [ContentFile], _ contents: [[UInt8]]) {
    self.files = files
    self.contents = contents
  }

  public func read(_ file: Int, at offset: UInt64, count: Int) -> [UInt8] {
    guard offset < files[file].size else { return [] }
    return Array(contents[file][Int(offset)...].prefix(count))
  }
}
