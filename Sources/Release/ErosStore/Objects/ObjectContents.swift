package import ErosCore
import ErosCrypto
package import ErosFiles

/// The contents to write to an object, with their digests.
///
/// Digests are computed once. A store can send them along, so that the server refuses a corrupt
/// transfer.
package struct ObjectContents: Sendable {
  package let digest: FileDigest
  /// Reads `count` bytes at `offset`, or fewer at the end, on any thread.
  private(set) var read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  init(
    digest: FileDigest, read: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]
  ) {
    self.digest = digest
    self.read = read
  }

  package init(_ bytes: [UInt8]) throws(CryptoError) {
    var hasher = try FileHasher()
    try hasher.update(bytes)
    digest = try hasher.finish()
    read = { offset, count in
      let start = min(Int(offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  package init(_ file: ReadableFile, digest: FileDigest) {
    self.digest = digest
    read = { try file.read(at: $0, count: $1) }
  }

  /// Reads the file once to compute its digest.
  ///
  /// - Throws: `FileError` if the file cannot be read, or `CryptoError`.
  package init(_ file: ReadableFile) throws {
    var hasher = try FileHasher()
    try file.forEachChunk { try hasher.update($0) }
    self.init(file, digest: try hasher.finish())
  }

  /// Calls `progress` with the offset after each read.
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
