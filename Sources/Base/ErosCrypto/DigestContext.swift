import COpenSSL
public import ErosCore

/// An incremental hash computation of OpenSSL that can be reused for several files.
///
/// The type owns an `EVP_MD_CTX` and the fetched algorithm. It cannot be copied, so both are freed
/// exactly once.
@safe
struct DigestContext<Digest: HexDigest>: ~Copyable {
  private let context: OpaquePointer
  private let algorithm: OpaquePointer

  /// Creates an empty hash with the algorithm that OpenSSL calls `name`.
  init(algorithm name: String) throws(CryptoError) {
    guard let algorithm = unsafe EVP_MD_fetch(nil, name, nil) else { throw .lastReported() }
    guard let context = unsafe EVP_MD_CTX_new() else {
      unsafe EVP_MD_free(algorithm)
      throw .lastReported()
    }
    guard unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1 else {
      unsafe EVP_MD_CTX_free(context)
      unsafe EVP_MD_free(algorithm)
      throw .lastReported()
    }
    unsafe self.algorithm = algorithm
    unsafe self.context = context
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
    unsafe EVP_MD_free(algorithm)
  }

  /// Appends `bytes` to the hashed data.
  mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
    guard status == 1 else { throw .lastReported() }
  }

  /// Returns the digest and starts an empty hash.
  mutating func finish() throws(CryptoError) -> Digest {
    var bytes = Digest.Bytes()
    let status = unsafe withUnsafeMutableBytes(of: &bytes) { buffer in
      unsafe EVP_DigestFinal_ex(
        context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    guard status == 1, unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1 else {
      throw .lastReported()
    }
    return Digest(bytes: bytes)
  }
}

/// An incremental MD5 hasher.
public struct MD5Hasher: ~Copyable {
  private var context: DigestContext<MD5Digest>

  /// Creates an empty hash.
  public init() throws(CryptoError) { context = try DigestContext(algorithm: "MD5") }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Returns the digest and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> MD5Digest { try context.finish() }
}

/// An incremental SHA-256 hasher.
public struct SHA256Hasher: ~Copyable {
  private var context: DigestContext<SHA256Digest>

  /// Creates an empty hash.
  public init() throws(CryptoError) { context = try DigestContext(algorithm: "SHA256") }

  /// Appends `bytes` to the hashed data.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    try context.update(bytes)
  }

  /// Returns the digest and starts an empty hash.
  public mutating func finish() throws(CryptoError) -> SHA256Digest { try context.finish() }
}
