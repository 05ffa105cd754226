public import ErosCore

/// Computes a file's size and both digests in one pass.
///
/// You can reuse it for several files.
///
/// ```swift
/// var hasher = try FileHasher()
/// try hasher.update(bytes)
/// let digest: FileDigest = try hasher.finish()
/// ```
public struct FileHasher: ~Copyable {
  /// In bytes.
  ///
  /// The algorithms take turns, so that a chunk stays in the processor's cache.
  private static let stride = 16 * 1024

  private var md5: MD5Hasher
  private var sha256: SHA256Hasher
  private var size: UInt64 = 0

  /// Starts with an empty hash.
  public init() throws(CryptoError) {
    let md5 = try MD5Hasher()
    let sha256 = try SHA256Hasher()
    self.md5 = md5
    self.sha256 = sha256
  }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.stride, bytes.count)
      let chunk = bytes.extracting(start..<end)
      try md5.update(chunk)
      try sha256.update(chunk)
      start = end
    }
    size += UInt64(bytes.count)
  }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the size and digests.
  ///
  /// The next hash starts empty.
  public mutating func finish() throws(CryptoError) -> FileDigest {
    defer { size = 0 }
    return FileDigest(size: size, md5: try md5.finish(), sha256: try sha256.finish())
  }
}

extension MD5Digest {
  /// Returns the digest of `bytes`.
  public static func of(_ bytes: Span<UInt8>) throws(CryptoError) -> MD5Digest {
    var hasher = try MD5Hasher()
    try hasher.update(bytes)
    return try hasher.finish()
  }

  /// Returns the digest of `bytes`.
  public static func of(_ bytes: [UInt8]) throws(CryptoError) -> MD5Digest {
    let slice = bytes[...]
    return try of(slice.span)
  }
}

extension SHA256Digest {
  /// Returns the digest of `bytes`.
  public static func of(_ bytes: Span<UInt8>) throws(CryptoError) -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try hasher.update(bytes)
    return try hasher.finish()
  }

  /// Returns the digest of `bytes`.
  public static func of(_ bytes: [UInt8]) throws(CryptoError) -> SHA256Digest {
    let slice = bytes[...]
    return try of(slice.span)
  }
}

extension SHA512Digest {
  /// Returns the digest of `bytes`.
  public static func of(_ bytes: Span<UInt8>) throws(CryptoError) -> SHA512Digest {
    var context = try DigestContext<SHA512Digest>()
    try context.update(bytes)
    return try context.finish()
  }
}
