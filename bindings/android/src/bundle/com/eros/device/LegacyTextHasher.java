package com.eros.device;

import java.security.MessageDigest;

/**
 * A hasher for the MD5 digests that the old packer may have recorded for a file.
 *
 * <p>It decoded each file to text, and ill-formed UTF-8 became one or more U+FFFD, depending on the version
 * of Node.js. For well-formed UTF-8 all rules give the MD5 of the bytes.
 */
final class LegacyTextHasher {
  /** The rules, as bits of a set. */
  static final int RAW = 1;
  static final int MAXIMAL_SUBPART = 2;
  static final int PER_BYTE = 4;
  static final int STRUCTURAL = 8;
  static final int ALL_RULES = RAW | MAXIMAL_SUBPART | PER_BYTE | STRUCTURAL;

  private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

  private final RuleHasher[] hashers = {
    new RuleHasher(MAXIMAL_SUBPART), new RuleHasher(PER_BYTE), new RuleHasher(STRUCTURAL)
  };

  void update(byte[] bytes) {
    for (RuleHasher hasher : hashers) hasher.update(bytes);
  }

  /** Returns the set of rules that give the recorded digest. */
  int finish(String recorded) {
    int rules = 0;
    for (RuleHasher hasher : hashers) if (hasher.finish().equals(recorded)) rules |= hasher.rule;
    return rules;
  }

  /** A hasher that first decodes the bytes to text by one rule. */
  private static final class RuleHasher {
    final int rule;
    private final MessageDigest md5 = Hashing.md5();
    /** The bytes at the end of the last chunk that cannot be decoded without the next one. */
    private byte[] pending = Bytes.EMPTY;

    RuleHasher(int rule) {
      this.rule = rule;
    }

    void update(byte[] bytes) {
      byte[] chunk = pending.length == 0 ? bytes : Bytes.concat(pending, bytes);
      int position = translate(chunk, false);
      pending = Bytes.range(chunk, position, chunk.length);
    }

    String finish() {
      translate(pending, true);
      return Hex.encode(md5.digest());
    }

    /** Hashes the decoded text of the bytes that do not depend on later ones, and returns their number. */
    private int translate(byte[] bytes, boolean isLast) {
      int position = 0;
      while (position < bytes.length) {
        int invalid = Utf8.firstIllFormed(bytes, position);
        if (invalid < 0) invalid = bytes.length;
        md5.update(bytes, position, invalid - position);
        position = invalid;
        boolean isComplete = isLast || bytes.length - position >= Utf8.MAXIMUM_SEQUENCE;
        if (position == bytes.length || !isComplete) break;
        md5.update(REPLACEMENT);
        position += replacedLength(bytes, position);
      }
      return position;
    }

    /** Returns the number of bytes that become one U+FFFD. */
    private int replacedLength(byte[] bytes, int position) {
      if (rule == PER_BYTE) return 1;
      if (rule == MAXIMAL_SUBPART) return Math.max(1, Utf8.validPrefix(bytes, position));
      int announced = Math.max(1, Utf8.announcedLength(bytes[position]));
      int length = 1;
      while (length < announced && position + length < bytes.length
          && Utf8.isContinuation(bytes[position + length])) {
        length++;
      }
      return length;
    }
  }
}
