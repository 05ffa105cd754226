package com.eros.device;

import com.eros.device.SandboxRefusal.Kind;
import com.eros.device.SandboxState.Blocked;
import com.eros.device.SandboxState.Confirmed;
import com.eros.device.SandboxState.Embedded;
import com.eros.device.SandboxState.Retried;
import com.eros.device.SandboxState.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The state after an event, and the actions that the event requires.
 *
 * <p>The actions are, in this order: make {@link #next} durable if {@link #mustRecord}; point the links to
 * the active release, and delete all releases except {@link #kept}, if one is active; then return {@link
 * #run}, or report {@link #refusal}.
 */
final class SandboxStep {
  private static final int MAXIMUM_CONFIRMED = 2;
  /** The maximum number of releases that an app applies between two foreground launches. */
  private static final int MAXIMUM_APPLIED = 4;
  private static final int MAXIMUM_RETRIED = 256;

  final SandboxState next;
  /** Whether the state changed. */
  final boolean mustRecord;
  /** The releases to keep, or {@code null} to delete nothing. */
  final Set<String> kept;
  /** The release to run, or {@code null}. */
  SandboxRun run;
  /** The reason for a refusal, or {@code null}. */
  SandboxRefusal refusal;

  SandboxStep(SandboxState before, SandboxEvent event) {
    next = before.copy();
    perform(event);
    forgetFailed(before);
    mustRecord = !next.equals(before);
    // After the state was lost, nothing is deleted until a launch has selected a release.
    kept = next.active == null ? null : next.references();
  }

  private void perform(SandboxEvent event) {
    switch (event.kind) {
      case LAUNCH:
        launch(event.start.copy());
        break;
      case APPLY:
        apply(event.start);
        break;
      case STAGE:
        stage(event.release, event.retries);
        break;
      case UNSTAGE:
        unstage(event.text);
        break;
      case CONFIRM:
        confirm(event.text);
        break;
      case ROLLBACK:
        rollBack(event.text);
        break;
      case UNBLOCK:
        unblock(event.text);
        break;
      case DISCARD_FAILED:
        next.failed = null;
        break;
      case LOST:
        remove(event.text);
        break;
      case REPAIRED:
        update(event.release);
        break;
      default:
        break;
    }
  }

  private void refuse(Kind kind, String release) {
    refusal = new SandboxRefusal(kind, release);
  }

  // Launching

  private void launch(SandboxEvent.Start start) {
    // Without the app, a release that must wait according to the state would be tried.
    if (start.app == null) start.app = next.app;
    next.app = start.app;
    choose(start);
    recordImplausibleTimes(start.now);
    if (start.isForeground && run != null) {
      next.running = run.release;
      next.applied.clear();
    }
  }

  private void choose(SandboxEvent.Start start) {
    String previous = next.active;
    boolean isAdopted = adoptEmbedded(start);
    // A missing confirmed release is reported as damage before the choice.
    boolean isEmpty = next.confirmed.isEmpty() && next.embedded == null;
    boolean isFirst = previous == null && isEmpty;
    if (isEmpty) useUnconfirmed(start);
    List<InstalledRelease> good = next.knownGood(start.app);
    if (good.isEmpty()) {
      refuse(Kind.NOTHING_TO_RUN, null);
      return;
    }
    InstalledRelease stable = good.get(0);
    if (!start.isForeground) {
      boolean mayRun = next.active != null
          && (next.isKnownGood(next.active) || next.isOnTrial(next.active));
      if (!mayRun) next.active = stable.tree;
      run = new SandboxRun(stable.tree, reason(stable, previous, isAdopted), null, previous);
      return;
    }
    boolean hasFailed = endTrial(start);
    if (next.trial == null) startTrial(start);
    if (next.trial != null) {
      next.active = next.trial.release.tree;
      run = new SandboxRun(next.active, SandboxRun.TRIAL, next.trial.token, previous);
      return;
    }
    // `startTrial` promotes a pending release that is already known to work.
    good = next.knownGood(start.app);
    InstalledRelease chosen = good.isEmpty() ? stable : good.get(0);
    next.active = chosen.tree;
    String reason = hasFailed ? SandboxRun.RECOVERED
        : isFirst ? SandboxRun.FIRST_RUN : reason(chosen, previous, isAdopted);
    run = new SandboxRun(chosen.tree, reason, null, previous);
  }

  /**
   * Records the embedded bundle, and returns whether it becomes the release to run.
   *
   * <p>It does if the app changed and its bundle is newer than the confirmed release. If the app did not
   * change, an older release runs because of a rollback, and the rollback stays in effect.
   */
  private boolean adoptEmbedded(SandboxEvent.Start start) {
    if (start.embedded == null || start.source == null) return false;
    Embedded known = next.embedded;
    InstalledRelease recorded = next.release(start.embedded.tree);
    InstalledRelease release = start.embedded.withSeen(recorded == null ? -1 : recorded.seen);
    NativeApp knownApp = known == null ? null : known.app;
    next.embedded =
        new Embedded(release, start.source, start.app != null ? start.app : knownApp);
    boolean isOtherApp = start.app != null
        && (knownApp == null || !start.app.version.equals(knownApp.version));
    boolean isOtherRelease = known == null || !known.release.tree.equals(release.tree);
    boolean isWithdrawn = next.withdrawn.contains(release.tree);
    if (!isOtherRelease && (!isOtherApp || isWithdrawn)) return false;
    trust(release.tree);
    // A rebuilt state contains rollbacks, but not the embedded bundle.
    if (known == null && isWithdrawn) return false;
    if (!replacesConfirmed(release, start, known == null)) return false;
    promote(release);
    // The newer of the embedded and the downloaded release wins.
    if (next.pending != null && !next.pending.isNewer(release, start.now)) next.pending = null;
    if (next.trial != null && !next.trial.release.isNewer(release, start.now)) next.trial = null;
    return true;
  }

  /** Makes the embedded bundle neither blocked nor tried. */
  private void trust(String tree) {
    removeBlocked(tree);
    if (next.pending != null && next.pending.tree.equals(tree)) next.pending = null;
    if (next.isOnTrial(tree)) next.trial = null;
  }

  private boolean replacesConfirmed(
      InstalledRelease release, SandboxEvent.Start start, boolean isRebuilt) {
    for (InstalledRelease best : next.confirmed) {
      if (!best.runsOn(start.app)) continue;
      boolean isNewer = release.isNewer(best, start.now)
          || isRebuilt && next.withdrawn.contains(best.tree);
      return release.runsOn(start.app) && isNewer;
    }
    // Every confirmed release requires a newer app. They are kept, and the embedded release runs until then.
    return next.confirmed.isEmpty();
  }

  /** Confirms the staged release or the release on trial, because no other release can run. */
  private void useUnconfirmed(SandboxEvent.Start start) {
    if (next.trial != null) {
      InstalledRelease release = next.trial.release;
      if (next.trial.attempts >= start.attempts) return;
      next.trial = null;
      promote(release);
    } else if (next.pending != null && next.pending.runsOn(start.app)) {
      InstalledRelease release = next.pending;
      next.pending = null;
      promote(release);
    }
  }

  /** Records the time of this launch in releases that are more than a day newer. */
  private void recordImplausibleTimes(long now) {
    for (InstalledRelease release : next.releases()) {
      if (release.seen < 0 && release.isInFuture(now)) replace(release.withSeen(now));
    }
  }

  /** Counts another launch of the trial or ends the trial, and returns whether the trial failed. */
  private boolean endTrial(SandboxEvent.Start start) {
    Trial current = next.trial;
    if (current == null) return false;
    if (!current.release.runsOn(start.app)) {
      // The app was downgraded, so the release is not necessarily defective.
      if (next.pending == null) next.pending = current.release;
      next.trial = null;
      return false;
    }
    if (current.attempts < start.attempts) {
      next.trial = new Trial(
          current.release, current.token, current.attempts + 1, current.startedAt);
      return false;
    }
    block(current, Blocked.UNCONFIRMED);
    return true;
  }

  private void startTrial(SandboxEvent.Start start) {
    if (next.pending == null || !next.pending.runsOn(start.app)) return;
    usePending(start, 1);
  }

  /** Promotes the pending release if it is known to work; otherwise its trial starts. */
  private void usePending(SandboxEvent.Start start, int attempts) {
    InstalledRelease release = next.pending;
    next.pending = null;
    if (next.isKnownGood(release.tree)) {
      promote(release);
    } else {
      next.trial = new Trial(release, start.token, attempts, start.now);
    }
  }

  /**
   * Starts the trial of the pending release without a launch.
   *
   * <p>A trial in progress continues, because its confirmation must not be lost. The application is not a
   * launch: a user who opens no further page must not use up the launches of the trial.
   */
  private void apply(SandboxEvent.Start start) {
    InstalledRelease release = next.pending;
    boolean isPossible = next.running != null && next.trial == null
        && next.applied.size() < MAXIMUM_APPLIED && release != null
        && release.runsOn(start.app != null ? start.app : next.app);
    if (!isPossible) return;
    String previous = next.active;
    usePending(start, 0);
    next.applied.add(release.tree);
    next.active = release.tree;
    run = next.trial == null
        ? new SandboxRun(release.tree, SandboxRun.CONFIRMED, null, previous)
        : new SandboxRun(release.tree, SandboxRun.TRIAL, next.trial.token, previous);
  }

  private String reason(InstalledRelease release, String previous, boolean isAdopted) {
    boolean isEmbedded =
        next.embedded != null && next.embedded.release.tree.equals(release.tree);
    if (previous == null) {
      return isEmbedded && next.confirmed.size() <= 1
          ? SandboxRun.FIRST_RUN : SandboxRun.RECOVERED;
    }
    return isAdopted && isEmbedded ? SandboxRun.EMBEDDED_NEWER : SandboxRun.CONFIRMED;
  }

  // Other events

  private void stage(InstalledRelease release, int retries) {
    String tree = release.tree;
    boolean isRetry = retries > next.retries(tree);
    if (!isRetry && next.blocked(tree) != null) {
      refuse(Kind.BLOCKED, tree);
    } else if (next.isOnTrial(tree)) {
      refuse(Kind.ALREADY_ON_TRIAL, null);
    } else if (next.trial == null && !next.confirmed.isEmpty()
        && next.confirmed.get(0).tree.equals(tree)) {
      refuse(Kind.ALREADY_ACTIVE, null);
    } else {
      next.pending = release;
      if (isRetry) retry(tree, retries);
    }
  }

  /** Removes the pending release, unless no other release can run. */
  private void unstage(String tree) {
    boolean isPending = next.pending != null && next.pending.tree.equals(tree);
    if (isPending && (!next.confirmed.isEmpty() || next.embedded != null)) next.pending = null;
  }

  /** Permits another trial, and records that it was permitted. */
  private void retry(String tree, int count) {
    unblock(tree);
    for (int index = next.retried.size() - 1; index >= 0; index--) {
      if (next.retried.get(index).release.equals(tree)) next.retried.remove(index);
    }
    next.retried.add(0, new Retried(tree, count));
    truncate(next.retried, MAXIMUM_RETRIED);
  }

  private void confirm(String token) {
    Trial current = next.trial;
    if (current == null || token != null && !token.equals(current.token)) {
      boolean isRepeated = token != null && next.lastConfirmed != null
          && next.lastConfirmed.token.equals(token);
      if (!isRepeated) refuse(token == null ? Kind.NOTHING_ON_TRIAL : Kind.STALE_TOKEN, null);
      return;
    }
    next.trial = null;
    promote(current.release);
    next.active = current.release.tree;
    next.lastConfirmed = new Confirmed(current.release.tree, current.token);
  }

  private void rollBack(String target) {
    List<InstalledRelease> candidates = new ArrayList<InstalledRelease>(next.confirmed);
    if (next.embedded != null) candidates.add(next.embedded.release);
    InstalledRelease found = null;
    if (target.equals(SandboxEvent.EMBEDDED)) {
      if (next.embedded == null) {
        refuse(Kind.NOT_EMBEDDED, null);
        return;
      }
      found = next.embedded.release;
    } else if (target.equals(SandboxEvent.PREVIOUS)) {
      found = previous(candidates);
      if (found == null) {
        refuse(Kind.NO_ROLLBACK_TARGET, firstWithdrawn(candidates));
        return;
      }
    } else {
      for (InstalledRelease release : candidates) {
        if (found == null && release.tree.equals(target)) found = release;
      }
      if (found == null) {
        refuse(Kind.NOT_KNOWN_GOOD, target);
        return;
      }
    }
    if (!found.runsOn(next.app) && !target.equals(SandboxEvent.EMBEDDED)) {
      refuse(Kind.NEEDS_NEWER_APP, found.tree);
      return;
    }
    rollBack(found);
  }

  private InstalledRelease previous(List<InstalledRelease> candidates) {
    for (InstalledRelease release : candidates) {
      boolean isOther = !release.tree.equals(next.active)
          && !next.withdrawn.contains(release.tree);
      if (isOther && release.runsOn(next.app)) return release;
    }
    return null;
  }

  private String firstWithdrawn(List<InstalledRelease> candidates) {
    for (InstalledRelease release : candidates) {
      boolean isWithdrawn = next.withdrawn.contains(release.tree);
      if (isWithdrawn && !release.tree.equals(next.active)) return release.tree;
    }
    return null;
  }

  private void rollBack(InstalledRelease found) {
    if (next.trial != null) {
      block(next.trial, Blocked.ROLLED_BACK);
    } else if (next.active != null && !next.active.equals(found.tree)
        && !next.withdrawn.contains(found.tree)) {
      // Rolling forward to a withdrawn release withdraws nothing.
      next.withdrawn.add(next.active);
    }
    promote(found);
    next.active = found.tree;
  }

  /** Forgets the failure and the rollback of a release, or of all releases for {@code null}. */
  private void unblock(String tree) {
    if (tree == null) {
      next.blocked.clear();
      next.withdrawn.clear();
    } else {
      removeBlocked(tree);
      removeWithdrawn(tree);
    }
  }

  /** Forgets the failed release if it is no longer blocked, or if another one was confirmed after its failure. */
  private void forgetFailed(SandboxState before) {
    boolean isBlocked = next.failed != null && next.blocked(next.failed) != null;
    boolean isReplaced = false;
    for (InstalledRelease release : next.confirmed) {
      isReplaced |= !before.isKnownGood(release.tree);
    }
    if (!isBlocked || isReplaced && Value.areEqual(next.failed, before.failed)) {
      next.failed = null;
    }
  }

  /** Removes every reference to a release. */
  private void remove(String tree) {
    for (int index = next.confirmed.size() - 1; index >= 0; index--) {
      if (next.confirmed.get(index).tree.equals(tree)) next.confirmed.remove(index);
    }
    if (tree.equals(next.active)) next.active = null;
    if (tree.equals(next.running)) next.running = null;
    if (tree.equals(next.failed)) next.failed = null;
    next.applied.remove(tree);
    if (next.pending != null && next.pending.tree.equals(tree)) next.pending = null;
    if (next.isOnTrial(tree)) next.trial = null;
    if (next.embedded != null && next.embedded.release.tree.equals(tree)) next.embedded = null;
    removeWithdrawn(tree);
  }

  /** Replaces the description of a release everywhere; the time when it was seen stays. */
  private void update(InstalledRelease release) {
    InstalledRelease known = next.release(release.tree);
    boolean hasSeen = known != null && known.timestamp == release.timestamp;
    replace(hasSeen ? release.withSeen(known.seen) : release);
  }

  private void replace(InstalledRelease release) {
    for (int index = 0; index < next.confirmed.size(); index++) {
      if (next.confirmed.get(index).tree.equals(release.tree)) next.confirmed.set(index, release);
    }
    if (next.pending != null && next.pending.tree.equals(release.tree)) next.pending = release;
    if (next.isOnTrial(release.tree)) {
      Trial old = next.trial;
      next.trial = new Trial(release, old.token, old.attempts, old.startedAt);
    }
    Embedded embedded = next.embedded;
    if (embedded != null && embedded.release.tree.equals(release.tree)) {
      next.embedded = new Embedded(release, embedded.source, embedded.app);
    }
  }

  // Lists

  /** Makes a release the first confirmed release. */
  private void promote(InstalledRelease release) {
    for (int index = next.confirmed.size() - 1; index >= 0; index--) {
      if (next.confirmed.get(index).tree.equals(release.tree)) next.confirmed.remove(index);
    }
    next.confirmed.add(0, release);
    truncate(next.confirmed, MAXIMUM_CONFIRMED);
    for (int index = next.withdrawn.size() - 1; index >= 0; index--) {
      String tree = next.withdrawn.get(index);
      if (tree.equals(release.tree) || !next.isKnownGood(tree)) next.withdrawn.remove(index);
    }
  }

  private void block(Trial trial, String reason) {
    next.trial = null;
    removeBlocked(trial.release.tree);
    next.blocked.add(0, new Blocked(trial.release.tree, reason, trial.attempts));
    truncate(next.blocked, SandboxState.MAXIMUM_BLOCKED);
    next.failed = trial.release.tree;
  }

  private void removeBlocked(String tree) {
    for (int index = next.blocked.size() - 1; index >= 0; index--) {
      if (next.blocked.get(index).release.equals(tree)) next.blocked.remove(index);
    }
  }

  private void removeWithdrawn(String tree) {
    while (next.withdrawn.remove(tree)) {
      // A list can have it twice.
    }
  }

  private static void truncate(List<?> list, int count) {
    while (list.size() > count) list.remove(list.size() - 1);
  }
}
