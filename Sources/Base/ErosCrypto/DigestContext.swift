import COpenSSL
public import ErosCore

/// A digest that one of OpenSSL's hash functions computes.
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

extension MD5Digest: ComputedDigest {
  static func start() -> MD5_CTX? {
    var state = MD5_CTX()
    return unsafe eros_md5_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout MD5_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_md5_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout MD5_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_md5_final(&state, digest) == 1
  }
}

extension SHA256Digest: ComputedDigest {
  static func start() -> SHA256_CTX? {
    var state = SHA256_CTX()
    return unsafe eros_sha256_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout SHA256_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_sha256_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout SHA256_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_sha256_final(&state, digest) == 1
  }
}

extension SHA512Digest: ComputedDigest {
  static func start() -> SHA512_CTX? {
    var state = SHA512_CTX()
    return unsafe eros_sha512_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout SHA512_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_sha512_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout SHA512_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_sha512_final(&state, digest) == 1
  }
}

/// An incremental hash computation of OpenSSL that can be reused for several files.
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
