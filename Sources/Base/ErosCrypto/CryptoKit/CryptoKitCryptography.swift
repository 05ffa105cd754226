// CI compiles this file against stubs with the availability of each declaration; see decision 80.
#if canImport(CryptoKit) || SWIFT_CRYPTO
#if SWIFT_CRYPTO
import Crypto
#else
import CryptoKit
import Darwin
#endif
import ErosCore

/// Computes with CryptoKit, on Apple's systems.
enum CryptoKitCryptography {
  typealias MD5 = CryptoKitHash<Insecure.MD5>
  #if SWIFT_CRYPTO
  typealias SHA256 = CryptoKitHash<Crypto.SHA256>
  typealias SHA512 = CryptoKitHash<Crypto.SHA512>
  #else
  typealias SHA256 = CryptoKitHash<CryptoKit.SHA256>
  typealias SHA512 = CryptoKitHash<CryptoKit.SHA512>
  #endif

  /// Verifies a signature.
  ///
  /// `PublicKey` has checked its own rules before.
  ///
  /// RSA is our own code, because CryptoKit lacks it.
  static func isValid(
    _ signature: [UInt8], for message: [UInt8], _ key: PublicKey
  ) throws(ErosCore.CryptoError) -> Bool {
    let encoded = key.encoded
    switch key.algorithm {
    case .ed25519:
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: encoded) else {
        return false
      }
      return key.isValidSignature(signature, for: message)
    case .ecdsaP256:
      let point = Array(encoded.suffix(1 + 2 * SubjectPublicKeyInfo.coordinateLength))
      guard let key = try? P256.Signing.PublicKey(x963Representation: point),
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .rsaPSS: return try RSAPSS(encoded)?.isValid(signature, for: message) ?? false
    }
  }

  /// Returns a P-256 point in uncompressed form, or `nil` if it is not on the curve.
  ///
  /// Systems before iOS 16 and macOS 13 cannot read a compressed point.
  static func uncompressedP256(_ point: [UInt8]) -> [UInt8]? {
    if point.first == 4 {
      let key = try? P256.Signing.PublicKey(x963Representation: point)
      return key == nil ? nil : point
    }
    guard #available(iOS 16, macOS 13, watchOS 9, tvOS 16, visionOS 1, *),
      let key = try? P256.Signing.PublicKey(compressedRepresentation: point)
    else { return nil }
    return Array(key.x963Representation)
  }

  #if canImport(CryptoKit)
  static func cleanse(_ buffer: UnsafeMutableRawBufferPointer) {
    // `memset_s` requires a pointer.
    if let start = buffer.baseAddress { unsafe memset_s(start, buffer.count, 0, buffer.count) }
  }
  #endif
}
#endif
