package com.eros.device;

import java.util.Collections;
import java.util.List;

/**
 * The canonical form of JSON for signatures and key IDs of TUF metadata.
 *
 * <p>It is OLPC canonical JSON, which section 4.2 of the TUF specification names: no white space, keys in the
 * order of their bytes, and integers without a fraction or an exponent. Only {@code "} and {@code \} are escaped.
 */
final class CanonicalJson {
  private CanonicalJson() {}

  /** Returns the canonical form, or throws if a number is not an integer. */
  static byte[] encode(JsonValue value) throws JsonException {
    StringBuilder text = new StringBuilder();
    append(value, text);
    return Utf8.encode(text.toString());
  }

  private static void append(JsonValue value, StringBuilder text) throws JsonException {
    switch (value.kind) {
      case STRING:
        appendQuoted(value.string(), text);
        break;
      case NUMBER:
        appendInteger(value.number(), text);
        break;
      case ARRAY:
        String separator = "[";
        for (JsonValue item : value.array()) {
          text.append(separator);
          append(item, text);
          separator = ",";
        }
        text.append(value.array().isEmpty() ? "[]" : "]");
        break;
      case OBJECT:
        appendMembers(value.object(), text);
        break;
      default:
        text.append(value.kind == JsonValue.Kind.NULL ? "null" : value.bool() ? "true" : "false");
    }
  }

  private static void appendMembers(JsonObject object, StringBuilder text) throws JsonException {
    List<String> keys = object.keys();
    Collections.sort(keys, Utf8.ORDER);
    String separator = "{";
    for (String key : keys) {
      text.append(separator);
      appendQuoted(key, text);
      text.append(':');
      append(object.get(key), text);
      separator = ",";
    }
    text.append(keys.isEmpty() ? "{}" : "}");
  }

  private static void appendInteger(String number, StringBuilder text) throws JsonException {
    for (int index = number.startsWith("-") ? 1 : 0; index < number.length(); index++) {
      if (!Ascii.isDigit(number.charAt(index))) {
        throw new JsonException("it contains a number that is not an integer");
      }
    }
    text.append(number.equals("-0") ? "0" : number);
  }

  private static void appendQuoted(String value, StringBuilder text) {
    text.append('"');
    for (int index = 0; index < value.length(); index++) {
      char unit = value.charAt(index);
      if (unit == '"' || unit == '\\') text.append('\\');
      text.append(unit);
    }
    text.append('"');
  }
}
