package com.eros.device;

import java.util.HashMap;
import java.util.Map;

/**
 * The brake of a store: limits that lower the rollouts of releases, and the current steps of rollout plans.
 *
 * <p>The delegated role {@code brake} signs it with a separate key. A device uses the lower of the channel's rollout
 * and the limit, so the role cannot offer a release to more devices than the channel and its signed plan do.
 */
final class Brake {
  static final String ROLE = "brake";
  /** A path of the role; a search for it loads the role's metadata. */
  static final String PROBE_PATH = "brake/releases";
  /** The maximum length of the role's metadata, in bytes. */
  static final int MAXIMUM_LENGTH = 1 << 17;
  /** The maximum number of limits and steps. */
  private static final int MAXIMUM_COUNT = 500;

  /** The limits by channel and number, and their descriptions for people. */
  private final Map<String, Integer> limits = new HashMap<String, Integer>();
  private final Map<String, JsonValue> summaries = new HashMap<String, JsonValue>();
  /** The indexes of steps by channel and number, from 1: the first step needs no signature. */
  private final Map<String, Integer> steps = new HashMap<String, Integer>();

  /** Reads the metadata of the role; {@code null} has no limits. */
  Brake(TargetsMetadata metadata) throws ChannelException {
    if (metadata == null || metadata.eros == null) return;
    try {
      JsonFields fields = new JsonFields(metadata.eros, "'eros'");
      read(fields.object("brake"), false);
      // Older versions of eros do not sign steps.
      JsonObject signed = fields.optionalObject("steps");
      if (signed != null) read(signed, true);
      if (limits.size() + steps.size() > MAXIMUM_COUNT) {
        throw new JsonException("it has more than " + MAXIMUM_COUNT + " limits and steps");
      }
    } catch (JsonException error) {
      throw ChannelException.malformedBrake(error);
    }
  }

  private void read(JsonObject channels, boolean areSteps) throws JsonException {
    for (String key : channels.keys()) {
      ChannelName channel = ChannelName.parse(key);
      if (channel == null || channels.get(key).array() == null) {
        throw new JsonException(DisplayText.quoteStart(key) + " is not a list of a channel");
      }
      for (JsonValue item : channels.get(key).array()) {
        JsonFields fields = new JsonFields(item, areSteps ? "a step" : "a limit");
        String release = key(channel, fields.integer("seq", 1, Long.MAX_VALUE));
        // In JSON, the first step has the number 1.
        int value = areSteps ? (int) fields.integer("step", 2, RolloutPlan.MAXIMUM_COUNT) - 1
            : (int) fields.integer("rollout", 0, ChannelRelease.FULL_ROLLOUT);
        long time = fields.integer("time", 0, ChannelRelease.MAXIMUM_INTEGER);
        if (!areSteps) summaries.put(release, summary(value, time, fields.optionalString("reason")));
        if ((areSteps ? steps : limits).put(release, value) != null) {
          throw new JsonException("release '" + release + "' has two " + (areSteps ? "steps" : "limits"));
        }
      }
    }
  }

  private static JsonValue summary(int rollout, long time, String reason) {
    return JsonValue.of(
        new JsonObject().put("active", JsonValue.of(rollout < ChannelRelease.FULL_ROLLOUT))
            .put("reason", JsonValue.of(reason)).put("rollout", ChannelRelease.percent(rollout))
            .put("time", UtcTime.text(time)));
  }

  /** Returns the limit of a release in the JSON of {@link ChannelRelease#summary}. */
  JsonValue summary(ChannelName channel, long number) {
    JsonValue summary = summaries.get(key(channel, number));
    return summary == null ? JsonValue.NULL : summary;
  }

  private static String key(ChannelName channel, long number) {
    return channel + "/" + number;
  }

  /** Returns the maximum share of devices that get a release, in hundredths of a percent. */
  int limit(ChannelName channel, long number) {
    Integer limit = limits.get(key(channel, number));
    return limit == null ? ChannelRelease.FULL_ROLLOUT : limit;
  }

  /** Returns the index of the current step of a release. */
  int step(ChannelName channel, long number) {
    Integer step = steps.get(key(channel, number));
    return step == null ? 0 : step;
  }
}
