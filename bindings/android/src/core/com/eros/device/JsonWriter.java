package com.eros.device;

import java.util.List;

/** A writer of JSON documents, with the layouts of JavaScript's {@code JSON.stringify}. */
final class JsonWriter {
  private final boolean isPretty;
  private final StringBuilder text = new StringBuilder();
  private int depth;

  private JsonWriter(boolean isPretty) {
    this.isPretty = isPretty;
  }

  /** Returns a value without white space, in UTF-8. */
  static byte[] compact(JsonValue value) {
    return Utf8.encode(text(value));
  }

  /** Returns a value without white space. */
  static String text(JsonValue value) {
    JsonWriter writer = new JsonWriter(false);
    writer.append(value);
    return writer.text.toString();
  }

  /** Returns a value with one item per line, indented by two spaces. */
  static String pretty(JsonValue value) {
    JsonWriter writer = new JsonWriter(true);
    writer.append(value);
    return writer.text.toString();
  }

  private void append(JsonValue value) {
    switch (value.kind) {
      case NULL:
        text.append("null");
        break;
      case BOOLEAN:
        text.append(value.bool());
        break;
      case NUMBER:
        text.append(value.number());
        break;
      case STRING:
        appendQuoted(value.string());
        break;
      case ARRAY:
        appendItems(value.array());
        break;
      default:
        appendMembers(value.object());
    }
  }

  private void appendItems(List<JsonValue> items) {
    text.append('[');
    depth++;
    for (int index = 0; index < items.size(); index++) {
      if (index > 0) text.append(',');
      breakLine();
      append(items.get(index));
    }
    depth--;
    if (!items.isEmpty()) breakLine();
    text.append(']');
  }

  private void appendMembers(JsonObject object) {
    text.append('{');
    depth++;
    boolean isFirst = true;
    for (String key : object.keys()) {
      if (!isFirst) text.append(',');
      isFirst = false;
      breakLine();
      appendQuoted(key);
      text.append(isPretty ? ": " : ":");
      append(object.get(key));
    }
    depth--;
    if (!isFirst) breakLine();
    text.append('}');
  }

  private void breakLine() {
    if (!isPretty) return;
    text.append('\n');
    for (int index = 0; index < depth; index++) text.append("  ");
  }

  private void appendQuoted(String value) {
    text.append('"');
    for (int index = 0; index < value.length(); index++) {
      char unit = value.charAt(index);
      int escape = "\"\\\b\t\n\f\r".indexOf(unit);
      if (escape >= 0) {
        text.append('\\').append("\"\\btnfr".charAt(escape));
      } else if (unit < 0x20) {
        text.append("\\u").append(Hex.number(unit, 4));
      } else {
        text.append(unit);
      }
    }
    text.append('"');
  }
}
