package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * A version of an app: one to eight numbers with dots, and an optional suffix such as {@code -beta.1}.
 *
 * <p>Missing numbers are zero, so {@code 1.0} and {@code 1.0.0} are equal. A version with a suffix
 * comes before the same version without it, and suffixes have the order of semantic versions.
 */
final class NativeVersion implements Comparable<NativeVersion> {
  private static final int MAXIMUM_COUNT = 8;

  /** The original spelling. */
  final String text;
  /** The numbers without trailing zeros, unsigned. */
  private final List<Long> numbers;
  /** The parts of the suffix: numbers as {@code Long}, other texts as {@code String}. */
  private final List<Object> suffix;

  private NativeVersion(String text, List<Long> numbers, List<Object> suffix) {
    this.text = text;
    this.numbers = numbers;
    this.suffix = suffix;
  }

  /** Parses a version, or returns {@code null} for any other text, such as {@code v1.0}. */
  static NativeVersion parse(String text) {
    int dash = text.indexOf('-');
    List<Long> numbers = new ArrayList<Long>();
    String[] parts = (dash < 0 ? text : text.substring(0, dash)).split("\\.", -1);
    if (parts.length > MAXIMUM_COUNT) return null;
    for (String part : parts) {
      Long number = number(part);
      if (number == null) return null;
      numbers.add(number);
    }
    List<Object> suffix = new ArrayList<Object>();
    if (dash >= 0 && !parseSuffix(text.substring(dash + 1), suffix)) return null;
    while (!numbers.isEmpty() && numbers.get(numbers.size() - 1) == 0) {
      numbers.remove(numbers.size() - 1);
    }
    return new NativeVersion(text, numbers, suffix);
  }

  private static boolean parseSuffix(String text, List<Object> suffix) {
    String[] parts = text.split("\\.", -1);
    if (parts.length > MAXIMUM_COUNT) return false;
    for (String part : parts) {
      if (part.isEmpty()) return false;
      boolean hasOnlyDigits = true;
      for (int index = 0; index < part.length(); index++) {
        char unit = part.charAt(index);
        boolean isDigit = Ascii.isDigit(unit);
        if (!isDigit && !Ascii.isLetter(unit) && unit != '-') return false;
        hasOnlyDigits &= isDigit;
      }
      Object identifier = hasOnlyDigits ? (Object) number(part) : part;
      if (identifier == null) return false;
      suffix.add(identifier);
    }
    return true;
  }

  /** Parses decimal digits, or returns {@code null} if they do not fit unsigned 64 bits. */
  private static Long number(String digits) {
    if (digits.isEmpty()) return null;
    long value = 0;
    for (int index = 0; index < digits.length(); index++) {
      int digit = digits.charAt(index) - '0';
      if (digit < 0 || digit > 9) return null;
      // The largest number is 18446744073709551615.
      if (Unsigned.greater(value, 1844674407370955161L)) return null;
      if (value == 1844674407370955161L && digit > 5) return null;
      value = value * 10 + digit;
    }
    return value;
  }

  /**
   * Returns whether an app of this version meets {@code minimum} only because it counts in another form: {@code 47} is
   * above {@code 2.1.0}, and above every later version too.
   */
  boolean meetsByForm(NativeVersion minimum) {
    return isOneNumber() && !minimum.isOneNumber() && compareTo(minimum) >= 0;
  }

  private boolean isOneNumber() {
    int dash = text.indexOf('-');
    return (dash < 0 ? text : text.substring(0, dash)).indexOf('.') < 0;
  }

  @Override
  public int compareTo(NativeVersion other) {
    int count = Math.min(numbers.size(), other.numbers.size());
    for (int index = 0; index < count; index++) {
      int order = compare(numbers.get(index), other.numbers.get(index));
      if (order != 0) return order;
    }
    if (numbers.size() != other.numbers.size()) return numbers.size() - other.numbers.size();
    if (suffix.isEmpty() || other.suffix.isEmpty()) {
      return (suffix.isEmpty() ? 1 : 0) - (other.suffix.isEmpty() ? 1 : 0);
    }
    count = Math.min(suffix.size(), other.suffix.size());
    for (int index = 0; index < count; index++) {
      int order = comparePart(suffix.get(index), other.suffix.get(index));
      if (order != 0) return order;
    }
    return suffix.size() - other.suffix.size();
  }

  /** Compares two parts of suffixes; numbers come before other texts. */
  private static int comparePart(Object left, Object right) {
    if (left instanceof Long && right instanceof Long) return compare((Long) left, (Long) right);
    if (left instanceof Long) return -1;
    return right instanceof Long ? 1 : Utf8.compare((String) left, (String) right);
  }

  private static int compare(long left, long right) {
    return left == right ? 0 : Unsigned.less(left, right) ? -1 : 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeVersion && compareTo((NativeVersion) other) == 0;
  }

  @Override
  public int hashCode() {
    return numbers.hashCode() * 31 + suffix.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
