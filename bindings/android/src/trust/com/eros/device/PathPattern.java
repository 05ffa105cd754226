package com.eros.device;

/**
 * Patterns for target paths, for example {@code my-app/production/*}.
 *
 * <p>{@code *}, {@code ?} and {@code […]} match as in a shell, but never a {@code /}: a matching path has the same
 * number of components as the pattern.
 */
final class PathPattern {
  /** The maximum length of a pattern in metadata, in bytes. */
  private static final int MAXIMUM_LENGTH = 1024;

  private final int[] pattern;
  /** The position of the last {@code ]}; without this limit, a pattern of many {@code [} takes quadratic time. */
  private final int lastClosing;
  /** The position after the token that {@link #matchesToken} has read. */
  private int next;

  private PathPattern(String component) {
    pattern = scalars(component);
    int last = pattern.length - 1;
    while (last >= 0 && pattern[last] != ']') last--;
    lastClosing = last;
  }

  /** Throws if metadata cannot contain the pattern. */
  static void check(String pattern) throws JsonException {
    if (Utf8.length(pattern) > MAXIMUM_LENGTH) {
      throw new JsonException(
          "the path pattern " + DisplayText.quoteStart(pattern) + " is longer than " + MAXIMUM_LENGTH + " bytes");
    }
  }

  /** Returns whether a pattern matches the whole path. */
  static boolean matches(String pattern, String path) {
    String[] patterns = pattern.split("/", -1);
    String[] components = path.split("/", -1);
    if (patterns.length != components.length) return false;
    for (int index = 0; index < patterns.length; index++) {
      if (!new PathPattern(patterns[index]).matches(scalars(components[index]))) return false;
    }
    return true;
  }

  private static int[] scalars(String text) {
    int[] scalars = new int[text.length()];
    int count = 0;
    for (int index = 0; index < text.length(); index += Character.charCount(scalars[count++])) {
      scalars[count] = text.codePointAt(index);
    }
    int[] result = new int[count];
    System.arraycopy(scalars, 0, result, 0, count);
    return result;
  }

  /** Matches without recursion: on a mismatch, only the last {@code *} is extended. */
  private boolean matches(int[] text) {
    int token = 0;
    int position = 0;
    int runToken = -1;
    int runPosition = 0;
    while (position < text.length) {
      if (token < pattern.length && pattern[token] == '*') {
        runToken = ++token;
        runPosition = position;
      } else if (token < pattern.length && matchesToken(token, text[position])) {
        token = next;
        position++;
      } else if (runToken >= 0) {
        token = runToken;
        position = ++runPosition;
      } else {
        return false;
      }
    }
    while (token < pattern.length && pattern[token] == '*') token++;
    return token == pattern.length;
  }

  private boolean matchesToken(int token, int scalar) {
    next = token + 1;
    if (pattern[token] == '?') return true;
    int end = pattern[token] == '[' && token < lastClosing ? closing(token) : -1;
    if (end < 0) return pattern[token] == scalar;
    next = end + 1;
    boolean isNegated = pattern[token + 1] == '!';
    return hasMember(isNegated ? token + 2 : token + 1, end, scalar) != isNegated;
  }

  /** Returns the position of the {@code ]} that ends a bracket expression, or -1. */
  private int closing(int start) {
    // A `]` in the first position is a literal member.
    int index = pattern[start + 1] == '!' ? start + 3 : start + 2;
    while (index < pattern.length && pattern[index] != ']') index++;
    return index < pattern.length ? index : -1;
  }

  private boolean hasMember(int start, int end, int scalar) {
    int index = start;
    while (index < end) {
      boolean isRange = index + 2 < end && pattern[index + 1] == '-';
      if (pattern[index] <= scalar && scalar <= pattern[isRange ? index + 2 : index]) return true;
      index += isRange ? 3 : 1;
    }
    return false;
  }
}
