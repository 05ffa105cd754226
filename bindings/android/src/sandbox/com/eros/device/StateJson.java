package com.eros.device;

import com.eros.device.SandboxState.Blocked;
import com.eros.device.SandboxState.Confirmed;
import com.eros.device.SandboxState.Embedded;
import com.eros.device.SandboxState.Retried;
import com.eros.device.SandboxState.Trial;
import java.util.ArrayList;
import java.util.List;

/** The JSON form of a state; missing values are omitted, and the order of keys is part of the format. */
final class StateJson {
  private StateJson() {}

  static JsonValue write(SandboxState state) {
    JsonObject object = new JsonObject().put("active", state.active).put("running", state.running);
    if (!state.applied.isEmpty()) object.put("applied", JsonValue.texts(state.applied));
    List<JsonValue> confirmed = new ArrayList<JsonValue>();
    for (InstalledRelease release : state.confirmed) confirmed.add(JsonValue.of(release.json()));
    object.put("confirmed", JsonValue.of(confirmed));
    if (state.pending != null) object.put("pending", JsonValue.of(state.pending.json()));
    if (state.trial != null) object.put("trial", JsonValue.of(write(state.trial)));
    List<JsonValue> blocked = new ArrayList<JsonValue>();
    for (Blocked entry : state.blocked) {
      blocked.add(JsonValue.of(write(entry)));
    }
    object.put("blocked", JsonValue.of(blocked)).put("failed", state.failed);
    List<JsonValue> retried = new ArrayList<JsonValue>();
    for (Retried entry : state.retried) {
      retried.add(
          JsonValue.of(new JsonObject().put("release", entry.release).put("count", entry.count)));
    }
    if (!retried.isEmpty()) object.put("retried", JsonValue.of(retried));
    if (state.embedded != null) object.put("embedded", JsonValue.of(write(state.embedded)));
    if (state.app != null) object.put("app", JsonValue.of(state.app.json()));
    object.put("withdrawn", JsonValue.texts(state.withdrawn));
    if (state.lastConfirmed != null) {
      object.put(
          "lastConfirmed",
          JsonValue.of(
              new JsonObject().put("release", state.lastConfirmed.release)
                  .put("token", state.lastConfirmed.token)));
    }
    return JsonValue.of(object);
  }

  static JsonObject write(Blocked entry) {
    return new JsonObject().put("release", entry.release).put("reason", entry.reason)
        .put("count", entry.count);
  }

  private static JsonObject write(Trial trial) {
    return trial.release.json().put("token", trial.token).put("attempts", trial.attempts)
        .put("startedAt", trial.startedAt);
  }

  private static JsonObject write(Embedded embedded) {
    JsonObject object = embedded.release.json().put("source", embedded.source);
    return embedded.app == null ? object : object.put("app", JsonValue.of(embedded.app.json()));
  }

  /**
   * Reads a state.
   *
   * @throws JsonException if the structure is unexpected, for example because a newer version wrote it
   */
  static SandboxState read(JsonValue value) throws JsonException {
    JsonFields fields = new JsonFields(value, "the state");
    SandboxState state = new SandboxState();
    state.active = fields.optionalSha256("active");
    state.running = fields.optionalSha256("running");
    state.applied.addAll(fields.optionalSha256List("applied"));
    for (JsonValue item : fields.array("confirmed")) {
      JsonFields record = new JsonFields(item, "'confirmed'");
      state.confirmed.add(InstalledRelease.read(record));
      record.finish();
    }
    JsonFields pending = record(fields, "pending");
    if (pending != null) {
      state.pending = InstalledRelease.read(pending);
      pending.finish();
    }
    state.trial = trial(record(fields, "trial"));
    for (JsonValue item : fields.array("blocked")) state.blocked.add(blocked(item));
    state.failed = fields.optionalSha256("failed");
    if (fields.has("retried")) {
      for (JsonValue item : fields.array("retried")) state.retried.add(retried(item));
    }
    state.embedded = embedded(record(fields, "embedded"));
    state.app = app(record(fields, "app"));
    state.withdrawn.addAll(fields.optionalSha256List("withdrawn"));
    state.lastConfirmed = lastConfirmed(record(fields, "lastConfirmed"));
    fields.finish();
    return state;
  }

  /** Returns a reader for an object, or {@code null} if it is missing. */
  private static JsonFields record(JsonFields fields, String key) throws JsonException {
    JsonValue value = fields.optional(key);
    return value == null ? null : new JsonFields(value, "'" + key + "'");
  }

  private static Trial trial(JsonFields fields) throws JsonException {
    if (fields == null) return null;
    Trial trial = new Trial(
        InstalledRelease.read(fields), fields.string("token"), count(fields, "attempts"),
        fields.integer("startedAt", 0, Manifest.MAXIMUM_TIMESTAMP));
    fields.finish();
    return trial;
  }

  private static Blocked blocked(JsonValue item) throws JsonException {
    JsonFields fields = new JsonFields(item, "'blocked'");
    String reason = fields.string("reason");
    if (!Blocked.isReason(reason)) throw new JsonException("unknown reason");
    Blocked entry = new Blocked(fields.sha256("release"), reason, count(fields, "count"));
    fields.finish();
    return entry;
  }

  private static Retried retried(JsonValue item) throws JsonException {
    JsonFields fields = new JsonFields(item, "'retried'");
    Retried entry = new Retried(fields.sha256("release"), count(fields, "count"));
    fields.finish();
    return entry;
  }

  private static Embedded embedded(JsonFields fields) throws JsonException {
    if (fields == null) return null;
    Embedded embedded = new Embedded(
        InstalledRelease.read(fields), fields.sha256("source"), app(record(fields, "app")));
    fields.finish();
    return embedded;
  }

  private static NativeApp app(JsonFields fields) throws JsonException {
    if (fields == null) return null;
    NativeApp app = NativeApp.read(fields);
    fields.finish();
    return app;
  }

  private static Confirmed lastConfirmed(JsonFields fields) throws JsonException {
    if (fields == null) return null;
    Confirmed confirmed = new Confirmed(fields.sha256("release"), fields.string("token"));
    fields.finish();
    return confirmed;
  }

  private static int count(JsonFields fields, String key) throws JsonException {
    return (int) fields.integer(key, 0, Integer.MAX_VALUE);
  }
}
