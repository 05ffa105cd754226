package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/** A value of a JSON document; numbers keep their spelling. */
final class JsonValue {
  /** The types of JSON. */
  enum Kind {
    NULL("null"), BOOLEAN("a boolean"), NUMBER("a number"), STRING("a string"), ARRAY("an array"),
    OBJECT("an object");

    /** The name with its article, for messages. */
    final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  static final JsonValue NULL = new JsonValue(Kind.NULL, null);

  final Kind kind;
  private final Object content;

  private JsonValue(Kind kind, Object content) {
    this.kind = kind;
    this.content = content;
  }

  static JsonValue of(boolean value) {
    return new JsonValue(Kind.BOOLEAN, value);
  }

  static JsonValue of(long value) {
    return number(Long.toString(value));
  }

  /** Wraps a number in the syntax of JSON. */
  static JsonValue number(String spelling) {
    return new JsonValue(Kind.NUMBER, spelling);
  }

  /** Wraps a text; {@code null} becomes the JSON value {@code null}. */
  static JsonValue of(String text) {
    return text == null ? NULL : new JsonValue(Kind.STRING, text);
  }

  static JsonValue of(List<JsonValue> items) {
    return new JsonValue(Kind.ARRAY, items);
  }

  static JsonValue of(JsonObject object) {
    return new JsonValue(Kind.OBJECT, object);
  }

  /** Returns an array of texts. */
  static JsonValue texts(Iterable<String> texts) {
    List<JsonValue> items = new ArrayList<JsonValue>();
    for (String text : texts) items.add(of(text));
    return of(items);
  }

  /** Returns the text of a string, or {@code null} for any other value. */
  String string() {
    return kind == Kind.STRING ? (String) content : null;
  }

  /** Returns the value of a Boolean, or {@code null} for any other value. */
  Boolean bool() {
    return kind == Kind.BOOLEAN ? (Boolean) content : null;
  }

  /** Returns the spelling of a number, or {@code null} for any other value. */
  String number() {
    return kind == Kind.NUMBER ? (String) content : null;
  }

  /** Returns a number in integer notation that fits 64 bits, or {@code null} for any other value. */
  Long integer() {
    if (kind != Kind.NUMBER) return null;
    try {
      return Long.valueOf((String) content);
    } catch (NumberFormatException error) {
      return null;
    }
  }

  /** Returns the items of an array, or {@code null} for any other value. */
  @SuppressWarnings("unchecked")
  List<JsonValue> array() {
    return kind == Kind.ARRAY ? (List<JsonValue>) content : null;
  }

  /** Returns an object, or {@code null} for any other value. */
  JsonObject object() {
    return kind == Kind.OBJECT ? (JsonObject) content : null;
  }

  /** Returns whether both values are equal, ignoring the order of keys. */
  boolean isEquivalent(JsonValue other) {
    if (kind != other.kind) return false;
    switch (kind) {
      case NULL:
        return true;
      case ARRAY:
        return areEquivalent(array(), other.array());
      case OBJECT:
        return object().isEquivalent(other.object());
      case STRING:
        return BundlePath.compose(string()).equals(BundlePath.compose(other.string()));
      default:
        return content.equals(other.content);
    }
  }

  private static boolean areEquivalent(List<JsonValue> left, List<JsonValue> right) {
    if (left.size() != right.size()) return false;
    for (int index = 0; index < left.size(); index++) {
      if (!left.get(index).isEquivalent(right.get(index))) return false;
    }
    return true;
  }
}
