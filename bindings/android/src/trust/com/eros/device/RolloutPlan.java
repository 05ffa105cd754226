package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The steps by which the rollout of a release rises.
 *
 * <p>The publisher signs it with the release. The key of the brake begins each step after the first, and cannot go
 * beyond the plan.
 */
final class RolloutPlan {
  static final int MAXIMUM_COUNT = 16;
  private static final long MAXIMUM_TIME = 366L * 86_400_000;
  private static final long MAXIMUM_TRIALS = 1_000_000_000;
  /** The failures that stop a rollout, relative to the failures of the previous release, in hundredths. */
  private static final int MINIMUM_STOP_FACTOR = 110;
  private static final int MAXIMUM_STOP_FACTOR = 10_000;

  private final List<Integer> shares = new ArrayList<Integer>();
  /** The steps for people. */
  private final List<JsonValue> steps = new ArrayList<JsonValue>();
  private final long stopFactor;
  private final long start;

  RolloutPlan(JsonValue value) throws JsonException {
    JsonFields fields = new JsonFields(value, "'plan'");
    int last = 0;
    boolean isValid = true;
    boolean isLast = false;
    for (JsonValue item : fields.array("steps")) {
      JsonFields step = new JsonFields(item, "a step of 'plan'");
      int share = (int) step.integer("rollout", 1, ChannelRelease.FULL_ROLLOUT);
      long time = step.integer("time", 0, MAXIMUM_TIME, 0);
      long trials = step.integer("trials", 0, MAXIMUM_TRIALS, 0);
      isLast = trials == 0 && time == 0;
      isValid &= share > last;
      last = share;
      shares.add(share);
      steps.add(
          JsonValue.of(
              new JsonObject().put("rollout", ChannelRelease.percent(share)).put("seconds", time / 1000)
                  .put("trials", trials)));
    }
    // The last step has no conditions.
    if (!isValid || !isLast || shares.size() > MAXIMUM_COUNT) {
      throw new JsonException("the steps of 'plan' are invalid");
    }
    stopFactor = fields.integer("stopAt", MINIMUM_STOP_FACTOR, MAXIMUM_STOP_FACTOR);
    start = fields.integer("start", 0, ChannelRelease.MAXIMUM_INTEGER);
  }

  /** Returns the plan for people; steps have numbers from 1, and times are in seconds. */
  JsonValue summary(int step) {
    long hundredths = stopFactor % 100;
    String fraction = hundredths % 10 == 0 ? "" + hundredths / 10 : (hundredths < 10 ? "0" : "") + hundredths;
    return JsonValue.of(
        new JsonObject().put("start", UtcTime.longText(start)).put("step", step + 1L).put("steps", JsonValue.of(steps))
            .put("stopAt", JsonValue.number(stopFactor / 100 + "." + fraction)));
  }

  /** Returns the share of a step, or of the first step if the plan does not have it. */
  int share(int step) {
    return shares.get(step < shares.size() ? step : 0);
  }
}
