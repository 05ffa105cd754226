package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The last decisions of a device.
 *
 * <p>Each line of the file is a decision in JSON. A decision is appended with one write, so an interruption
 * damages at most the last line. Damaged lines are ignored.
 */
final class DecisionLog {
  /** The name of the file. */
  static final String NAME = "decisions";
  static final int MAXIMUM_COUNT = 32;
  /** The length from which the file is written again with the last decisions only, in bytes. */
  static final int COMPACTED_LENGTH = 24 << 10;
  /** The maximum length of the file; only the end of a much longer one is read. */
  static final int MAXIMUM_LENGTH = 64 << 10;

  /** The highest recorded number of equal decisions. */
  static final long MAXIMUM_REPEATS = 1_000_000;
  private static final int MAXIMUM_VALUES = 200;

  /** The decisions, oldest first. */
  final List<JsonObject> decisions = new ArrayList<JsonObject>();

  /** Adds the decisions of a file, and ignores damaged lines. */
  void addLines(byte[] bytes) {
    int start = 0;
    for (int index = 0; index <= bytes.length; index++) {
      if (index < bytes.length && bytes[index] != '\n') continue;
      if (index > start) addLine(Bytes.range(bytes, start, index));
      start = index + 1;
    }
  }

  private void addLine(byte[] line) {
    try {
      add(DecisionReader.read(JsonReader.read(line, MAXIMUM_LENGTH, MAXIMUM_VALUES)));
    } catch (JsonException error) {
      // An interrupted write, or a decision of a later version.
    }
  }

  /** Adds a decision; equal decisions in a row become one. */
  void add(JsonObject decision) {
    JsonObject last = decisions.isEmpty() ? null : decisions.get(decisions.size() - 1);
    if (last != null && withoutTimes(last).isEquivalent(withoutTimes(decision))) {
      decisions.set(decisions.size() - 1, merged(last, decision));
      return;
    }
    decisions.add(decision);
    if (decisions.size() > MAXIMUM_COUNT) decisions.remove(0);
  }

  private static JsonObject withoutTimes(JsonObject decision) {
    JsonObject copy = decision.sorted();
    // The version of the metadata may differ.
    for (String key : new String[] {"time", "last", "count", "metadata"}) copy.remove(key);
    return copy;
  }

  private static JsonObject merged(JsonObject first, JsonObject later) {
    JsonObject merged = first.sorted();
    merged.remove("metadata");
    merged.put("metadata", later.get("metadata"));
    merged.put("last", later.has("last") ? later.get("last") : later.get("time"));
    merged.put("count", Math.min(count(first) + count(later), MAXIMUM_REPEATS));
    return merged.sorted();
  }

  private static long count(JsonObject decision) {
    JsonValue value = decision.get("count");
    Long count = value == null ? null : value.integer();
    return count == null ? 1 : Math.min(Math.max(count, 1), MAXIMUM_REPEATS);
  }

  /** Returns the contents of the file. */
  byte[] bytes() {
    return lines(decisions);
  }

  /** Returns the bytes that append decisions to the file; the first newline ends an interrupted line. */
  static byte[] lines(List<JsonObject> decisions) {
    StringBuilder text = new StringBuilder();
    for (JsonObject decision : decisions) {
      text.append('\n').append(JsonWriter.text(JsonValue.of(decision))).append('\n');
    }
    return Utf8.encode(text.toString());
  }
}
