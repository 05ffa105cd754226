package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The decision of a device about the releases of a channel. */
final class FetchDecision {
  // The outcomes. The last four are also the reasons why a release is not available to a device.
  static final String UP_TO_DATE = "up-to-date";
  /** The device installs the release from the first artifact that succeeds. */
  static final String INSTALL = "available";
  static final String PAUSED = "paused";
  static final String WAITS_FOR_APP = "waits-for-app";
  static final String NOT_INCLUDED = "not-included";
  static final String BLOCKED = "blocked";

  String outcome = UP_TO_DATE;
  /** The release to install, the refused release, the newest listed release on the device, or {@code null}. */
  ChannelRelease release;
  /** The files for {@link #INSTALL}, in order of preference. */
  List<FetchArtifact> artifacts = Collections.emptyList();
  /** The version of the app that a refused release requires, or {@code null}. */
  NativeVersion requires;
  /** The newer releases that the device skipped, newest first: objects with a number and a reason. */
  final List<JsonValue> skipped = new ArrayList<JsonValue>();
  /** Whether the app meets the minimum of a release only because its version is one number. */
  boolean isOnePartVersion;

  boolean installs() {
    return outcome.equals(INSTALL);
  }

  /** Adds a skipped release; the first one determines the outcome if no release is installed. */
  void skip(ChannelRelease skippedRelease, String reason, NativeVersion requirement) {
    if (skipped.isEmpty()) {
      outcome = reason;
      release = skippedRelease;
      requires = reason.equals(WAITS_FOR_APP) ? requirement : null;
    }
    skipped.add(JsonValue.of(new JsonObject().put("number", skippedRelease.number).put("reason", reason)));
  }

  void install(ChannelRelease chosen, List<FetchArtifact> files) {
    outcome = INSTALL;
    release = chosen;
    artifacts = files;
    requires = null;
  }
}
