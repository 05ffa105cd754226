package com.eros.device;

import java.util.HashSet;
import java.util.Set;

/**
 * The testers of a channel: the contents of its file {@code testers.json}.
 *
 * <p>Testers get the releases of the channel that are in a rollout, whichever share of devices it includes. The file
 * has salted hashes of their identifiers, so a device finds itself in it without telling anyone.
 */
final class TesterList {
  static final String FILE_NAME = "testers.json";
  /** The maximum length of the file, in bytes. */
  static final int MAXIMUM_LENGTH = 1 << 20;
  private static final int MAXIMUM_COUNT = 10_000;
  private static final int MAXIMUM_SALT_LENGTH = 64;
  private static final int MAXIMUM_ID_LENGTH = 256;

  private final String salt;
  private final Set<String> hashes = new HashSet<String>();

  /** Parses the file of a channel. */
  TesterList(byte[] bytes, ChannelName channel) throws ChannelException {
    try {
      JsonValue value = JsonReader.read(bytes, MAXIMUM_LENGTH, MAXIMUM_COUNT + 8);
      JsonFields fields = new JsonFields(value, "'" + FILE_NAME + "'");
      if (fields.integer("version", 1, Long.MAX_VALUE) != 1) {
        throw new JsonException("the version of '" + FILE_NAME + "' is unknown");
      }
      salt = fields.string("salt");
      int length = Utf8.length(salt);
      if (length == 0 || length > MAXIMUM_SALT_LENGTH) {
        throw new JsonException("the salt of '" + FILE_NAME + "' has " + length + " bytes");
      }
      int count = fields.array("testers").size();
      if (count > MAXIMUM_COUNT) throw new JsonException("'" + FILE_NAME + "' has " + count + " testers");
      for (JsonValue tester : fields.array("testers")) {
        if (!Hex.isSha256(tester.string())) throw new JsonException("a tester is not a SHA-256 digest");
        hashes.add(tester.string());
      }
    } catch (JsonException error) {
      throw ChannelException.malformed(channel, error);
    }
  }

  /** Returns whether the list has a tester, whose identifier {@link #identifier} has read. */
  boolean contains(String tester) {
    return hashes.contains(Hashing.sha256(Utf8.encode(salt + tester)));
  }

  /**
   * Reads an identifier as a person has typed it: without spaces around it, in lowercase ASCII.
   *
   * @return the identifier, or {@code null} if it is empty, longer than 256 bytes, or has control characters
   */
  static String identifier(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) start++;
    while (start < end && isSpace(text.charAt(end - 1))) end--;
    StringBuilder identifier = new StringBuilder();
    for (int index = start; index < end; index++) {
      char unit = text.charAt(index);
      if (unit < 0x20 || unit == 0x7F) return null;
      identifier.append(Ascii.isLetter(unit) ? (char) (unit | 0x20) : unit);
    }
    boolean isValid = start < end && Utf8.length(identifier.toString()) <= MAXIMUM_ID_LENGTH;
    return isValid ? identifier.toString() : null;
  }

  private static boolean isSpace(char unit) {
    return unit == ' ' || unit == '\t';
  }
}
