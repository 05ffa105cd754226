public import ErosCore

/// An incremental hash computation, reusable for several files.
struct DigestContext<Digest: ComputedDigest>: ~Copyable {
  private var state: Digest.State

  init() throws(CryptoError) { state = try .start() }

  mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(CryptoError) in
      try unsafe state.update(buffer)
    }
  }

  /// Returns the digest.
  ///
  /// The next hash starts empty.
  mutating func finish() throws(CryptoError) -> Digest {
    var bytes = Digest.Bytes()
    try unsafe withUnsafeMutableBytes(of: &bytes) { buffer throws(CryptoError) in
      guard let digest = buffer.baseAddress else { throw CryptoError(reasons: []) }
      try unsafe state.finish(digest.assumingMemoryBound(to: UInt8.self))
    }
    state = try .start()
    return Digest(bytes: bytes)
  }
}

/// Computes an MD5 digest of bytes that arrive in parts.
public struct MD5Hasher: ~Copyable {
  private var context: DigestContext<MD5Digest>

  /// Starts with an empty hash.
  public init() throws(CryptoError) { context = try DigestContext() }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the digest.
  ///
  /// The next hash starts empty.
  public mutating func finish() throws(CryptoError) -> MD5Digest { try context.finish() }
}

/// Computes a SHA-256 digest of bytes that arrive in parts.
///
/// ```swift
/// var hasher = try SHA256Hasher()
/// for part in ["a", "bc"] { try hasher.update(Array(part.utf8)) }
/// let digest = try hasher.finish()  // the digest of "abc"
/// ```
public struct SHA256Hasher: ~Copyable {
  private var context: DigestContext<SHA256Digest>

  /// Starts with an empty hash.
  public init() throws(CryptoError) { context = try DigestContext() }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Hashes the next bytes.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the digest.
  ///
  /// The next hash starts empty.
  public mutating func finish() throws(CryptoError) -> SHA256Digest { try context.finish() }
}
