package com.eros.device;

import java.util.Locale;

/** Times in milliseconds since 1970, and their forms in documents, such as {@code 2026-11-23T08:00:00Z}. */
final class UtcTime {
  private static final long DAY = 86_400_000L;
  private static final int DAYS_PER_ERA = 146_097;
  private static final String FORM = "0000-00-00T00:00:00Z";

  private UtcTime() {}

  /** Returns a time without its milliseconds. */
  static String text(long time) {
    return seconds(time) + "Z";
  }

  /** Returns a time with its milliseconds. */
  static String longText(long time) {
    return seconds(time) + String.format(Locale.ROOT, ".%03dZ", floorMod(time, 1000));
  }

  private static String seconds(long time) {
    long day = (time - floorMod(time, DAY)) / DAY;
    long second = floorMod(time, DAY) / 1000;
    // Years start in March, so that the leap day is the last day of a year.
    long days = day + 719_468;
    long era = (days - floorMod(days, DAYS_PER_ERA)) / DAYS_PER_ERA;
    long dayOfEra = days - era * DAYS_PER_ERA;
    long year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100);
    long month = (5 * dayOfYear + 2) / 153;
    return String.format(
        Locale.ROOT, "%04d-%02d-%02dT%02d:%02d:%02d", era * 400 + year + (month < 10 ? 0 : 1),
        month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1, second / 3600,
        second / 60 % 60, second % 60);
  }

  /** Parses a time without milliseconds, or returns {@code null} for any other text. */
  static Long parse(String text) {
    if (text == null || text.length() != FORM.length()) return null;
    for (int index = 0; index < FORM.length(); index++) {
      char unit = text.charAt(index);
      boolean matches =
          FORM.charAt(index) == '0' ? Ascii.isDigit(unit) : unit == FORM.charAt(index);
      if (!matches) return null;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    if (year == 0 || month < 1 || month > 12 || day < 1) return null;
    if (number(text, 11, 13) > 23 || number(text, 14, 16) > 59 || number(text, 17, 19) > 59) {
      return null;
    }
    long seconds = number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
    long time = days(year, month, day) * DAY + seconds * 1000;
    // A day that the month does not have is written as another date.
    return text(time).equals(text) ? time : null;
  }

  private static int number(String text, int start, int end) {
    return Integer.parseInt(text.substring(start, end));
  }

  private static long days(int yearOfDate, int month, int day) {
    int year = month > 2 ? yearOfDate : yearOfDate - 1;
    int era = year / 400;
    int yearOfEra = year - era * 400;
    int dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (long) era * DAYS_PER_ERA + dayOfEra - 719_468;
  }

  private static long floorMod(long value, long divisor) {
    long rest = value % divisor;
    return rest < 0 ? rest + divisor : rest;
  }
}
