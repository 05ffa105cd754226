import ErosCore
import ErosCrypto
import ErosFiles
import ErosOpenSSL

/// The hash that names a file's contents in a repository.
///
/// It covers `blob SIZE<NUL>` and the bytes, with SHA-1 or, in newer repositories, SHA-256.
enum GitBlobName {
  private static let sha256Length = 64

  /// Names a file's bytes, with the hash function that gave the name `other`.
  static func of(_ file: ReadableFile, like other: String) throws -> String {
    try of(file.status.size, like: other) { update in try file.forEachChunk { try update($0) } }
  }

  /// Names `bytes`, with the hash function that gave the name `other`.
  static func of(_ bytes: [UInt8], like other: String) throws -> String {
    try of(UInt64(bytes.count), like: other) { try $0(bytes) }
  }

  private static func of(
    _ size: UInt64, like other: String, _ read: (([UInt8]) throws -> Void) throws -> Void
  ) throws -> String {
    let header = Array("blob \(size)\0".utf8)
    guard other.utf8.count == sha256Length else {
      var hasher = try SHA1Hasher()
      try hasher.update(header.span)
      try read { try hasher.update($0.span) }
      return try hasher.finish().hexadecimalText
    }
    var hasher = try SHA256Hasher()
    try hasher.update(header.span)
    try read { try hasher.update($0.span) }
    return try hasher.finish().description
  }
}
