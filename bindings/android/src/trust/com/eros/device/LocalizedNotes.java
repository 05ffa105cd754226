package com.eros.device;

import java.util.Locale;
import java.util.TreeMap;

/** The notes of a release in several languages. */
final class LocalizedNotes {
  private static final int MAXIMUM_COUNT = 32;
  /** The maximum length of a text, in bytes; every device downloads all of them. */
  private static final int MAXIMUM_LENGTH = 1000;
  private static final int MAXIMUM_TAG_LENGTH = 35;
  /** A language, a script, a region and variants of BCP 47, in lowercase. */
  private static final String TAG =
      "([a-z]{2,3}|[a-z]{5,8})(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*";

  /** The texts by language tags in their canonical case, such as {@code zh-Hans}. */
  final TreeMap<String, String> texts = new TreeMap<String, String>();

  /**
   * Reads the notes in signed metadata; {@code null} has no texts.
   *
   * <p>Texts that exceed the limits, and tags that are not known to be well-formed, are ignored, because a later
   * version may permit them.
   */
  LocalizedNotes(JsonObject members) throws JsonException {
    if (members == null) return;
    for (String key : members.keys()) {
      String text = members.get(key).string();
      if (text == null) throw new JsonException("the text for " + DisplayText.quoteStart(key) + " is not a string");
      String tag = canonicalTag(key);
      boolean isKept = tag != null && Utf8.length(text) <= MAXIMUM_LENGTH && texts.size() < MAXIMUM_COUNT;
      if (isKept) texts.put(tag, text);
    }
  }

  /** Returns a language tag in its canonical case, or {@code null} if it is malformed. */
  static String canonicalTag(String text) {
    if (text.length() > MAXIMUM_TAG_LENGTH || !Utf8.isAscii(text)) return null;
    String tag = text.toLowerCase(Locale.ROOT);
    if (!tag.matches(TAG)) return null;
    StringBuilder canonical = new StringBuilder();
    for (String part : tag.split("-")) {
      boolean isFirst = canonical.length() == 0;
      boolean isScript = part.length() == 4 && part.charAt(0) > '9';
      int upper = isScript ? 1 : part.length() == 2 && !isFirst ? 2 : 0;
      if (!isFirst) canonical.append('-');
      canonical.append(part.substring(0, upper).toUpperCase(Locale.ROOT)).append(part.substring(upper));
    }
    return canonical.toString();
  }
}
