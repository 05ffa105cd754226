import ErosCore

// Selects the system's library. The types for the libraries have the same static members, which the
// compiler checks: hash functions, `isValid` (verifies a signature), `uncompressedP256` and
// `cleanse`.
#if canImport(CryptoKit)
typealias SystemCryptography = CryptoKitCryptography
#elseif SWIFT_CRYPTO
typealias SystemCryptography = TestedCryptography
#else
typealias SystemCryptography = OpenSSLCryptography
#endif

extension MD5Digest: ComputedDigest { typealias State = SystemCryptography.MD5 }
extension SHA256Digest: ComputedDigest { typealias State = SystemCryptography.SHA256 }
extension SHA512Digest: ComputedDigest { typealias State = SystemCryptography.SHA512 }

/// A hash function's state in the system's library.
protocol HashState {
  static func start() throws(CryptoError) -> Self

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) throws(CryptoError)

  /// Writes the digest.
  ///
  /// The state is not used again.
  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) throws(CryptoError)
}

/// A digest that the system's library computes.
protocol ComputedDigest: HexDigest {
  associatedtype State: HashState
}
