package com.eros.device;

/**
 * A line of a stack that names a position in a script.
 *
 * <pre>
 * onClick@file:///data/pages/home/index.js?x=1:1:2345              JavaScriptCore
 *     at async onClick (file:///data/pages/home/index.js:1:2345)   V8
 *     at onClick (address at pages/home/index.js:1:2344)           Hermes, bytecode
 *     at onClick (address at unknown:1:2344)                       Hermes, without the file
 * </pre>
 */
final class ScriptFrame {
  /** A longer line is not parsed. */
  private static final int MAXIMUM_LENGTH = 16_384;
  /** The text before a position in bytecode, whose columns start at 0. */
  private static final String ADDRESS = "address at ";
  private static final String AT = "at ";
  private static final String ASYNC = "async ";

  /** The name of the function, or {@code null} if the line has none. */
  final String function;
  /** The file or URL of the script, without a position; empty if Hermes has none. */
  final String file;
  final int line;
  final int column;

  private ScriptFrame(String function, String file, int line, int column) {
    this.function = function == null || function.isEmpty() ? null : function;
    this.file = file;
    this.line = line;
    this.column = column;
  }

  /** Parses a line, or returns {@code null} if it does not name a position in a script. */
  static ScriptFrame parse(String line) {
    if (Utf8.length(line) > MAXIMUM_LENGTH) return null;
    String frame = trimmed(line);
    ScriptFrame found = afterAt(frame);
    return found != null ? found : ofJavaScriptCore(frame);
  }

  /** Returns the name of the function in the script, without the object, such as {@code b} of {@code new t.b}. */
  String declaredName() {
    if (function == null) return null;
    int as = function.indexOf(" [as ");
    String name = as < 0 ? function : function.substring(0, as);
    String word = last(name, ' ');
    String declared = last(word, '.');
    return declared.isEmpty() ? null : declared;
  }

  /** Returns the last part that is not empty, or an empty text. */
  private static String last(String text, char separator) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == separator) end--;
    return text.substring(text.lastIndexOf(separator, end - 1) + 1, end);
  }

  /** Parses a frame of V8 or Hermes: {@code at function (file:line:column)} or {@code at file:line:column}. */
  private static ScriptFrame afterAt(String frame) {
    int start = frame.indexOf(AT);
    // A log may have written text before `at`.
    while (start > 0 && !isSpace(frame.charAt(start - 1))) start = frame.indexOf(AT, start + 1);
    if (start < 0) return null;
    String body = frame.substring(start + AT.length());
    if (body.startsWith(ASYNC)) body = body.substring(ASYNC.length());
    int open = body.indexOf('(');
    if (open < 0) return location("", body, true);
    return parenthesized(trimmedEnd(body.substring(0, open)), body.substring(open));
  }

  /**
   * Parses the position in parentheses.
   *
   * <p>Code of {@code eval} has the position of the call inside: {@code (eval at run (pages/a.js:1:20),
   * <anonymous>:1:1)}.
   */
  private static ScriptFrame parenthesized(String function, String text) {
    int close = text.lastIndexOf(')');
    if (close < 0) return null;
    int end = text.indexOf(')');
    int start = text.lastIndexOf('(', end);
    if (start >= 0) {
      ScriptFrame inner = location(function, text.substring(start + 1, end), false);
      if (inner != null) return inner;
    }
    return location(function, text.substring(1, close), false);
  }

  /** Parses a frame of JavaScriptCore: {@code function@file:line:column}, or without a function. */
  private static ScriptFrame ofJavaScriptCore(String frame) {
    int at = frame.indexOf('@');
    if (at < 0) return location("", frame, true);
    String function = frame.substring(0, at);
    // A frame of Hermes without a file has no hash, so it is not parsed.
    return location(function, frame.substring(at + 1), false);
  }

  /**
   * Parses {@code file:line:column}.
   *
   * <p>A bare position, of a frame without a function, is text of a message if its file is not a path or a
   * URL.
   */
  private static ScriptFrame location(String function, String text, boolean isBare) {
    boolean isAddress = text.startsWith(ADDRESS);
    String body = isAddress ? text.substring(ADDRESS.length()) : text;
    int columnColon = body.lastIndexOf(':');
    int column = number(body, columnColon);
    if (column < 0) return null;
    String rest = body.substring(0, columnColon);
    if (isAddress && rest.indexOf(':') < 0) rest = ":" + rest;
    int lineColon = rest.lastIndexOf(':');
    int line = number(rest, lineColon);
    if (line < 1 || column < (isAddress ? 0 : 1)) return null;
    String file = rest.substring(0, lineColon);
    if (file.isEmpty() && !isAddress) return null;
    boolean isPath = (file.indexOf('/') >= 0 || file.indexOf('.') >= 0) && !hasSpace(file);
    if (isBare && !isPath) return null;
    return new ScriptFrame(function, file, line, isAddress ? column + 1 : column);
  }

  /** Returns the number after a colon, or -1 if there is none that fits 32 bits. */
  private static int number(String text, int colon) {
    if (colon < 0 || colon + 1 == text.length()) return -1;
    for (int index = colon + 1; index < text.length(); index++) {
      if (!Ascii.isDigit(text.charAt(index))) return -1;
    }
    try {
      return Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException error) {
      return -1;
    }
  }

  // White space of Unicode, which is never a surrogate.

  private static boolean isSpace(char unit) {
    return unit >= 0x09 && unit <= 0x0D || unit == ' ' || unit == 0x85 || unit == 0xA0
        || unit == 0x1680 || unit >= 0x2000 && unit <= 0x200A || unit == 0x2028
        || unit == 0x2029 || unit == 0x202F || unit == 0x205F || unit == 0x3000;
  }

  private static boolean hasSpace(String text) {
    for (int index = 0; index < text.length(); index++) {
      if (isSpace(text.charAt(index))) return true;
    }
    return false;
  }

  private static String trimmed(String text) {
    int start = 0;
    while (start < text.length() && isSpace(text.charAt(start))) start++;
    return trimmedEnd(text.substring(start));
  }

  private static String trimmedEnd(String text) {
    int end = text.length();
    while (end > 0 && isSpace(text.charAt(end - 1))) end--;
    return text.substring(0, end);
  }
}
