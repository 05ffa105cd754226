package com.eros.device;

import java.io.ByteArrayOutputStream;

/**
 * A PEM document with one public key (RFC 7468).
 *
 * <p>{@code java.util.Base64} exists from API level 26 on.
 */
final class Pem {
  private static final int MAXIMUM_LENGTH = 16 * 1024;
  private static final String BEGINNING = "-----BEGIN ";
  private static final String START = BEGINNING + "PUBLIC KEY-----";
  private static final String END = "-----END PUBLIC KEY-----";
  private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private Pem() {}

  /**
   * Returns the object of a document, or {@code null} if it is malformed or not a public key.
   *
   * <p>Lines before the object are ignored. Only white space may follow it.
   */
  static byte[] decode(String text) {
    if (Utf8.length(text) > MAXIMUM_LENGTH) return null;
    int start = start(text);
    if (!text.startsWith(START, start)) return null;
    int body = start + START.length();
    int end = text.indexOf('-', body);
    if (end < 0 || !text.startsWith(END, end)) return null;
    if (skipSpace(text, end + END.length()) < text.length()) return null;
    return base64(text.substring(body, end));
  }

  /** Returns the position of the first line that starts an object, or the length of the text. */
  private static int start(String text) {
    int line = skipSpace(text, 0);
    while (line < text.length() && !text.startsWith(BEGINNING, line)) {
      while (line < text.length() && text.charAt(line) != '\n' && text.charAt(line) != '\r') line++;
      line = skipSpace(text, line);
    }
    return line;
  }

  private static int skipSpace(String text, int start) {
    int index = start;
    while (index < text.length() && isSpace(text.charAt(index))) index++;
    return index;
  }

  private static boolean isSpace(char unit) {
    return unit == ' ' || unit >= 0x09 && unit <= 0x0D;
  }

  /** Decodes Base64 with white space, or returns {@code null}: padding is required, unused bits are zero. */
  private static byte[] base64(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int bits = 0;
    int bitCount = 0;
    int digits = 0;
    int paddings = 0;
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (isSpace(unit)) continue;
      digits++;
      if (unit == '=') {
        paddings++;
        continue;
      }
      int value = DIGITS.indexOf(unit);
      if (value < 0 || paddings > 0) return null;
      bits = bits << 6 | value;
      bitCount += 6;
      if (bitCount >= 8) {
        bitCount -= 8;
        bytes.write(bits >> bitCount);
        bits &= (1 << bitCount) - 1;
      }
    }
    boolean isComplete = digits % 4 == 0 && paddings <= 2 && bitCount == 2 * paddings && bits == 0;
    return isComplete && bytes.size() > 0 ? bytes.toByteArray() : null;
  }
}
