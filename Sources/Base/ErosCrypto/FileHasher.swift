public import ErosCore

/// An incremental hasher for the size and both digests of a file; can be reused for several files.
public struct FileHasher: ~Copyable {
  /// The number of bytes that one algorithm hashes before the other, so that they stay in the
  /// processor's cache.
  private static let stride = 16 * 1024

  private var md5: MD5Hasher
  private var sha256: SHA256Hasher
  private var size: UInt64 = 0

  /// Creates an empty hash.
  public init() throws(CryptoError) {
    let md5 = try MD5Hasher()
    let sha256 = try SHA256Hasher()
    self.md5 = md5
    self.sha256 = sha256
  }

  /// Appends `bytes` to the hashed data.
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

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the size and the digests and starts an empty hash.
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
