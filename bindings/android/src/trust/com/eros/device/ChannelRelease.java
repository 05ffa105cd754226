package com.eros.device;

import java.util.List;
import java.util.Map;

/**
 * A release that a channel offers to devices.
 *
 * <p>In metadata it is the target {@code <app>/<channel>/<number>/bundle.zip}, with the values of this type in its
 * {@code custom} field, and one target for each delta.
 */
final class ChannelRelease {
  /** The rollout that offers a release to every device, in hundredths of a percent. */
  static final int FULL_ROLLOUT = 10_000;
  static final String BUNDLE_NAME = "bundle.zip";
  private static final long MAXIMUM_NUMBER = 1L << 31;
  private static final long MAXIMUM_RETRIES = 1_000_000;
  /** The highest time and length; every JSON reader represents it exactly. */
  static final long MAXIMUM_INTEGER = 1L << 53;

  /** A patch from another release. */
  static final class Delta {
    /** Files with other suffixes are ignored, such as the {@code .erosdelta2} of a development version. */
    static final String SUFFIX = ".erosdelta";
    private static final int DIGITS = 12;

    /** The tree hash of the release that the patch applies to. */
    final String from;
    final String name;
    final TargetFile file;

    Delta(TargetFile file, String name) throws JsonException {
      this.file = file;
      this.name = name;
      from = file.erosFields().sha256("from");
      if (!name.equals("from-" + from.substring(0, DIGITS) + SUFFIX)) {
        throw new JsonException("'from' of " + DisplayText.quote(name) + " differs from its name");
      }
    }
  }

  /** The number of the release, higher than the numbers of all earlier releases of the channel. */
  final long number;
  /** The identity of the files. */
  final String tree;
  /** The version that legacy clients use to identify the release. */
  final String jsVersion;
  /** The build time in the manifest, in milliseconds since 1970. */
  final long built;
  /** The minimum version of the app on Android, or {@code null}. */
  final String android;
  /** The minimum version of the app on iOS, or {@code null}. */
  final String ios;
  /** A random text; with the ID of a device it determines whether the rollout includes the device. */
  final String salt;
  private final boolean isPaused;
  /** The steps of the rollout, or {@code null}. */
  private final RolloutPlan plan;
  private final int step;
  /** The execution of the pages before the publication, as far as it is known. */
  private final JsonValue rehearsal;
  private final JsonValue limitSummary;
  /** Whether the release is published for legacy clients. */
  private final boolean isLegacy;
  /** The number of times that the publisher asked devices to try the release again. */
  final int retries;
  /** {@code low}, {@code normal} or {@code critical}. */
  final String urgency;
  /** The notes of the publisher, or {@code null}. */
  final String notes;
  /** The notes of the publisher in several languages. */
  final LocalizedNotes localizedNotes;
  /** The earlier release that a rollback has published again, or 0 for other releases. */
  final long restores;
  /** Whether the files are a route map and its pages, not the pages of an app. */
  final boolean isRoutes;
  /** The total length of the pages, or -1 if an older version has published the release. */
  final long pagesSize;
  final TargetFile bundle;
  final List<Delta> deltas;
  /** The share of devices that the channel or the current step of its plan offers the release to. */
  private final int offeredRollout;
  /** The maximum share of the brake, {@link #FULL_ROLLOUT} without a limit. */
  private final int limit;

  ChannelRelease(
      TargetFile bundle, long expected, List<Delta> deltas, boolean isLegacy, ChannelName channel, Brake brake)
      throws JsonException {
    this.bundle = bundle;
    this.isLegacy = isLegacy;
    this.deltas = deltas;
    JsonFields fields = bundle.erosFields();
    number = fields.integer("seq", 1, MAXIMUM_NUMBER);
    tree = fields.sha256("tree");
    jsVersion = fields.hex("jsVersion", Hex.MD5_DIGITS);
    built = fields.integer("built", 0, MAXIMUM_INTEGER);
    JsonFields versions = new JsonFields(fields.required("native"), "'native'");
    android = versions.optionalString(NativeApp.ANDROID);
    ios = versions.optionalString(NativeApp.IOS);
    int rollout = (int) fields.integer("rollout", 0, FULL_ROLLOUT);
    salt = fields.string("salt");
    isPaused = fields.flag("paused");
    retries = (int) fields.integer("retries", 0, MAXIMUM_RETRIES, 0);
    urgency = urgency(fields.optionalString("urgency"));
    notes = fields.optionalString("notes");
    localizedNotes = new LocalizedNotes(fields.optionalObject("localizedNotes"));
    restores = fields.integer("restores", 1, number, 0);
    isRoutes = isRoutes(fields.optionalString("kind"));
    checkSurface(fields);
    rehearsal = fields.has("rehearsal") ? rehearsal(fields.required("rehearsal")) : JsonValue.NULL;
    RolloutPlan signed = fields.has("plan") ? new RolloutPlan(fields.required("plan")) : null;
    pagesSize = fields.integer("size", 0, MAXIMUM_INTEGER, -1);
    if (number != expected) throw new JsonException("'seq' of release " + expected + " differs from its path");
    checkLengths();
    limit = brake.limit(channel, number);
    limitSummary = brake.summary(channel, number);
    step = brake.step(channel, number);
    // An older version of eros has changed the rollout, which ends the plan.
    plan = signed != null && signed.share(0) == rollout ? signed : null;
    offeredRollout = plan != null ? plan.share(step) : rollout;
  }

