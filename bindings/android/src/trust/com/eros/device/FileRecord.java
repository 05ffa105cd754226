package com.eros.device;

import java.util.Arrays;

/** The recorded length and digest of a file. */
class FileRecord {
  private static final String SHA256 = "sha256";
  private static final String SHA512 = "sha512";

  /** The length in bytes, or -1 if it is not recorded. */
  final long length;
  /** The SHA-256, or the SHA-512 if there is no SHA-256, in hexadecimal digits; {@code null} without digests. */
  final String digest;

  /** Reads {@code length} and {@code hashes}; other digests are ignored. */
  FileRecord(JsonFields fields, String name) throws JsonException {
    length = fields.integer("length", 0, Long.MAX_VALUE, -1);
    JsonValue hashes = fields.optional("hashes");
    JsonFields digests = hashes == null ? null : new JsonFields(hashes, "'hashes' of '" + name + "'");
    boolean isLong = digests != null && !digests.has(SHA256) && digests.has(SHA512);
    digest = digests == null ? null
        : isLong ? digests.hex(SHA512, 2 * Hex.SHA256_DIGITS) : digests.sha256(SHA256);
  }

  /** Returns whether bytes have the recorded length and digest. */
  final boolean matches(byte[] bytes) {
    if (length >= 0 && length != bytes.length) return false;
    if (digest == null) return true;
    boolean isShort = digest.length() == Hex.SHA256_DIGITS;
    return Arrays.equals((isShort ? Hashing.sha256() : Hashing.sha512()).digest(bytes), Hex.decode(digest));
  }
}
