public import ErosCore

/// An incremental hash computation that can be reused for several files.
struct DigestContext<Digest: ComputedDigest>: ~Copyable {
  private var state: Digest.State

  /// Creates an empty hash.
  init() throws(CryptoError) { state = try .start() }

  /// Appends `bytes` to the hashed data.
  mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(CryptoError) in
      try unsafe state.update(buffer)
    }
  }

  /// Returns the digest and starts an empty hash.
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

/// An incremental MD5 hasher.
public struct MD5Hasher: ~Copyable {
  private var context: DigestContext<MD5Digest>

  /// Creates an empty hash.
  public init() throws(CryptoError) { context = try DigestContext() }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the digest and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> MD5Digest { try context.finish() }
}

/// An incremental SHA-256 hasher.
public struct SHA256Hasher: ~Copyable {
  private var context: DigestContext<SHA256Digest>

  /// Creates an empty hash.
  public init() throws(CryptoError) { context = try DigestContext() }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
    let slice = bytes[...]
    try update(slice.span)
  }

  /// Returns the digest and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> SHA256Digest { try context.finish() }
}
