package com.eros.device;

import java.util.Locale;

/** Texts of untrusted files in messages. */
final class DisplayText {
  private DisplayText() {}

  /** Returns the text with control characters and invisible characters written as <code>\&#117;{…}</code>. */
  static String escape(String text) {
    StringBuilder result = new StringBuilder(text.length());
    int index = 0;
    while (index < text.length()) {
      int scalar = text.codePointAt(index);
      index += Character.charCount(scalar);
      if (isHidden(scalar)) {
        result.append("\\u{").append(Integer.toHexString(scalar)).append('}');
      } else {
        result.appendCodePoint(scalar);
      }
    }
    return result.toString();
  }

  /** Returns the first 80 scalars of a text, escaped. */
  static String shorten(String text) {
    return shorten(text, 80);
  }

  /** Returns the first {@code length} scalars of a text, escaped. */
  static String shorten(String text, int length) {
    int end = 0;
    for (int count = 0; count < length && end < text.length(); count++) {
      end += Character.charCount(text.codePointAt(end));
    }
    return escape(text.substring(0, end)) + (end < text.length() ? "…" : "");
  }

  /** Returns a number of bytes as text, such as {@code 1.5 MB}. */
  static String size(long bytes) {
    if (bytes < 1000) return bytes + " B";
    double value = bytes;
    int unit = -1;
    while (value >= 1000 && unit < 3) {
      value /= 1000;
      unit++;
    }
    long tenths = Math.round(value * 10);
    return tenths / 10 + "." + tenths % 10 + " " + "KMGT".charAt(unit) + "B";
  }

  /** Returns the escaped text in single quotes. */
  static String quote(String text) {
    return "'" + escape(text) + "'";
  }

  /** Returns the first 80 scalars of a text, escaped, in single quotes. */
  static String quoteStart(String text) {
    return quoteStart(text, 80);
  }

  /** Returns the first {@code length} scalars of a text, escaped, in single quotes. */
  static String quoteStart(String text, int length) {
    return "'" + shorten(text, length) + "'";
  }

  /** Returns the name of an entry of a zip, with each byte that is not UTF-8 as {@code \xD6}. */
  static String entryName(byte[] name) {
    int limit = 3 * BundlePath.MAXIMUM_LENGTH;
    byte[] start = name.length > limit ? Bytes.range(name, 0, limit) : name;
    StringBuilder text = new StringBuilder();
    int position = 0;
    while (position < start.length) {
      int invalid = Utf8.firstIllFormed(start, position);
      int end = invalid < 0 ? start.length : invalid;
      text.append(Utf8.decode(start, position, end - position));
      if (invalid >= 0) {
        text.append("\\x").append(Hex.number(start[invalid] & 0xFF, 2).toUpperCase(Locale.ROOT));
        end++;
      }
      position = end;
    }
    return escape(text.toString()) + (name.length > limit ? "…" : "");
  }

  private static boolean isHidden(int scalar) {
    switch (Character.getType(scalar)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
        return true;
      default:
        return false;
    }
  }
}
