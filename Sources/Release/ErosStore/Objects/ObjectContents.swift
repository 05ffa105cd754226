package import ErosCore
import ErosCrypto
package import ErosFiles

/// The contents of an object to create, with their digests.
///
/// The digests are computed once. A store can send them with the object, and the server can refuse
/// a corrupt transfer.
package struct ObjectContents: Sendable {
  /// The length and the digests.
  package let digest: FileDigest
  /// Returns `count` bytes at `offset`, or fewer at the end.
  ///
  /// It can be called on any thread.
  private(set) var read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  /// Creates contents from a `read` function and a known digest.
  init(
    digest: FileDigest, read: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) {
    self.digest = digest
    self.read = read
  }

  /// Creates contents from bytes in memory.
  package init(_ bytes: [UInt8]) throws(CryptoError) {
    var hasher = try FileHasher()
    try hasher.update(bytes)
    digest = try hasher.finish()
    read = { offset, count in
      let start = min(Int(offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  /// Creates contents from a file with a known digest.
  package init(_ file: ReadableFile, digest: FileDigest) {
    self.digest = digest
    read = { try file.read(at: $0, count: $1) }
  }

  /// Creates contents from a file, and reads the file once to compute its digest.
  ///
  /// - Throws: `FileError`, `CryptoError`.
  package init(_ file: ReadableFile) throws {
    var hasher = try FileHasher()
    try file.forEachChunk { try hasher.update($0) }
    self.init(file, digest: try hasher.finish())
  }

  /// Returns the same contents, and calls `progress` with the offset after each read.
  package func watched(_ progress: @escaping @Sendable (UInt64) -> Void) -> ObjectContents {
    var watched = self
    let read = read
    watched.read = { offset, count in
      let bytes = try read(offset, count)
      progress(offset + UInt64(bytes.count))
      return bytes
    }
    return watched
  }
}
