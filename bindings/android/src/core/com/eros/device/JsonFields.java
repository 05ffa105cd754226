package com.eros.device;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A reader for the fields of a JSON object.
 *
 * <p>A field with an unexpected value is an error; it is never read as if it were missing. {@link
 * #finish} refuses the fields that were not read.
 */
final class JsonFields {
  private final JsonObject object;
  private final String name;
  private final Set<String> known = new HashSet<String>();

  /** Creates a reader; {@code name} describes the object in messages. */
  JsonFields(JsonValue value, String name) throws JsonException {
    object = value.object();
    this.name = name;
    if (object == null) {
      throw new JsonException(name + " is " + value.kind.text + ", expected an object");
    }
  }

  boolean has(String key) {
    return object.has(key);
  }

  /** Reads a field, or returns {@code null} if it is missing. */
  JsonValue optional(String key) {
    known.add(key);
    return object.get(key);
  }

  JsonValue required(String key) throws JsonException {
    JsonValue value = optional(key);
    if (value == null) throw new JsonException(name + " lacks '" + key + "'");
    return value;
  }

  String string(String key) throws JsonException {
    required(key);
    return optionalString(key);
  }

  String optionalString(String key) throws JsonException {
    JsonValue value = optional(key);
    if (value == null) return null;
    if (value.string() == null) throw unexpected(key, value, "a string");
    return value.string();
  }

  /** Reads the digits of a SHA-256. */
  String sha256(String key) throws JsonException {
    required(key);
    return optionalSha256(key);
  }

  String optionalSha256(String key) throws JsonException {
    return optional(key) == null ? null : hex(key, Hex.SHA256_DIGITS);
  }

  /** Reads {@code count} lowercase hexadecimal digits. */
  String hex(String key, int count) throws JsonException {
    JsonValue value = required(key);
    if (!Hex.isDigits(value.string(), count)) {
      throw unexpected(key, value, count + " lowercase hexadecimal digits");
    }
    return value.string();
  }

  /** Reads a Boolean; a missing field is {@code false}. */
  boolean flag(String key) throws JsonException {
    JsonValue value = optional(key);
    if (value == null) return false;
    if (value.bool() == null) throw unexpected(key, value, "a boolean");
    return value.bool();
  }

  /** Reads an integer in a range, or returns {@code missing}. */
  long integer(String key, long minimum, long maximum, long missing) throws JsonException {
    return optional(key) == null ? missing : integer(key, minimum, maximum);
  }

  /** Reads an integer in a range. */
  long integer(String key, long minimum, long maximum) throws JsonException {
    JsonValue value = required(key);
    Long number = value.integer();
    if (number == null) throw unexpected(key, value, "an integer");
    if (number < minimum) throw unexpected(key, value, "at least " + minimum);
    if (number > maximum) throw unexpected(key, value, "at most " + maximum);
    return number;
  }

  List<JsonValue> array(String key) throws JsonException {
    JsonValue value = required(key);
    if (value.array() == null) throw unexpected(key, value, "an array");
    return value.array();
  }

  List<String> strings(String key) throws JsonException {
    List<String> strings = new ArrayList<String>();
    for (JsonValue item : array(key)) {
      if (item.string() == null) throw unexpected(key, item, "strings");
      strings.add(item.string());
    }
    return strings;
  }

  List<String> optionalStrings(String key) throws JsonException {
    return optional(key) == null ? null : strings(key);
  }

  JsonObject object(String key) throws JsonException {
    required(key);
    return optionalObject(key);
  }

  JsonObject optionalObject(String key) throws JsonException {
    JsonValue value = optional(key);
    if (value == null) return null;
    if (value.object() == null) throw unexpected(key, value, "an object");
    return value.object();
  }

  /** Reads an array of SHA-256 digests, or returns an empty list if it is missing. */
  List<String> optionalSha256List(String key) throws JsonException {
    List<String> digests = new ArrayList<String>();
    if (optional(key) == null) return digests;
    for (JsonValue item : array(key)) {
      if (!Hex.isSha256(item.string())) throw unexpected(key, item, "tree hashes");
      digests.add(item.string());
    }
    return digests;
  }

  /** Refuses fields that were not read. */
  void finish() throws JsonException {
    for (String key : object.keys()) {
      if (!known.contains(key)) {
        throw new JsonException("unknown field " + DisplayText.quote(key) + " in " + name);
      }
    }
  }

  JsonException unexpected(String key, JsonValue value, String expected) {
    return new JsonException(
        "'" + key + "' of " + name + " is " + value.kind.text + ", expected " + expected);
  }
}
