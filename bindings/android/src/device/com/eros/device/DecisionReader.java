package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A reader for the decisions in the file of a device.
 *
 * <p>It refuses a decision with an invalid value, and leaves out the fields of later versions, so that a file
 * that is written again is the same as by the Swift library.
 */
final class DecisionReader {
  private static final int MAXIMUM_TEXT = 200;
  static final int MAXIMUM_SKIPPED = 4;
  private static final int MAXIMUM_STATUS = 999;
  private static final int STACK_DIGITS = 16;
  private static final String OTHER = "other";
  private static final Set<String> EVENTS =
      set("check fetch launch confirm stage rollback failure unblock");
  private static final Set<String> OUTCOMES = set(
      "failed staged up-to-date available waits-for-app not-included paused blocked first-run"
          + " embedded-newer trial confirmed recovered rolled-back stale-token unblocked noted");
  private static final Set<String> REASONS = set(
      "dns no-connection proxy tls certificate-not-yet-valid timed-out interrupted http-status redirect"
          + " bad-response encoded cancelled malformed-metadata page altered-metadata not-signed rollback"
          + " fast-forward expired mix-and-match too-long missing-metadata no-root bad-root no-store"
          + " no-channel no-release unknown-metadata missing-file damaged-file limit-exceeded not-verified"
          + " unexpected-release patch-failed one-part-version blocked unconfirmed host no-space read-only"
          + " permission io-error busy later-version foreign-folder no-installed-release damaged");
  private static final Set<String> TESTERS = set("not-passed invalid not-listed listed");

  private DecisionReader() {}

  private static Set<String> set(String names) {
    return new HashSet<String>(Arrays.asList(names.split(" ")));
  }

  /** Returns the decision with its known fields, sorted. */
  static JsonObject read(JsonValue value) throws JsonException {
    JsonFields fields = new JsonFields(value, "a decision");
    JsonObject decision = new JsonObject().put("event", name(fields, "event", EVENTS))
        .put("outcome", name(fields, "outcome", OUTCOMES)).put("time", time(fields, "time"));
    // A name of a later version says nothing.
    String reason = fields.optionalString("reason");
    if (reason != null) decision.put("reason", REASONS.contains(reason) ? reason : OTHER);
    String tester = fields.optionalString("tester");
    if (TESTERS.contains(tester)) decision.put("tester", tester);
    for (String key : new String[] {"channel", "file", "detail"}) {
      decision.put(key, shortText(fields, key));
    }
    for (String key : new String[] {"requires", "app"}) decision.put(key, version(fields, key));
    for (String key : new String[] {"number", "metadata"}) {
      if (fields.has(key)) decision.put(key, fields.integer(key, 0, Long.MAX_VALUE));
    }
    if (fields.has("status")) decision.put("status", fields.integer("status", 0, MAXIMUM_STATUS));
    decision.put("release", fields.optionalSha256("release"));
    if (fields.has("expired")) decision.put("expired", time(fields, "expired"));
    readSkipped(fields, decision);
    if (fields.flag("verified")) decision.put("verified", fields.required("verified"));
    readError(fields, decision);
    readCount(fields, decision);
    return decision.sorted();
  }

  private static String name(JsonFields fields, String key, Set<String> names)
      throws JsonException {
    String name = fields.string(key);
    if (!names.contains(name)) throw new JsonException("unknown " + key);
    return name;
  }

  private static String time(JsonFields fields, String key) throws JsonException {
    Long time = UtcTime.parse(fields.string(key));
    if (time == null) throw new JsonException("'" + key + "' is not a time");
    return UtcTime.text(time);
  }

  private static String shortText(JsonFields fields, String key) throws JsonException {
    String text = fields.optionalString(key);
    if (text != null && Utf8.length(text) > MAXIMUM_TEXT) {
      throw new JsonException("'" + key + "' is too long");
    }
    return text;
  }

  private static String version(JsonFields fields, String key) throws JsonException {
    String text = fields.optionalString(key);
    if (text != null && NativeVersion.parse(text) == null) {
      throw new JsonException("'" + key + "' is not a version");
    }
    return text;
  }

  private static void readSkipped(JsonFields fields, JsonObject decision) throws JsonException {
    if (!fields.has("skipped")) return;
    List<JsonValue> list = new ArrayList<JsonValue>();
    for (JsonValue item : fields.array("skipped")) {
      JsonFields skipped = new JsonFields(item, "'skipped'");
      list.add(
          JsonValue.of(
              new JsonObject().put("number", skipped.integer("number", 0, Long.MAX_VALUE))
                  .put("reason", name(skipped, "reason", OUTCOMES))));
    }
    if (list.size() > MAXIMUM_SKIPPED) throw new JsonException("too many 'skipped'");
    if (!list.isEmpty()) decision.put("skipped", JsonValue.of(list));
  }

  /** Reads the error of a release; the trial failed even if a value is invalid. */
  static void readError(JsonFields fields, JsonObject decision) {
    JsonValue name = fields.optional("errorClass");
    JsonValue hash = fields.optional("stackHash");
    if (name == null && hash == null) return;
    String text = name == null ? null : name.string();
    decision.put("errorClass", Decision.isClass(text) ? text : OTHER);
    if (hash != null && Hex.isDigits(hash.string(), STACK_DIGITS)) decision.put("stackHash", hash);
  }

  private static void readCount(JsonFields fields, JsonObject decision) throws JsonException {
    String last = fields.has("last") ? time(fields, "last") : time(fields, "time");
    if (!fields.has("count")) return;
    decision.put("count", fields.integer("count", 2, DecisionLog.MAXIMUM_REPEATS))
        .put("last", last);
  }
}
