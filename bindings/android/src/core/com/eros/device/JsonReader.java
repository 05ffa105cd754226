package com.eros.device;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A strict reader of JSON (RFC 8259).
 *
 * <p>It refuses ambiguous documents: duplicate keys, ill-formed UTF-8, unpaired surrogates, a
 * byte-order mark, and anything after the value. The platform's {@code org.json} accepts all of them.
 */
final class JsonReader {
  private static final int MAXIMUM_DEPTH = 64;
  private static final int STANDARD_BYTES = 64 << 20;
  private static final int STANDARD_VALUES = 1_000_000;

  private final byte[] bytes;
  private final int maximumValues;
  private int position;
  private int depth;
  private int values;

  private JsonReader(byte[] bytes, int maximumValues) {
    this.bytes = bytes;
    this.maximumValues = maximumValues;
  }

  static JsonValue read(byte[] bytes) throws JsonException {
    return read(bytes, STANDARD_BYTES, STANDARD_VALUES);
  }

  /** Reads a document with at most {@code maximumBytes} bytes and {@code maximumValues} values. */
  static JsonValue read(byte[] bytes, int maximumBytes, int maximumValues) throws JsonException {
    checkEncoding(bytes, maximumBytes);
    return new JsonReader(bytes, maximumValues).document();
  }

