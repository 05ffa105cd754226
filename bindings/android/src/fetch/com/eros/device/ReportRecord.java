package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The usage reports that no server has accepted yet, and the updates with a trial in progress.
 *
 * <p>A report says that a release was staged, was confirmed, or failed its trial. It contains the channel, the
 * releases, the size of the download and the class of an error, but no ID, time or address. The state of the sandbox
 * shows how a trial ended. An update is removed from {@link #open} when its report is added, so no report is added
 * twice.
 */
final class ReportRecord {
  /** The name of the file. */
  static final String NAME = "reports";
  /** The maximum length of the file, in bytes. */
  static final int MAXIMUM_LENGTH = 1 << 15;
  private static final int MAXIMUM_WAITING = 32;
  private static final int MAXIMUM_OPEN = 4;
  private static final long MAXIMUM_BYTES = 1L << 32;
  private static final String STAGED = "staged";
  private static final String FAILED = "failed";
  private static final String CONFIRMED = "confirmed";
  // The forms of a download.
  static final String DELTA = "delta";
  static final String FULL = "full";
  /** The full bundle, after a delta has failed. */
  static final String FALLBACK = "fallback";

  /** The usage reports, oldest first. */
  private final List<JsonValue> waiting = new ArrayList<JsonValue>();
  /** The staged updates, oldest first: the channel and the releases. */
  private final List<JsonValue> open = new ArrayList<JsonValue>();

  /** Parses a record, and ignores damaged entries; {@code null} is empty. */
  ReportRecord(byte[] bytes) {
    JsonObject object;
    try {
      object = bytes == null ? null : JsonReader.read(bytes).object();
    } catch (JsonException error) {
      return;
    }
    if (object == null) return;
    for (JsonValue item : items(object, "reports")) {
      try {
        add(waiting, readReport(new JsonFields(item, "a report")), MAXIMUM_WAITING);
      } catch (JsonException error) {
        // The other reports can be sent.
      }
    }
    for (JsonValue item : items(object, "open")) {
      try {
        add(open, readUpdate(new JsonFields(item, "an update")), MAXIMUM_OPEN);
      } catch (JsonException error) {
        // The other updates can be observed.
      }
    }
  }

  private static List<JsonValue> items(JsonObject object, String key) {
    List<JsonValue> items = object.has(key) ? object.get(key).array() : null;
    return items == null ? new ArrayList<JsonValue>() : items;
  }

  private static void add(List<JsonValue> list, JsonObject item, int maximum) {
    if (item == null) return;
    list.add(JsonValue.of(item.sorted()));
    if (list.size() > maximum) list.remove(0);
  }

  /** Returns a report with its known fields, or {@code null} if its event or form is of a later version. */
  private static JsonObject readReport(JsonFields fields) throws JsonException {
    JsonObject report = readUpdate(fields);
    String event = fields.string("event");
    report.put("event", event);
    if (event.equals(STAGED)) {
      String form = fields.string("form");
      boolean isFallback = fields.flag("fallback");
      long bytes = fields.integer("bytes", 0, MAXIMUM_BYTES);
      if (!form.equals(DELTA) && !form.equals(FULL)) return null;
      return addDownload(report, isFallback ? FALLBACK : form, bytes);
    }
    if (event.equals(FAILED)) DecisionReader.readError(fields, report);
    return event.equals(FAILED) || event.equals(CONFIRMED) ? report : null;
  }

  private static JsonObject readUpdate(JsonFields fields) throws JsonException {
    ChannelName channel = ChannelName.parse(fields.string("app") + "/" + fields.string("channel"));
    if (channel == null) throw new JsonException("'app' or 'channel' is not a name");
    return update(channel, fields.optionalSha256("from"), fields.sha256("to"));
  }

  private static JsonObject update(ChannelName channel, String from, String to) {
    return new JsonObject().put("app", channel.app).put("channel", channel.channel).put("from", from).put("to", to);
  }

  private static JsonObject addDownload(JsonObject report, String form, long bytes) {
    boolean isFallback = form.equals(FALLBACK);
    report.put("bytes", Math.min(Math.max(0, bytes), MAXIMUM_BYTES)).put("form", isFallback ? FULL : form);
    return isFallback ? report.put("fallback", JsonValue.of(true)) : report;
  }

  // Events

  /**
   * Adds the report of a staged release, and starts observing its trial.
   *
   * @param from the release that ran when the new release was staged, or {@code null}
   * @param bytes the length of the downloaded file
   */
  void add(ChannelName channel, String from, String to, String form, long bytes) {
    JsonObject update = update(channel, from, to);
    for (int index = open.size() - 1; index >= 0; index--) if (release(open.get(index)).equals(to)) open.remove(index);
    add(open, update, MAXIMUM_OPEN);
    add(waiting, addDownload(update.put("event", STAGED), form, bytes), MAXIMUM_WAITING);
  }

  private static String release(JsonValue update) {
    return update.object().get("to").string();
  }

  /**
   * Adds reports about the updates that have ended in a state of the sandbox.
   *
   * <p>An update that was replaced before its trial ended is not reported.
   *
   * @param log the decisions, which tell the error of a failed trial, or {@code null} to report failed trials later
   */
  void observe(SandboxState state, DecisionLog log) {
    List<JsonValue> observed = new ArrayList<JsonValue>(open);
    open.clear();
    for (JsonValue update : observed) {
      String release = release(update);
      JsonObject report = update.object().sorted();
      if (state.isKnownGood(release)) {
        add(waiting, report.put("event", CONFIRMED), MAXIMUM_WAITING);
      } else if (hasFailed(release, state)) {
        if (log == null) {
          open.add(update);
        } else {
          add(waiting, addError(report.put("event", FAILED), release, log), MAXIMUM_WAITING);
        }
      } else if (state.release(release) != null) {
        open.add(update);
      }
    }
  }

  /** Returns whether the trial of an observed update failed, so that its report needs the decisions. */
  boolean hasFailure(SandboxState state) {
    for (JsonValue update : open) if (hasFailed(release(update), state)) return true;
    return false;
  }

  private static boolean hasFailed(String release, SandboxState state) {
    return !state.isKnownGood(release) && state.blocked(release) != null;
  }

  /** Adds the error that the host reported when a release failed its last trial, if it reported one. */
  private static JsonObject addError(JsonObject report, String release, DecisionLog log) {
    JsonObject last = null;
    for (JsonObject decision : log.decisions) {
      String event = decision.get("event").string();
      boolean isEnd = decision.has("release") && decision.get("release").string().equals(release)
          && decision.get("outcome").string().equals("blocked")
          && (event.equals("failure") || event.equals("launch"));
      if (isEnd) last = decision;
    }
    if (last == null) return report;
    return report.put("errorClass", last.get("errorClass")).put("stackHash", last.get("stackHash"));
  }

  int waitingCount() {
    return waiting.size();
  }

  /** Removes the reports accepted or refused by a server. */
  void removeWaiting() {
    waiting.clear();
  }

  // JSON

  /** Returns the contents of the file. */
  byte[] bytes() {
    JsonObject object = new JsonObject().put("open", JsonValue.of(open)).put("reports", JsonValue.of(waiting));
    return Utf8.encode(JsonWriter.text(JsonValue.of(object)) + "\n");
  }

  /** Returns the body of a request with all reports. */
  byte[] body() {
    return JsonWriter.compact(JsonValue.of(new JsonObject().put("reports", JsonValue.of(waiting))));
  }
}
