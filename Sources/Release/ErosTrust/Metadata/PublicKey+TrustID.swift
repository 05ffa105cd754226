package import ErosCore
package import ErosCrypto

extension PublicKey {
  /// Returns the key ID in TUF metadata: the SHA-256 digest of the key object's canonical form.
  package func trustKeyID() throws(CryptoError) -> String { try TrustKey(self).id() }
}
