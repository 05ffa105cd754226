package com.eros.device;

import java.util.Locale;

/** The names of roles and of their files. */
final class RoleName {
  /** Lists the keys of all top-level roles. */
  static final String ROOT = "root";
  /** Lists the current snapshot; signed again every few days. */
  static final String TIMESTAMP = "timestamp";
  /** Lists the versions of all targets metadata. */
  static final String SNAPSHOT = "snapshot";
  /** Lists files, and delegates to other roles. */
  static final String TARGETS = "targets";

  /** The suffix of the names of all metadata files. */
  static final String SUFFIX = ".json";
  /** The maximum length of a file name in bytes, so that a version and a temporary suffix fit. */
  private static final int MAXIMUM_FILE_LENGTH = 200;

  private RoleName() {}

  /** Returns the names of the top-level roles. */
  static String[] topLevel() {
    return new String[] {ROOT, TIMESTAMP, SNAPSHOT, TARGETS};
  }

  /** Returns the name of a role's file, for example {@code my-app-production.json}. */
  static String file(String role) {
    return percentEncoded(role) + SUFFIX;
  }

  static boolean hasValidLength(String role) {
    return file(role).length() <= MAXIMUM_FILE_LENGTH;
  }

  /**
   * Returns whether a delegated role can have the name.
   *
   * <p>It must not have the file of a top-level role, even on a case-insensitive file system.
   */
  static boolean allowsDelegation(String role) {
    String file = file(role).toLowerCase(Locale.ROOT);
    for (String name : topLevel()) if (file.equals(name + SUFFIX)) return false;
    return !role.isEmpty();
  }

  /** Returns a text with each byte as {@code %XX}, except the unreserved characters of RFC 3986, section 2.3. */
  static String percentEncoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte unit : Utf8.encode(text)) {
      boolean isPlain = Ascii.isLetter(unit) || Ascii.isDigit(unit) || unit >= 0 && "-._~".indexOf(unit) >= 0;
      if (isPlain) {
        encoded.append((char) unit);
      } else {
        encoded.append('%').append(Hex.number(unit & 0xFF, 2).toUpperCase(Locale.ROOT));
      }
    }
    return encoded.toString();
  }
}
