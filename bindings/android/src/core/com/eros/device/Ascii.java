package com.eros.device;

/** Tests of characters, which count only those of ASCII. */
final class Ascii {
  private Ascii() {}

  static boolean isDigit(int value) {
    return value >= '0' && value <= '9';
  }

  static boolean isLetter(int value) {
    return value >= 'a' && value <= 'z' || value >= 'A' && value <= 'Z';
  }
}
