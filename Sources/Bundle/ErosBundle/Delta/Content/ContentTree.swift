public import ErosCore
import ErosCrypto

/// The path, size and digest of a file of a release.
public struct ContentFile: Hashable, Sendable {
  /// The path of the file in the release.
  public let path: BundlePath
  /// The size of the file in bytes.
  public let size: UInt64
  /// The SHA-256 of the file's contents.
  public let sha256: SHA256Digest

  /// Creates a description of a file, without reading it.
  public init(path: BundlePath, size: UInt64, sha256: SHA256Digest) {
    self.path = path
    self.size = size
    self.sha256 = sha256
  }
}

/// A release whose files can be read in chunks.
public protocol ContentTree: Sendable {
  /// The files without `md5.json`, sorted by the bytes of their paths.
  ///
  /// The creator of the tree has verified that the digests match the bytes that
  /// ``read(_:at:count:)`` returns.
  var files: [ContentFile] { get }

  /// Reads up to `count` bytes at `offset` of the file at index `file` of ``files``; fewer only at
  /// the end of the file.
  ///
  /// Called from several threads.
  ///
  /// - Throws: Any error from reading; it aborts the operation that uses the tree.
  func read(_ file: Int, at offset: UInt64, count: Int) throws -> [UInt8]
}

extension ContentTree {
  package func treeHash() throws(CryptoError) -> TreeHash { try TreeHash.of(files) }
}

extension TreeHash {
  /// Computes the tree hash of a release from all its files.
  package static func of(_ files: [ContentFile]) throws(CryptoError) -> TreeHash {
    try of(files.map { (path: $0.path, size: $0.size, sha256: $0.sha256) })
  }
}

/// A release in memory.
public struct MemoryTree: ContentTree {
  public let files: [ContentFile]
  /// The contents of ``files``, in the same order.
  package let contents: [[UInt8]]

  /// Creates a release from files in any order and computes their digests.
  public init(_ contents: [BundlePath: [UInt8]]) throws(CryptoError) {
    let sorted = contents.sorted { $0.key < $1.key }
    var files: [ContentFile] = []
    for (path, bytes) in sorted {
      let digest = try SHA256Digest.of(bytes)
      files.append(ContentFile(path: path, size: UInt64(bytes.count), sha256: digest))
    }
    self.init(files, sorted.map(\.value))
  }

  /// Creates a release from sorted files and their contents; the contents must match the digests.
  package init(_ files: [ContentFile], _ contents: [[UInt8]]) {
    self.files = files
    self.contents = contents
  }

  public func read(_ file: Int, at offset: UInt64, count: Int) -> [UInt8] {
    guard offset < files[file].size else { return [] }
    return Array(contents[file][Int(offset)...].prefix(count))
  }
}
