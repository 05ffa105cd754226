import ErosCore
package import ErosCrypto

extension PublicKey {
  /// Returns the key ID in TUF metadata: the SHA-256 digest of the key object's canonical form.
  package func trustKeyID() throws(CryptoError) -> String {
    let (type, scheme, value) =
      switch algorithm {
      case .ed25519: ("ed25519", "ed25519", encoded.map { $0.hexadecimal(digits: 2) }.joined())
      case .ecdsaP256: ("ecdsa", "ecdsa-sha2-nistp256", pem)
      case .rsaPSS: ("rsa", "rsassa-pss-sha256", pem)
      }
    let key = JSONValue.sorted([
      "keytype": .string(type), "scheme": .string(scheme),
      "keyval": .sorted(["public": .string(value)]),
    ])
    // An object of strings always has a canonical form.
    let bytes = CanonicalJSON.encode(key) ?? []
    return try SHA256Digest.of(bytes.span).description
  }
}
