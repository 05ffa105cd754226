import ErosCore
import ErosCrypto

/// A public key in metadata.
package struct TrustKey: Sendable {
  /// The type and the scheme of an Ed25519 key.
  private static let ed25519 = "ed25519"

  /// The type of the key, for example `ed25519`.
  let keyType: String
  /// The signature scheme, for example `ecdsa-sha2-nistp256`.
  let scheme: String
  /// The public value: hexadecimal digits for Ed25519, PEM for other types.
  let publicValue: String
  /// The fields that the specification does not define; the key ID depends on these fields.
  private let unknown: [String: JSONValue]
  private let unknownValues: [String: JSONValue]

  /// Creates the metadata object of a key.
  ///
  /// The object of an ECDSA or RSA key contains the PEM document ``PublicKey/pem``, as in
  /// securesystemslib. If a repository contains another form of the same key, the key ID differs.
  init(_ key: PublicKey) {
    (keyType, scheme, publicValue) =
      switch key.algorithm {
      case .ed25519: (Self.ed25519, Self.ed25519, key.encoded.hexadecimalText)
      case .ecdsaP256: ("ecdsa", "ecdsa-sha2-nistp256", key.pem)
      case .rsaPSS: ("rsa", "rsassa-pss-sha256", key.pem)
      }
    unknown = [:]
    unknownValues = [:]
  }

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a key")
    keyType = try fields.string("keytype")
    scheme = try fields.string("scheme")
    var values = try JSONFields(fields.value("keyval"), "'keyval' of a key")
    publicValue = try values.string("public")
    unknown = fields.unknown
    unknownValues = values.unknown
    guard unknown.isEmpty && unknownValues.isEmpty || CanonicalJSON.encode(json) != nil else {
      throw JSONFieldFailure("a key contains a number that is not an integer")
    }
  }

  /// The object in metadata.
  var json: JSONValue {
    .sorted(
      unknown.merging([
        "keytype": .string(keyType), "scheme": .string(scheme),
        "keyval": .sorted(unknownValues.merging(["public": .string(publicValue)]) { $1 }),
      ]) { $1 })
  }

  /// Returns the key ID: the SHA-256 digest of the object's canonical form.
  func id() throws(CryptoError) -> String {
    guard let bytes = CanonicalJSON.encode(json) else {
      preconditionFailure("a key without a canonical form cannot be created")
    }
    return try SHA256Digest.of(bytes).description
  }

  /// The key for verifying signatures.
  ///
  /// `nil` if the type or scheme is unsupported, or the public value is invalid.
  var publicKey: PublicKey? {
    switch (keyType, scheme) {
    case (Self.ed25519, Self.ed25519):
      guard let bytes = [UInt8](hexadecimal: publicValue) else { return nil }
      return PublicKey(ed25519: bytes)
    // Older metadata uses the scheme as the type.
    case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
      return try? PublicKey(pem: publicValue, algorithm: .ecdsaP256)
    case ("rsa", "rsassa-pss-sha256"):
      return try? PublicKey(pem: publicValue, algorithm: .rsaPSS)
    default: return nil
    }
  }
}
