package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The digests of all root metadata that a device has trusted, from its apps and from the store.
 *
 * <p>If an app ships other root metadata that is not newer than the trusted root metadata, the app belongs to another
 * store. The app is the authority, so the device then trusts the other store.
 */
final class KnownRoots {
  /** The maximum number of digests; the oldest digests are removed first. */
  private static final int MAXIMUM_COUNT = 512;
  /** The maximum length of the file, in bytes. */
  static final int MAXIMUM_LENGTH = MAXIMUM_COUNT * (Hex.SHA256_DIGITS + 1);

  private final List<String> digests = new ArrayList<String>();

  /** Parses a list with one digest per line, and ignores other lines. */
  KnownRoots(byte[] bytes) {
    for (String line : new String(bytes, Utf8.CHARSET).split("\n")) if (Hex.isSha256(line)) digests.add(line);
  }

  /** Returns the contents of the file. */
  byte[] bytes() {
    StringBuilder text = new StringBuilder();
    for (String digest : digests) text.append(digest).append('\n');
    return Utf8.encode(text.toString());
  }

  boolean isEmpty() {
    return digests.isEmpty();
  }

  /** Adds root metadata, and returns whether it is new. */
  boolean add(byte[] root) {
    String digest = Hashing.sha256(root);
    if (digests.contains(digest)) return false;
    digests.add(digest);
    while (digests.size() > MAXIMUM_COUNT) digests.remove(0);
    return true;
  }
}
