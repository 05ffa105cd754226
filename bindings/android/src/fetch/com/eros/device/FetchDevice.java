package com.eros.device;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The input of a decision about a device, and the rules of the decision. */
final class FetchDevice {
  private static final int BUCKET_BYTES = 8;

  final SandboxState state;
  /** The numbers of the releases installed from the channel. */
  Map<String, Long> numbers = new HashMap<String, Long>();
  /** The installed releases that the device knows only from other channels. */
  Set<String> foreign = new HashSet<String>();
  /** The releases in the state whose files are lost, so that no launch can run them. */
  Set<String> lost = new HashSet<String>();
  /** The app, or {@code null} if it is unknown and every release fits. */
  NativeApp app;
  /** The ID for rollouts. */
  final String id;
  /** Whether the device is in the channel's list of testers. */
  boolean isTester;
  /** The time, in milliseconds since 1970. */
  final long now;

  FetchDevice(SandboxState state, String id, long now) {
    this.state = state;
    this.id = id;
    this.now = now;
  }

  /**
   * Selects a release of a channel, without accessing files or the network.
   *
   * <p>Releases that are newer than the installed releases are examined from newest to oldest. The method selects the
   * first release that is not paused, supports the app, includes the device in its rollout, and did not fail on the
   * device, unless the publisher has asked to try it again since. The brake of the store may pause a release, lower
   * its rollout, or raise it along a signed plan. Each rollout includes testers, unless the brake limits it.
   *
   * <p>So a device keeps a paused release, and never gets an older one. A publisher rolls back with a new release. Only
   * after a change of the channel, the device may get an older build: it has left the channel of its release, so all
   * releases of the new channel are newer.
   */
  FetchDecision decide(ChannelContents contents) {
    FetchDecision decision = new FetchDecision();
    List<InstalledRelease> held = heldReleases();
    for (ChannelRelease release : contents.releases) {
      NativeVersion requirement = requirement(release);
      decision.isOnePartVersion |= app != null && requirement != null && app.version.meetsByForm(requirement);
      if (decision.installs() || !isNewer(release, held, contents)) continue;
      String obstacle = obstacle(release, requirement);
      if (obstacle == null) {
        decision.install(release, artifacts(release, contents.name));
      } else {
        decision.skip(release, obstacle, requirement);
      }
    }
    if (decision.outcome.equals(FetchDecision.UP_TO_DATE)) decision.release = listed(held, contents);
    return decision;
  }

  /** Returns the newest listed release that the device holds, or {@code null}. */
  private static ChannelRelease listed(List<InstalledRelease> held, ChannelContents contents) {
    for (ChannelRelease release : contents.releases) {
      for (InstalledRelease installed : held) if (installed.tree.equals(release.tree)) return release;
    }
    return null;
  }

  /**
   * Returns the releases that run now or next: staged, on trial, or running without a trial.
   *
   * <p>Releases that wait for a newer app, and releases whose files are lost, do not count.
   */
  private List<InstalledRelease> heldReleases() {
    List<InstalledRelease> held = new ArrayList<InstalledRelease>();
    if (state.pending != null && state.pending.runsOn(app)) held.add(state.pending);
    if (state.trial != null && state.trial.release.runsOn(app)) held.add(state.trial.release);
    for (int index = held.size() - 1; index >= 0; index--) {
      if (lost.contains(held.get(index).tree)) held.remove(index);
    }
    for (InstalledRelease release : state.knownGood(app)) {
      if (lost.contains(release.tree)) continue;
      held.add(release);
      break;
    }
    return held;
  }

  /**
   * Returns whether a release is newer than all held releases.
   *
   * <p>Releases are compared by number. Every release is newer than a held release of another channel. Any other
   * release with an unknown number, for example an embedded release, is compared by build time.
   */
  private boolean isNewer(ChannelRelease release, List<InstalledRelease> held, ChannelContents contents) {
    for (InstalledRelease installed : held) {
      Long number = numbers.get(installed.tree);
      for (ChannelRelease listed : contents.releases) {
        boolean isHigher = listed.tree.equals(installed.tree) && (number == null || listed.number > number);
        if (isHigher) number = listed.number;
      }
      boolean isNewer = number != null ? release.number > number
          : foreign.contains(installed.tree) || installed.isOlder(release.built, now);
      if (!isNewer) return false;
    }
    return true;
  }

  /** Returns the reason why a release is not available, or {@code null}. */
  private String obstacle(ChannelRelease release, NativeVersion requirement) {
    if (release.isStopped()) return FetchDecision.PAUSED;
    boolean waits = requirement != null && app != null && app.version.compareTo(requirement) < 0;
    if (waits) return FetchDecision.WAITS_FOR_APP;
    boolean isIncluded = isTester && release.includesTesters()
        || release.effectiveRollout() >= ChannelRelease.FULL_ROLLOUT
        || bucket(release.salt, id) < release.effectiveRollout();
    if (!isIncluded) return FetchDecision.NOT_INCLUDED;
    boolean isAvoided = state.avoided().contains(release.tree) && release.retries <= state.retries(release.tree);
    return isAvoided ? FetchDecision.BLOCKED : null;
  }

  /**
   * Returns the bucket of a device for a release, from 0 to 9,999.
   *
   * <p>It is the first 8 bytes of SHA-256(salt ‖ ID), as a big-endian number modulo 10,000.
   */
  static int bucket(String salt, String id) {
    byte[] digest = Hashing.sha256().digest(Utf8.encode(salt + id));
    BigInteger number = new BigInteger(1, Bytes.range(digest, 0, BUCKET_BYTES));
    return number.mod(BigInteger.valueOf(ChannelRelease.FULL_ROLLOUT)).intValue();
  }

  /** Returns the minimum version of the app, or {@code null} if the release requires none. */
  private NativeVersion requirement(ChannelRelease release) {
    return InstalledRelease.requirement(release.android, release.ios, app == null ? null : app.platform);
  }

  /**
   * Returns the artifacts for a release in order of preference.
   *
   * <p>First comes the smallest patch whose base is in the sandbox and that is smaller than the bundle, if there is
   * one. If its base is the release that failed last, the smallest patch from another base follows, because the device
   * does not repair a failed release. The bundle is the last one.
   */
  private List<FetchArtifact> artifacts(ChannelRelease release, ChannelName channel) {
    List<FetchArtifact> artifacts = new ArrayList<FetchArtifact>();
    ChannelRelease.Delta smallest = smallest(release, null);
    boolean isFromFailed = smallest != null && smallest.from.equals(state.failed);
    ChannelRelease.Delta other = isFromFailed ? smallest(release, state.failed) : null;
    for (ChannelRelease.Delta delta : new ChannelRelease.Delta[] {smallest, other}) {
      if (delta == null) continue;
      artifacts.add(new FetchArtifact(delta.from, channel.path(release.number, delta.name), delta.file));
    }
    artifacts.add(
        new FetchArtifact(null, channel.path(release.number, ChannelRelease.BUNDLE_NAME), release.bundle));
    return artifacts;
  }

  /** Returns the smallest usable patch whose base is not {@code excluded}, or {@code null}. */
  private ChannelRelease.Delta smallest(ChannelRelease release, String excluded) {
    ChannelRelease.Delta smallest = null;
    for (ChannelRelease.Delta delta : release.deltas) {
      boolean isUsable = state.isBase(delta.from) && !lost.contains(delta.from) && !delta.from.equals(excluded)
          && delta.file.length < release.bundle.length;
      if (!isUsable) continue;
      // The patches are sorted by name.
      if (smallest == null || delta.file.length < smallest.file.length) smallest = delta;
    }
    return smallest;
  }
}
