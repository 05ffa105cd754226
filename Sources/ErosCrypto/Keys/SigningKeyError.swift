/// The reason why a private key cannot be read.
///
/// It does not name a file and contains nothing of the key: the caller adds the location to an
/// error of its own.
package enum SigningKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document is larger than 16 KiB.
  case tooLarge
  /// The text is not a PEM document.
  case notPEM
  /// The PEM document is followed by more data.
  case trailingData
  /// The PEM document contains a public key.
  case publicKey
  /// The PEM document contains an object of another type, such as an OpenSSH key.
  case otherType(String)
  /// The key is not valid PKCS#8.
  case malformed
  /// The key is not for Ed25519.
  case otherAlgorithm
  /// The key is encrypted, and there is no passphrase.
  case passphraseMissing
  /// The passphrase is wrong, or the encrypted key is corrupt.
  case wrongPassphrase
  /// The key is encrypted by another method than PBES2 with AES-256-CBC.
  case otherEncryption
  /// The derivation of the key from the passphrase would take too much time or memory.
  case tooExpensive

  package var description: String {
    switch self {
    case .tooLarge: "the file is larger than 16 KiB"
    case .notPEM: "not a PEM document"
    case .trailingData: "the PEM document is followed by more data"
    case .publicKey: "expected a private key, found a public key"
    case .otherType(let label): "expected PEM type 'PRIVATE KEY', found '\(label)'"
    case .malformed: "the private key is malformed"
    case .otherAlgorithm: "the private key is not an Ed25519 key"
    case .passphraseMissing: "the private key is encrypted, and no passphrase was given"
    case .wrongPassphrase: "wrong passphrase, or the encrypted key is corrupt"
    case .otherEncryption: "unsupported encryption; only PBES2 with AES-256-CBC is supported"
    case .tooExpensive: "decryption would take too much time or memory"
    }
  }
}
