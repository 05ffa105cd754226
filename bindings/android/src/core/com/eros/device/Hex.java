package com.eros.device;

/** Lowercase hexadecimal text, the only form of digests in documents and file names. */
final class Hex {
  /** The number of digits of a SHA-256, such as a tree hash. */
  static final int SHA256_DIGITS = 64;
  /** The number of digits of an MD5. */
  static final int MD5_DIGITS = 32;

  private static final String DIGITS = "0123456789abcdef";

  private Hex() {}

  static String encode(byte[] bytes) {
    return encode(bytes, bytes.length);
  }

  /** Returns the digits of the first {@code count} bytes. */
  static String encode(byte[] bytes, int count) {
    StringBuilder text = new StringBuilder(2 * count);
    for (int index = 0; index < count; index++) {
      text.append(DIGITS.charAt(bytes[index] >> 4 & 15)).append(DIGITS.charAt(bytes[index] & 15));
    }
    return text.toString();
  }

  /** Returns the bytes of digits in either case, or {@code null} for any other text. */
  static byte[] decode(String text) {
    byte[] bytes = new byte[text.length() / 2];
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      int digit = DIGITS.indexOf(unit >= 'A' && unit <= 'F' ? unit | 0x20 : unit);
      if (digit < 0 || text.length() % 2 != 0) return null;
      bytes[index / 2] |= (byte) (index % 2 == 0 ? digit << 4 : digit);
    }
    return bytes;
  }

  /** Returns whether {@code text} has exactly {@code count} lowercase hexadecimal digits. */
  static boolean isDigits(String text, int count) {
    if (text == null || text.length() != count) return false;
    for (int index = 0; index < count; index++) {
      if (DIGITS.indexOf(text.charAt(index)) < 0) return false;
    }
    return true;
  }

  /** Returns whether {@code text} is a SHA-256 or a tree hash. */
  static boolean isSha256(String text) {
    return isDigits(text, SHA256_DIGITS);
  }

  /** Returns a number with at least {@code width} digits. */
  static String number(long value, int width) {
    StringBuilder text = new StringBuilder(Long.toHexString(value));
    while (text.length() < width) text.insert(0, '0');
    return text.toString();
  }
}