  private static String urgency(String text) {
    // A later version may add urgencies.
    return "low".equals(text) || "critical".equals(text) ? text : "normal";
  }

  private boolean isRoutes(String kind) throws JsonException {
    if (kind == null || kind.equals("bundle")) return false;
    if (kind.equals("routes")) return true;
    throw new JsonException("the kind " + DisplayText.quote(kind) + " of release " + number + " is unknown");
  }

  /** Checks the surface of the app, which a device does not need. */
  private static void checkSurface(JsonFields fields) throws JsonException {
    if (!fields.has("surface")) return;
    JsonFields surfaces = new JsonFields(fields.required("surface"), "'surface'");
    surfaces.optionalString(NativeApp.ANDROID);
    surfaces.optionalString(NativeApp.IOS);
  }

  /** Reads what is known about the execution of the pages; a result of a later version is ignored. */
  private static JsonValue rehearsal(JsonValue value) throws JsonException {
    JsonFields fields = new JsonFields(value, "'rehearsal'");
    String result = fields.string("result");
    boolean isPassed = result.equals("passed");
    JsonObject known = new JsonObject();
    if (isPassed || result.equals("notJudged")) {
      known.put("engine", fields.string("engine"));
      long pages = fields.integer("pages", 0, Long.MAX_VALUE);
      if (isPassed) known.put("notJudged", fields.integer("notJudged", 0, Long.MAX_VALUE));
      known.put("pages", pages);
    } else if (!result.equals("skipped") && !result.equals("unavailable")) {
      return JsonValue.NULL;
    }
    return JsonValue.of(known.put("result", result));
  }

  private void checkLengths() throws JsonException {
    boolean isTooLong = bundle.length > MAXIMUM_INTEGER;
    for (Delta delta : deltas) isTooLong |= delta.file.length > MAXIMUM_INTEGER;
    if (isTooLong) throw new JsonException("release " + number + " has a file of more than 2^53 bytes");
  }

  /** Returns the share of devices that get the release, in hundredths of a percent. */
  int effectiveRollout() {
    return Math.min(offeredRollout, limit);
  }

  /** Returns whether the publisher or the brake has paused the release. */
  boolean isStopped() {
    return isPaused || limit == 0;
  }

  /** Returns whether each share of devices includes the testers of the channel: the brake does not limit it. */
  boolean includesTesters() {
    return limit == FULL_ROLLOUT;
  }

  /** Returns whether every device that can run the release gets it. */
  boolean isForAll() {
    return effectiveRollout() == FULL_ROLLOUT && !isPaused;
  }

  /** Returns a share in hundredths of a percent as text, such as {@code 25%} or {@code 0.05%}. */
  static String percent(int share) {
    int rest = share % 100;
    return share / 100 + (rest == 0 ? "" : "." + (rest < 10 ? "0" : "") + rest) + "%";
  }

  /** Returns the release in the JSON documents of commands, of devices and of the console. */
  JsonValue summary() {
    JsonObject languages = new JsonObject();
    for (Map.Entry<String, String> text : localizedNotes.texts.entrySet()) {
      languages.put(text.getKey(), text.getValue());
    }
    return JsonValue.of(
        new JsonObject().put("brake", limitSummary).put("built", UtcTime.longText(built)).put("bytes", bundle.length)
            .put("deltas", deltas.size()).put("jsVersion", jsVersion).put("kind", isRoutes ? "routes" : "bundle")
            .put("legacy", JsonValue.of(isLegacy)).put("localizedNotes", JsonValue.of(languages))
            .put("native", JsonValue.of(new JsonObject().put(NativeApp.ANDROID, android).put(NativeApp.IOS, ios)))
            .put("notes", JsonValue.of(notes)).put("number", number).put("paused", JsonValue.of(isPaused))
            .put("plan", plan == null ? JsonValue.NULL : plan.summary(step)).put("rehearsal", rehearsal)
            .put("restores", restores == 0 ? JsonValue.NULL : JsonValue.of(restores)).put("retries", retries)
            .put("rollout", percent(offeredRollout)).put("tree", tree).put("urgency", urgency));
  }
}
