package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object of a JSON document, in the order of its members. */
final class JsonObject {
  private final Map<String, JsonValue> members = new LinkedHashMap<String, JsonValue>();

  /** Returns the value of a key, or {@code null} if it is missing. */
  JsonValue get(String key) {
    return members.get(key);
  }

  boolean has(String key) {
    return members.containsKey(key);
  }

  /** Adds a member, unless the value is {@code null}. */
  JsonObject put(String key, JsonValue value) {
    if (value != null) members.put(key, value);
    return this;
  }

  /** Adds a text, unless it is {@code null}. */
  JsonObject put(String key, String text) {
    return put(key, text == null ? null : JsonValue.of(text));
  }

  JsonObject put(String key, long number) {
    return put(key, JsonValue.of(number));
  }

  void remove(String key) {
    members.remove(key);
  }

  int size() {
    return members.size();
  }

  List<String> keys() {
    return new ArrayList<String>(members.keySet());
  }

  /** Returns an object with the same members, sorted by key. */
  JsonObject sorted() {
    List<String> keys = keys();
    Collections.sort(keys);
    JsonObject sorted = new JsonObject();
    for (String key : keys) sorted.put(key, members.get(key));
    return sorted;
  }

  boolean isEquivalent(JsonObject other) {
    if (size() != other.size()) return false;
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      JsonValue value = other.get(member.getKey());
      if (value == null || !member.getValue().isEquivalent(value)) return false;
    }
    return true;
  }
}
