package com.eros.device;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The canonical path of a file or folder in a bundle, such as {@code pages/home/index.js}.
 *
 * <p>A path is relative and separated by {@code /}. It has no empty, {@code .} or {@code ..}
 * components, no control characters and no backslashes, and is in Unicode's composed form (NFC).
 */
final class BundlePath implements Comparable<BundlePath> {
  static final int MAXIMUM_COMPONENT_LENGTH = 255;
  static final int MAXIMUM_LENGTH = 1024;
  static final int MAXIMUM_DEPTH = 64;

  /** The path without a leading or trailing slash. */
  final String text;

  private BundlePath(String text) {
    this.text = text;
  }

  /** Validates a path and normalizes it to composed form. */
  static BundlePath of(String text) throws PathProblem {
    // Composition shortens a path to a third at most, so a longer path is not composed.
    if (Utf8.length(text) > 3 * MAXIMUM_LENGTH) throw PathProblem.tooLong();
    String canonical = compose(text);
    check(canonical);
    return new BundlePath(canonical);
  }

  /** Validates a path that must be in composed form already, or returns {@code null}. */
  static BundlePath canonical(String text) {
    try {
      BundlePath path = of(text);
      return path.text.equals(text) ? path : null;
    } catch (PathProblem problem) {
      return null;
    }
  }

  /** Returns a text in Unicode's composed form (NFC). */
  static String compose(String text) {
    return Utf8.isAscii(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** Returns the folder that contains the item, or {@code null} for an item at the root. */
  BundlePath parent() {
    int slash = text.lastIndexOf('/');
    return slash < 0 ? null : new BundlePath(text.substring(0, slash));
  }

  String[] components() {
    return text.split("/", -1);
  }

  /** Returns a key that is equal for paths that a file system may not distinguish. */
  String clashKey() {
    if (Utf8.isAscii(text)) return text.toLowerCase(Locale.ROOT);
    return compose(fold(fold(text, true), false));
  }

  /** Maps each scalar by itself: a text as a whole has rules for the Greek final sigma. */
  private static String fold(String text, boolean isUpper) {
    StringBuilder result = new StringBuilder();
    int index = 0;
    while (index < text.length()) {
      int next = index + Character.charCount(text.codePointAt(index));
      String scalar = text.substring(index, next);
      result.append(isUpper ? scalar.toUpperCase(Locale.ROOT) : scalar.toLowerCase(Locale.ROOT));
      index = next;
    }
    return result.toString();
  }

  /** Returns whether the clients load the file as a page. */
  boolean isPage() {
    return text.endsWith(".js")
        && (text.startsWith("config/") || text.startsWith("mediator/") || text.startsWith("pages/"));
  }

  boolean isManifest() {
    return text.equals(Manifest.ENTRY_NAME);
  }

  @Override
  public int compareTo(BundlePath other) {
    return Utf8.compare(text, other.text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BundlePath && ((BundlePath) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  // Validation

  private static void check(String text) throws PathProblem {
    if (text.isEmpty()) throw new PathProblem("the name is empty");
    if (Utf8.length(text) > MAXIMUM_LENGTH) throw PathProblem.tooLong();
    checkControls(text);
    if (text.indexOf('\\') >= 0) throw new PathProblem("the name contains a backslash");
    String[] components = text.split("/", -1);
    if (components.length > MAXIMUM_DEPTH) {
      throw new PathProblem("the name has more than " + MAXIMUM_DEPTH + " components");
    }
    if (components[0].isEmpty()) throw new PathProblem("the name starts with '/'");
    for (String component : components) checkComponent(component);
    // On Windows even `C:a` is a path on drive C.
    String first = components[0];
    if (first.length() > 1 && first.charAt(1) == ':' && Ascii.isLetter(first.charAt(0))) {
      throw new PathProblem("the name starts with a drive letter");
    }
    for (String component : components) checkVersion(component);
  }

  /** Refuses C0 and C1 controls, and characters that reorder or hide text on a terminal. */
  private static void checkControls(String text) throws PathProblem {
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      boolean isControl = unit < 0x20 || unit >= 0x7F && unit < 0xA0 || unit == 0x061C
          || unit == 0x200E || unit == 0x200F || unit >= 0x2028 && unit <= 0x202E
          || unit >= 0x2066 && unit <= 0x2069 || unit == 0xFEFF;
      if (isControl) {
        throw new PathProblem(
            "the name contains the control character U+"
                + Hex.number(unit, 4).toUpperCase(Locale.ROOT));
      }
    }
  }

  private static void checkComponent(String component) throws PathProblem {
    if (component.isEmpty()) throw new PathProblem("the name has an empty component");
    if (component.equals(".") || component.equals("..")) {
      throw new PathProblem("the name contains a '.' or '..' component");
    }
    if (Utf8.length(component) > MAXIMUM_COMPONENT_LENGTH) {
      throw new PathProblem(
          "a component of the name is longer than " + MAXIMUM_COMPONENT_LENGTH + " bytes");
    }
  }

  /** Refuses a component that ends like {@code ;1}, a version of VMS that {@code unzip} removes. */
  private static void checkVersion(String component) throws PathProblem {
    int end = component.length();
    while (end > 0 && Ascii.isDigit(component.charAt(end - 1))) end--;
    if (end > 0 && component.charAt(end - 1) == ';') {
      throw new PathProblem("a component of the name ends with ';' and digits, like a VMS version");
    }
  }
}
