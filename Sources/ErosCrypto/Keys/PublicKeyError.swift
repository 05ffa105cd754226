/// The reason why a public key cannot be read.
///
/// It does not name a file: the caller adds the location to an error of its own.
package enum PublicKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document is larger than 16 KiB.
  case tooLarge
  /// The text is not a PEM document.
  case notPEM
  /// The PEM document is followed by more data.
  case trailingData
  /// The PEM document contains a private key.
  case privateKey
  /// The PEM document contains an object of another type, such as a certificate.
  case otherType(String)
  /// The key is not a valid `SubjectPublicKeyInfo`, or its point is not on the curve.
  case malformed
  /// The key is for another algorithm.
  case otherAlgorithm
  /// The key is for another elliptic curve than P-256.
  case otherCurve
  /// The size of an RSA key is not supported.
  case modulusSize(Int)
  /// The public exponent of an RSA key is even, 1, or longer than 32 bits.
  case exponent

  package var description: String {
    switch self {
    case .tooLarge: "the file is larger than 16 KiB"
    case .notPEM: "not a PEM document"
    case .trailingData: "the PEM document is followed by more data"
    case .privateKey: "expected a public key, found a private key"
    case .otherType(let label): "expected PEM type 'PUBLIC KEY', found '\(label)'"
    case .malformed: "the public key is malformed"
    case .otherAlgorithm: "unsupported key algorithm"
    case .otherCurve: "unsupported elliptic curve; only P-256 is supported"
    case .modulusSize(let bits): "an RSA key must have 2048 to 8192 bits, found \(bits)"
    case .exponent: "the public exponent of the RSA key is invalid"
    }
  }
}
