package import ErosCore

/// A reason why a document with a key cannot be read.
///
/// It names no file and contains no part of the key. The caller adds the location in its own error.
package enum KeyDocumentError: ErrorClause, Hashable, Sendable, CustomStringConvertible {
  /// The document is larger than 16 KiB.
  case tooLarge
  /// The document has only white space.
  case empty
  /// The text is not a PEM document.
  case notPEM
  /// The text is a key in OpenSSH's format.
  case openSSH
  /// The last line is missing or does not match the first line.
  case noEnd(String)
  /// The base64 text is damaged.
  case damagedBase64
  /// More data follows the PEM document.
  case trailingData
  /// The document contains another object, such as a certificate.
  case otherType(String)
  /// The document contains a public key instead of a private key.
  case publicKey
  /// The document contains a private key instead of a public key.
  case privateKey
  /// The key is not a valid `PrivateKeyInfo` or `SubjectPublicKeyInfo`, or its point is not on the
  /// curve.
  case malformed
  /// The private key is for another algorithm than Ed25519.
  case notEd25519
  /// The public key is for an unsupported algorithm.
  case otherAlgorithm
  /// The public key is for another elliptic curve than P-256.
  case otherCurve
  /// An RSA key has an unsupported size.
  case modulusSize(Int)
  /// An RSA key's public exponent is even, 1, or longer than 32 bits.
  case exponent
  /// The private key is encrypted, and there is no passphrase.
  case passphraseMissing
  /// The passphrase is wrong, or the encrypted key is corrupt.
  case wrongPassphrase
  /// The private key is encrypted by another method than PBES2 with AES-256-CBC.
  case otherEncryption
  /// An unsupported function derives the encryption key from the passphrase.
  case otherDerivation(String)
  /// Deriving the key from the passphrase would take too much time or memory.
  case tooExpensive

  package var description: String { "\(clause)" }

  package var clause: Message {
    switch self {
    case .tooLarge: "it is larger than 16 KiB"
    case .empty: "it is empty"
    case .notPEM: "not a PEM document"
    case .openSSH: "the format of OpenSSH is not supported"
    case .noEnd(let label): "the line '-----END \(label)-----' is missing"
    case .damagedBase64: "the base64 text is damaged"
    case .trailingData: "the PEM document is followed by more data"
    case .otherType(let label): "unsupported PEM type '\(label)'"
    case .publicKey: "expected a private key, found a public key"
    case .privateKey: "expected a public key, found a private key"
    case .malformed: "the key is malformed"
    case .notEd25519: "the private key is not an Ed25519 key"
    case .otherAlgorithm: "unsupported key algorithm"
    case .otherCurve: "unsupported elliptic curve; only P-256 is supported"
    case .modulusSize(let bits): "an RSA key must have 2048 to 8192 bits, found \(bits)"
    case .exponent: "the public exponent of the RSA key is invalid"
    case .passphraseMissing: "the private key is encrypted, and no passphrase was given"
    case .wrongPassphrase: "wrong passphrase, or the encrypted key is corrupt"
    case .otherEncryption: "unsupported encryption; only PBES2 with AES-256-CBC is supported"
    case .otherDerivation(let name):
      "unsupported key derivation \(name); PBKDF2 with HMAC and SHA-1, SHA-256 or SHA-512, and scrypt are supported"
    case .tooExpensive: "decryption would take too much time or memory"
    }
  }
}
