package com.eros.device;

import java.util.List;

/** The result of an update check or a fetch. */
final class FetchResult {
  /** The last decision. */
  FetchDecision decision;
  /** Whether the device is in the list of testers, or {@code null} if the list was not needed. */
  Boolean isTester;
  /** Whether the user is a tester, or why that is unknown; {@code null} if no listed release asks. */
  String testerState;
  /** The earliest expiry of the metadata, in milliseconds since 1970. */
  long expires;
  /** The file that the release was staged from, or would be downloaded from; {@code null} without one. */
  FetchArtifact artifact;
  /** The reason why a patch failed, or {@code null}. */
  String fallbackReason;
  Sandbox.Staged staged;
  /** The numbers of sent and of waiting usage reports. */
  JsonValue reports = JsonValue.NULL;

  boolean hasStaged() {
    return staged != null && staged.outcome == Staging.STAGED;
  }

  String outcome() {
    if (staged == null) return decision.outcome;
    return hasStaged() ? "staged" : FetchDecision.UP_TO_DATE;
  }

  /** Returns the form of the download in a usage report; a release that the device had counts as a delta. */
  String reportedForm() {
    if (artifact == null || artifact.base != null) return ReportRecord.DELTA;
    return fallbackReason == null ? ReportRecord.FULL : ReportRecord.FALLBACK;
  }

  /** Returns the number of bytes of the download in a usage report. */
  long downloadSize() {
    return artifact == null ? 0 : artifact.file.length;
  }

  /** Returns the result with the fields of {@code eros fetch --json}. */
  String json(FetchUpdate.Request request) {
    JsonObject object = new JsonObject().put("artifact", artifactJson()).put("bytes", request.artifacts.receivedBytes)
        .put("channel", request.channel.toString()).put("expires", UtcTime.text(expires))
        .put("metadataBytes", request.metadata.receivedBytes).put("outcome", outcome())
        .put("release", decision.release == null ? JsonValue.NULL : decision.release.summary())
        .put("reports", reports).put("requests", request.metadata.requests + request.artifacts.requests)
        .put("requiresAppVersion", JsonValue.of(decision.requires == null ? null : decision.requires.text))
        .put("skipped", JsonValue.of(decision.skipped))
        .put("tester", isTester == null ? JsonValue.NULL : JsonValue.of(isTester))
        .put("waitsForTrial", JsonValue.of(staged != null && staged.waitsForTrial));
    return JsonWriter.text(JsonValue.of(object));
  }

  private JsonValue artifactJson() {
    if (artifact == null) return JsonValue.NULL;
    String use = staged == null ? null : fallbackReason == null ? "applied" : "fallback";
    return JsonValue.of(
        new JsonObject().put("bytes", artifact.file.length)
            .put("form", artifact.base == null ? ReportRecord.FULL : ReportRecord.DELTA)
            .put("reason", JsonValue.of(fallbackReason)).put("result", JsonValue.of(use)));
  }

  /** Adds the facts of the result to the decision for a support request. */
  void describe(Decision record) {
    if (decision.isOnePartVersion) record.reason("one-part-version");
    if (decision.release != null) {
      record.put("number", JsonValue.of(decision.release.number)).release(decision.release.tree);
    }
    record.put("tester", testerState);
    if (decision.requires != null) record.put("requires", decision.requires.text);
    List<JsonValue> skipped = decision.skipped;
    // The first one is the release of the result if it was refused.
    int start = !skipped.isEmpty() && !decision.installs() ? 1 : 0;
    int end = Math.min(skipped.size(), start + DecisionReader.MAXIMUM_SKIPPED);
    if (end > start) record.put("skipped", JsonValue.of(skipped.subList(start, end)));
  }
}
