package com.eros.device;

import java.nio.charset.Charset;
import java.util.Comparator;

/** The rules for well-formed UTF-8 (table 3-7 of the Unicode standard). */
final class Utf8 {
  /** The maximum number of bytes of a sequence. */
  static final int MAXIMUM_SEQUENCE = 4;

  static final Charset CHARSET = Charset.forName("UTF-8");

  /** The order of {@link #compare}. */
  static final Comparator<String> ORDER =
      new Comparator<String>() {
        @Override
        public int compare(String left, String right) {
          return Utf8.compare(left, right);
        }
      };

  private Utf8() {}

  static byte[] encode(String text) {
    return text.getBytes(CHARSET);
  }

  /** Decodes bytes, or returns {@code null} if they are not well-formed. */
  static String decode(byte[] bytes, int offset, int length) {
    byte[] part = new byte[length];
    System.arraycopy(bytes, offset, part, 0, length);
    return firstIllFormed(part, 0) < 0 ? new String(part, CHARSET) : null;
  }

  static String decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /** Returns the number of bytes of a text without unpaired surrogates. */
  static int length(String text) {
    int length = 0;
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      length += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate(unit) ? 2 : 3;
    }
    return length;
  }

  static boolean isAscii(String text) {
    for (int index = 0; index < text.length(); index++) {
      if (text.charAt(index) >= 0x80) return false;
    }
    return true;
  }

  /** Compares two texts by their bytes in UTF-8, which differs from the order of UTF-16. */
  static int compare(String left, String right) {
    int count = Math.min(left.length(), right.length());
    for (int index = 0; index < count; index++) {
      char a = left.charAt(index);
      char b = right.charAt(index);
      if (a == b) continue;
      if (isSurrogate(a) != isSurrogate(b)) return isSurrogate(a) ? 1 : -1;
      return a < b ? -1 : 1;
    }
    return left.length() - right.length();
  }

  private static boolean isSurrogate(char unit) {
    return unit >= 0xD800 && unit < 0xE000;
  }

  /** Returns whether the bytes are UTF-16 or UTF-32: a byte-order mark, or a wide ASCII character. */
  static boolean isWide(byte[] bytes) {
    if (bytes.length < 2) return false;
    int first = bytes[0] & 0xFF;
    int second = bytes[1] & 0xFF;
    return first == 0xFE && second == 0xFF || first == 0xFF && second == 0xFE || first == 0
        || second == 0;
  }

  /** Returns the offset of the first byte that is not part of a well-formed sequence, or -1. */
  static int firstIllFormed(byte[] bytes, int start) {
    int index = start;
    while (index < bytes.length) {
      if (bytes[index] >= 0) {
        index++;
        continue;
      }
      int length = announcedLength(bytes[index]);
      if (length == 0 || validPrefix(bytes, index) != length) return index;
      index += length;
    }
    return -1;
  }

  /** Returns the length of a sequence with this lead byte, or 0 for an invalid one. */
  static int announcedLength(byte lead) {
    int value = lead & 0xFF;
    if (value < 0x80) return 1;
    if (value < 0xC2 || value > 0xF4) return 0;
    return value < 0xE0 ? 2 : value < 0xF0 ? 3 : 4;
  }

  /** Returns the number of bytes from {@code index} that start a well-formed sequence, or 0. */
  static int validPrefix(byte[] bytes, int index) {
    int length = announcedLength(bytes[index]);
    if (length <= 1) return length;
    int count = 1;
    while (count < length && index + count < bytes.length
        && isAllowed(bytes[index] & 0xFF, count, bytes[index + count] & 0xFF)) {
      count++;
    }
    return count;
  }

  static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  /** Returns whether a byte may follow: no overlong forms, surrogates or values above U+10FFFF. */
  private static boolean isAllowed(int lead, int position, int value) {
    int low = 0x80;
    int high = 0xBF;
    if (position == 1) {
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    }
    return value >= low && value <= high;
  }
}
