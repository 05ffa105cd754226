import ErosCore
import ErosCrypto

package struct TrustKey: Sendable {
  /// Both the type and the scheme of Ed25519 keys.
  private static let ed25519 = "ed25519"

  /// For example `ed25519`.
  let keyType: String
  /// For example `ecdsa-sha2-nistp256`.
  let scheme: String
  /// Hexadecimal digits for Ed25519, PEM for all other types.
  let publicValue: String
  /// Fields that the specification does not define.
  ///
  /// They are part of the key ID.
  private let unknown: [String: JSONValue]
  private let unknownValues: [String: JSONValue]

  /// Describes a key for metadata.
  ///
  /// ECDSA and RSA keys are written as ``PublicKey/pem``, like securesystemslib does. If a
  /// repository spells the same key differently, the key ID differs.
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

  var json: JSONValue {
    .sorted(
      unknown.merging([
        "keytype": .string(keyType), "scheme": .string(scheme),
        "keyval": .sorted(unknownValues.merging(["public": .string(publicValue)]) { $1 }),
      ]) { $1 })
  }

  /// Returns the SHA-256 digest of the key object in canonical form.
  func id() throws(CryptoError) -> String {
    guard let bytes = CanonicalJSON.encode(json) else {
      preconditionFailure("a key without a canonical form cannot be created")
    }
    return try SHA256Digest.of(bytes).description
  }

  /// The key to verify with, or `nil` if it is unsupported or invalid.
  var publicKey: PublicKey? {
    switch (keyType, scheme) {
    case (Self.ed25519, Self.ed25519):
      guard let bytes = [UInt8](hexadecimal: publicValue) else { return nil }
      return PublicKey(ed25519: bytes)
    // In older metadata, the type repeats the scheme.
    case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
      return try? PublicKey(pem: publicValue, algorithm: .ecdsaP256)
    case ("rsa", "rsassa-pss-sha256"):
      return try? PublicKey(pem: publicValue, algorithm: .rsaPSS)
    default: return nil
    }
  }
}
