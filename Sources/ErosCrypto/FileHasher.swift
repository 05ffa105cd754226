public import ErosCore

/// Computes the size and both digests of a file in one pass; reused from file to file.
public struct FileHasher: ~Copyable {
  /// How many bytes are hashed by one algorithm before the other one gets them, so that they are
  /// still in the processor's cache.
  private static let stride = 16 * 1024

  private var md5: MD5Hasher
  private var sha256: SHA256Hasher
  private var size: UInt64 = 0

  /// Starts an empty hash.
  public init() throws(CryptoError) {
    let md5 = try MD5Hasher()
    let sha256 = try SHA256Hasher()
    self.md5 = md5
    self.sha256 = sha256
  }

  /// Adds `bytes` to what has been hashed so far.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.stride, bytes.count)
      let piece = bytes.extracting(start..<end)
      try md5.update(piece)
      try sha256.update(piece)
      start = end
    }
    size += UInt64(bytes.count)
  }

  /// Returns what was computed and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> FileDigest {
    defer { size = 0 }
    return FileDigest(size: size, md5: try md5.finish(), sha256: try sha256.finish())
  }
}

extension MD5Digest {
  /// Computes the digest of `bytes`.
  public static func of(_ bytes: Span<UInt8>) throws(CryptoError) -> MD5Digest {
    var hasher = try MD5Hasher()
    try hasher.update(bytes)
    return try hasher.finish()
  }
}

extension SHA256Digest {
  /// Computes the digest of `bytes`.
  public static func of(_ bytes: Span<UInt8>) throws(CryptoError) -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try hasher.update(bytes)
    return try hasher.finish()
  }
}
