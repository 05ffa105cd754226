// CI compiles this file against stubs with the availability of each declaration; see decision 80.
#if canImport(CryptoKit)
import CryptoKit
import ErosCore

extension PublicKey {
  /// Returns whether CryptoKit verifies a signature; RSA, which it lacks, is our code.
  func isVerified(_ signature: [UInt8], _ message: [UInt8]) throws(CryptoError) -> Bool {
    switch algorithm {
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

  /// Returns the uncompressed form of a point of P-256, or `nil` if it is not on the curve.
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
}
#endif
