package com.eros.device;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A metadata file with its signatures; parsing does not verify them. */
final class SignedMetadata {
  /** A value needs about 100 bytes of memory, but may need only 2 bytes in a malicious file. */
  private static final int MAXIMUM_VALUES = 200_000;

  final RoleMetadata contents;
  /** The signatures by key ID; {@code null} for one that is not in hexadecimal digits. */
  private final Map<String, byte[]> signatures = new HashMap<String, byte[]>();
  /** The canonical form of the contents. */
  final byte[] signedBytes;

  /**
   * Parses a file.
   *
   * @param bytes the contents of the file
   * @param type the expected type: the name of a top-level role
   * @param file the name of the file in errors
   */
  SignedMetadata(byte[] bytes, String type, String file) throws TrustException {
    try {
      JsonFields fields = new JsonFields(JsonReader.read(bytes, bytes.length, MAXIMUM_VALUES), "the file");
      JsonValue signed = fields.required("signed");
      signedBytes = CanonicalJson.encode(signed);
      contents = RoleMetadata.read(signed, type);
      readSignatures(fields);
    } catch (JsonException error) {
      // No JSON document starts with this character.
      if (firstCharacter(bytes) == '<') throw TrustException.page(file);
      throw TrustException.malformed(file, DisplayText.shorten(error.getMessage(), 200));
    }
  }

  private void readSignatures(JsonFields fields) throws JsonException {
    Set<String> keyIds = new HashSet<String>();
    for (JsonValue item : fields.array("signatures")) {
      JsonFields signature = new JsonFields(item, "a signature");
      String keyId = signature.string("keyid");
      if (!keyIds.add(BundlePath.compose(keyId))) {
        throw new JsonException("it has two signatures with the same key ID");
      }
      signatures.put(keyId, Hex.decode(signature.string("sig")));
    }
  }

  private static int firstCharacter(byte[] bytes) {
    for (byte unit : bytes) if (" \t\r\n".indexOf(unit) < 0) return unit;
    return 0;
  }

  /**
   * Returns the number of different keys of a role that have signed the contents, at most its threshold.
   *
   * <p>A key counts once, even if {@code table} contains it under several key IDs. Invalid signatures do not count,
   * and keys whose ID is not their digest do not count either.
   */
  int signerCount(RoleKeys role, Map<String, TrustKey> table) {
    Set<PublicKey> signers = new HashSet<PublicKey>();
    for (String keyId : role.keyIds) {
      byte[] signature = signatures.get(keyId);
      TrustKey key = table.get(keyId);
      if (signature == null || key == null || !key.id.equals(keyId)) continue;
      PublicKey opened = key.publicKey();
      boolean isNew = opened != null && !signers.contains(opened);
      if (isNew && opened.isValid(signature, signedBytes)) signers.add(opened);
      if (signers.size() >= role.threshold) break;
    }
    return signers.size();
  }
}
