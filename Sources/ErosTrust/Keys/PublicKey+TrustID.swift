import ErosCore
package import ErosCrypto

extension PublicKey {
  /// Returns the key ID in TUF metadata: the SHA-256 digest of the key object's canonical form.
  ///
  /// The object of an ECDSA or RSA key contains the PEM document ``PublicKey/pem``, as in
  /// securesystemslib. A repository that contains another form of the same key has another ID.
  package func trustKeyID() throws -> String {
    let (type, scheme, value) =
      switch algorithm {
      case .ed25519: ("ed25519", "ed25519", encoded.hexadecimalText)
      case .ecdsaP256: ("ecdsa", "ecdsa-sha2-nistp256", pem)
      case .rsaPSS: ("rsa", "rsassa-pss-sha256", pem)
      }
    let key = try TrustKey(
      .sorted([
        "keytype": .string(type), "scheme": .string(scheme),
        "keyval": .sorted(["public": .string(value)]),
      ]))
    // An object of strings always has a canonical form.
    return try key.id() ?? ""
  }
}