  private static void checkEncoding(byte[] bytes, int maximumBytes) throws JsonException {
    if (bytes.length > maximumBytes) {
      throw new JsonException("the document is longer than " + maximumBytes + " bytes", 0);
    }
    if (Utf8.isWide(bytes)) {
      throw new JsonException("the document is encoded as UTF-16 or UTF-32, not UTF-8", 0);
    }
    if (Bytes.startsWith(bytes, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF})) {
      throw new JsonException("the document starts with a byte-order mark", 0);
    }
    int invalid = Utf8.firstIllFormed(bytes, 0);
    if (invalid >= 0) throw new JsonException("invalid UTF-8", invalid);
  }

  private JsonValue document() throws JsonException {
    skipSpace();
    if (current() < 0) throw failure("the document is empty");
    JsonValue value = value();
    skipSpace();
    if (current() >= 0) throw failure("unexpected " + found() + " after the value");
    return value;
  }

  // Values

  private JsonValue value() throws JsonException {
    skipSpace();
    if (++values > maximumValues) {
      throw failure("the document has more than " + maximumValues + " values");
    }
    int next = current();
    switch (next) {
      case '{':
        return JsonValue.of(object());
      case '[':
        return JsonValue.of(array());
      case '"':
        return JsonValue.of(string());
      case -1:
        throw failure("expected a value, found the end of the document");
      default:
        return next == '-' || Ascii.isDigit(next) ? JsonValue.number(number()) : literal();
    }
  }

  private JsonValue literal() throws JsonException {
    int start = position;
    while (isIdentifier(current())) position++;
    String name = text(start, position);
    if (name.equals("true")) return JsonValue.of(true);
    if (name.equals("false")) return JsonValue.of(false);
    if (name.equals("null")) return JsonValue.NULL;
    position = start;
    throw unexpected("a value");
  }

  private List<JsonValue> array() throws JsonException {
    open();
    List<JsonValue> items = new ArrayList<JsonValue>();
    skipSpace();
    if (close(']')) return items;
    do {
      items.add(value());
    } while (!endsAfterItem(']', "',' or ']'"));
    return items;
  }

  private JsonObject object() throws JsonException {
    open();
    JsonObject object = new JsonObject();
    // Two keys that differ only in their Unicode composition are duplicates.
    Set<String> keys = new HashSet<String>();
    skipSpace();
    if (close('}')) return object;
    do {
      skipSpace();
      int start = position;
      if (current() != '"') throw unexpected("a key in double quotes");
      String key = string();
      if (!keys.add(BundlePath.compose(key))) {
        throw new JsonException("duplicate key " + DisplayText.quote(key), start);
      }
      skipSpace();
      if (!skip(':')) throw unexpected("':'");
      object.put(key, value());
    } while (!endsAfterItem('}', "',' or '}'"));
    return object;
  }

  private void open() throws JsonException {
    if (++depth > MAXIMUM_DEPTH) {
      throw failure("values are nested deeper than " + MAXIMUM_DEPTH + " levels");
    }
    position++;
  }

  private boolean close(char bracket) {
    if (!skip(bracket)) return false;
    depth--;
    return true;
  }

  /** Reads the comma or the closing bracket after an item, and returns whether it was the bracket. */
  private boolean endsAfterItem(char bracket, String expected) throws JsonException {
    skipSpace();
    if (close(bracket)) return true;
    int comma = position;
    if (!skip(',')) throw unexpected(expected);
    skipSpace();
    if (current() == bracket) {
      throw new JsonException("unexpected comma after the last item", comma);
    }
    return false;
  }

  // Numbers

  private String number() throws JsonException {
    int start = position;
    skip('-');
    int first = position;
    skipDigits();
    if (position == first) throw failure("invalid number: expected a digit");
    if (position > first + 1 && bytes[first] == '0') {
      throw new JsonException("invalid number: leading zero", first);
    }
    if (skip('.')) requireDigits("after the decimal point");
    if (skip('e') || skip('E')) {
      if (!skip('+')) skip('-');
      requireDigits("in the exponent");
    }
    if (isIdentifier(current()) || current() == '.') {
      throw failure("invalid number: unexpected " + found());
    }
    return text(start, position);
  }

  private void requireDigits(String where) throws JsonException {
    int start = position;
    skipDigits();
    if (position == start) throw failure("invalid number: expected a digit " + where);
  }

  private void skipDigits() {
    while (Ascii.isDigit(current())) position++;
  }

  // Strings

  private String string() throws JsonException {
    position++;
    int start = position;
    StringBuilder text = null;
    while (true) {
      int next = current();
      if (next < 0) {
        throw failure("expected the end of a string, found the end of the document");
      } else if (next == '"') {
        String rest = text(start, position++);
        return text == null ? rest : text.append(rest).toString();
      } else if (next == '\\') {
        if (text == null) text = new StringBuilder();
        text.append(text(start, position));
        appendEscape(text);
        start = position;
      } else if (next < 0x20) {
        throw failure("unescaped control character U+00" + Hex.number(next, 2) + " in a string");
      } else {
        position++;
      }
    }
  }

  private void appendEscape(StringBuilder text) throws JsonException {
    int start = position++;
    int next = current();
    if (next < 0) throw failure("expected an escape sequence, found the end of the document");
    if (next == 'u') {
      position = start;
      appendUnicode(text);
      return;
    }
    int index = "\"\\/bfnrt".indexOf(next);
    if (index < 0) throw new JsonException("invalid escape sequence", start);
    text.append("\"\\/\b\f\n\r\t".charAt(index));
    position++;
  }

  /** Reads {@code \}{@code uXXXX}, or a surrogate pair of two of them. */
  private void appendUnicode(StringBuilder text) throws JsonException {
    int start = position;
    char first = codeUnit();
    text.append(first);
    if (first < 0xD800 || first >= 0xE000) return;
    boolean isPair = first < 0xDC00 && current() == '\\' && position + 1 < bytes.length
        && bytes[position + 1] == 'u';
    char second = isPair ? codeUnit() : 0;
    if (second < 0xDC00 || second >= 0xE000) {
      throw new JsonException("the escape sequence is only one half of a surrogate pair", start);
    }
    text.append(second);
  }

  private char codeUnit() throws JsonException {
    int start = position;
    position += 2;
    int value = 0;
    for (int count = 0; count < 4; count++) {
      int next = current();
      int digit = next < 0x80 ? Character.digit(next, 16) : -1;
      if (digit < 0) throw new JsonException("invalid escape sequence", start);
      value = value << 4 | digit;
      position++;
    }
    return (char) value;
  }

  // Bytes

  /** Returns the next byte, or -1 at the end of the document. */
  private int current() {
    return position < bytes.length ? bytes[position] & 0xFF : -1;
  }

  private boolean skip(char expected) {
    if (current() != expected) return false;
    position++;
    return true;
  }

  private void skipSpace() throws JsonException {
    while (current() == ' ' || current() == '\n' || current() == '\r' || current() == '\t') {
      position++;
    }
    boolean isComment = current() == '/' && position + 1 < bytes.length
        && (bytes[position + 1] == '/' || bytes[position + 1] == '*');
    if (isComment) throw failure("unexpected comment");
  }

  private static boolean isIdentifier(int value) {
    return Ascii.isLetter(value) || Ascii.isDigit(value) || value == '_' || value == '$'
        || value >= 0x80;
  }

  private String text(int start, int end) {
    return new String(bytes, start, end - start, Utf8.CHARSET);
  }

  private JsonException failure(String problem) {
    return new JsonException(problem, position);
  }

  private JsonException unexpected(String expected) {
    return failure("expected " + expected + ", found " + found());
  }

  private String found() {
    if (current() < 0) return "the end of the document";
    int length = Math.max(1, Utf8.announcedLength(bytes[position]));
    return DisplayText.quote(text(position, position + length));
  }
}
