public import ErosCore

/// A digest that a hash function of the system's library computes.
protocol ComputedDigest: HexDigest {
  /// The state of the hash function.
  associatedtype State

  /// Returns the state of an empty hash, or `nil` if the function fails.
  static func start() -> State?

  /// Adds bytes to the state, and returns whether the function succeeds.
  static func update(_ state: inout State, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool

  /// Writes the digest to `digest`, and returns whether the function succeeds.
  static func finish(_ state: inout State, _ digest: UnsafeMutablePointer<UInt8>) -> Bool
}

/// An incremental hash computation that can be reused for several files.
struct DigestContext<Digest: ComputedDigest>: ~Copyable {
  private var state: Digest.State

  /// Creates an empty hash.
  init() throws(CryptoError) {
    guard let state = Digest.start() else { throw .lastReported() }
    self.state = state
  }

  /// Appends `bytes` to the hashed data.
  mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    let succeeds = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe Digest.update(&state, buffer)
    }
    guard succeeds else { throw .lastReported() }
  }

  /// Returns the digest and starts an empty hash.
  mutating func finish() throws(CryptoError) -> Digest {
    var bytes = Digest.Bytes()
    let succeeds = unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
      guard let digest = buffer.baseAddress else { return false }
      return unsafe Digest.finish(&state, digest.assumingMemoryBound(to: UInt8.self))
    }
    guard succeeds, let empty = Digest.start() else { throw .lastReported() }
    state = empty
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
