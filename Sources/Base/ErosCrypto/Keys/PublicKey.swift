package import ErosCore

/// Verifies signatures.
///
/// Equal keys have equal ``encoded`` bytes, whatever the form of their document.
package struct PublicKey: Hashable, Sendable {
  package enum Algorithm: Sendable {
    /// Ed25519 (RFC 8032).
    ///
    /// A signature has 64 bytes.
    case ed25519
    /// ECDSA over P-256 with SHA-256.
    ///
    /// A signature is in DER.
    case ecdsaP256
    /// RSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of any length.
    case rsaPSS
  }

  package let algorithm: Algorithm

  /// An Ed25519 key's 32 bytes.
  ///
  /// For any other key, its `SubjectPublicKeyInfo` in DER.
  package let encoded: [UInt8]

  /// Returns `nil` unless there are 32 bytes.
  package init?(ed25519 bytes: [UInt8]) {
    guard bytes.count == Ed25519Encoding.keyLength else { return nil }
    algorithm = .ed25519
    encoded = bytes
  }

  init(algorithm: Algorithm, encoded: [UInt8]) {
    self.algorithm = algorithm
    self.encoded = encoded
  }

  /// In DER.
  private var info: [UInt8] {
    algorithm == .ed25519 ? SubjectPublicKeyInfo.ed25519(encoded) : encoded
  }

  /// The PEM document, which ends with a newline.
  package var pem: String {
    let slice = info[...]
    return String(
      decoding: PEM.encode(slice.span, label: SubjectPublicKeyInfo.label), as: UTF8.self)
  }

  /// Returns `true` if `signature` is valid for `message`.
  ///
  /// A malformed signature is not valid. Ed25519 keys of small order are refused, and so are
  /// encodings of a key or a signature that are not canonical.
  ///
  /// - Throws: `CryptoError` if the system's library fails, for example because it gets no memory.
  package func isValid(
    _ signature: [UInt8], for message: [UInt8]
  ) throws(CryptoError) -> Bool {
    if algorithm == .ed25519 {
      let middle = Ed25519Encoding.keyLength
      guard signature.count == Ed25519Encoding.signatureLength,
        Ed25519Encoding.isAcceptablePoint(encoded[...]),
        Ed25519Encoding.isAcceptablePoint(signature[..<middle]),
        Ed25519Encoding.isReducedScalar(signature[middle...])
      else { return false }
    }
    return try SystemCryptography.isValid(signature, for: message, self)
  }
}
