package com.eros.device;

/** A public key in metadata. */
final class TrustKey {
  /** The key ID: the SHA-256 of the canonical form of the object, with all its fields. */
  final String id;
  private final String keyType;
  private final String scheme;
  /** Hexadecimal digits for Ed25519, PEM for other types. */
  private final String value;

  TrustKey(JsonValue json) throws JsonException {
    JsonFields fields = new JsonFields(json, "a key");
    keyType = fields.string("keytype");
    scheme = fields.string("scheme");
    value = new JsonFields(fields.required("keyval"), "'keyval' of a key").string("public");
    id = Hashing.sha256(CanonicalJson.encode(json));
  }

  /** Returns the key for verifying, or {@code null} if it is of an unsupported type or invalid. */
  PublicKey publicKey() {
    if (keyType.equals("ed25519") && scheme.equals("ed25519")) return PublicKey.ed25519(value);
    // Older metadata uses the scheme as the type.
    boolean isEcdsa = scheme.equals("ecdsa-sha2-nistp256") && (keyType.equals("ecdsa") || keyType.equals(scheme));
    boolean isRsa = scheme.equals("rsassa-pss-sha256") && keyType.equals("rsa");
    PublicKey key = isEcdsa || isRsa ? PublicKey.pem(value) : null;
    boolean hasType = isEcdsa && key instanceof EcdsaKey || isRsa && key instanceof RsaPssKey;
    return hasType ? key : null;
  }
}
