// In CI, the tests contain both libraries on Linux, so that the code for CryptoKit runs in the same
// build.
#if SWIFT_CRYPTO
import ErosCore
import Glibc

/// Computes with OpenSSL, or with swift-crypto if `EROS_CRYPTOGRAPHY` is `swift-crypto`.
///
/// swift-crypto stands in for CryptoKit.
enum TestedCryptography {
  typealias MD5 = TestedHash<OpenSSLCryptography.MD5, CryptoKitCryptography.MD5>
  typealias SHA256 = TestedHash<OpenSSLCryptography.SHA256, CryptoKitCryptography.SHA256>
  typealias SHA512 = TestedHash<OpenSSLCryptography.SHA512, CryptoKitCryptography.SHA512>

  static let usesCryptoKit =
    unsafe getenv("EROS_CRYPTOGRAPHY").map { unsafe String(cString: $0) } == "swift-crypto"

  static func isValid(
    _ signature: [UInt8], for message: [UInt8], _ key: PublicKey
  ) throws(CryptoError) -> Bool {
    usesCryptoKit
      ? try CryptoKitCryptography.isValid(signature, for: message, key)
      : try OpenSSLCryptography.isValid(signature, for: message, key)
  }

  static func uncompressedP256(_ point: [UInt8]) -> [UInt8]? {
    usesCryptoKit
      ? CryptoKitCryptography.uncompressedP256(point) : OpenSSLCryptography.uncompressedP256(point)
  }

  static func cleanse(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe OpenSSLCryptography.cleanse(buffer)
  }
}

/// A hash function from either library.
enum TestedHash<OpenSSL: HashState, CryptoKit: HashState>: HashState {
  case openSSL(OpenSSL)
  case cryptoKit(CryptoKit)

  static func start() throws(CryptoError) -> Self {
    TestedCryptography.usesCryptoKit ? .cryptoKit(try .start()) : .openSSL(try .start())
  }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) throws(CryptoError) {
    switch self {
    case .openSSL(var state):
      try unsafe state.update(bytes)
      self = .openSSL(state)
    case .cryptoKit(var state):
      try unsafe state.update(bytes)
      self = .cryptoKit(state)
    }
  }

  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
    switch self {
    case .openSSL(var state): try unsafe state.finish(digest)
    case .cryptoKit(var state): try unsafe state.finish(digest)
    }
  }
}
#endif
