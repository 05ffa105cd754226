package import ErosCore
package import ErosCrypto
package import ErosFiles

/// The contents of an object to create, with their digests.
///
/// The digests are determined once, so that a store can send them along and the server can refuse a
/// damaged transfer.
package struct ObjectContents: Sendable {
  /// The length and the digests.
  package let digest: FileDigest
  /// Returns `count` bytes at `offset`, or fewer at the end.
  ///
  /// It can be called from any thread.
  package private(set) var read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  /// Contents that `read` returns and whose digest is known.
  package init(
    digest: FileDigest, read: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) {
    self.digest = digest
    self.read = read
  }

  /// The contents of an object that is in memory.
  package init(_ bytes: [UInt8]) throws(CryptoError) {
    var hasher = try FileHasher()
    try hasher.update(bytes.span)
    digest = try hasher.finish()
    read = { offset, count in
      let start = min(Int(offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  /// The contents of a file whose digest is known.
  package init(_ file: ReadableFile, digest: FileDigest) {
    self.digest = digest
    read = { try file.read(at: $0, count: $1) }
  }

  /// The contents of a file, which is read once to determine its digest.
  ///
  /// - Throws: `FileError`, `CryptoError`.
  package init(_ file: ReadableFile) throws {
    var hasher = try FileHasher()
    try file.forEachChunk { try hasher.update($0.span) }
    self.init(file, digest: try hasher.finish())
  }

  /// Returns the same contents; `progress` is called with the offset after each part that is read.
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
