package com.eros.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The recorded state of a sandbox.
 *
 * <p>Everything else in a sandbox can be rebuilt from this state and the releases. {@link #step} makes all
 * decisions, and accesses no file.
 */
final class SandboxState extends Value {
  /** The bundle embedded in the app. */
  static final class Embedded extends Value {
    final InstalledRelease release;
    /** The digest that identifies the bundle's files without unpacking them. */
    final String source;
    /** The app that last supplied this bundle, or {@code null} if it did not report its version. */
    final NativeApp app;

    Embedded(InstalledRelease release, String source, NativeApp app) {
      this.release = release;
      this.source = source;
      this.app = app;
    }

    @Override
    Object[] parts() {
      return new Object[] {release, source, app};
    }
  }

  /** A running release that is not confirmed. */
  static final class Trial extends Value {
    final InstalledRelease release;
    /** The token that confirms only this trial. */
    final String token;
    /** The number of launches so far; 0 after an application without a launch. */
    final int attempts;
    final long startedAt;

    Trial(InstalledRelease release, String token, int attempts, long startedAt) {
      this.release = release;
      this.token = token;
      this.attempts = attempts;
      this.startedAt = startedAt;
    }

    @Override
    Object[] parts() {
      return new Object[] {release, token, attempts, startedAt};
    }
  }

  /** A release that never runs again. */
  static final class Blocked extends Value {
    /** The trial used up its launches without a confirmation. */
    static final String UNCONFIRMED = "unconfirmed";
    /** The release was rolled back while it was on trial. */
    static final String ROLLED_BACK = "rolled-back";

    final String release;
    final String reason;
    /** The number of its launches. */
    final int count;

    Blocked(String release, String reason, int count) {
      this.release = release;
      this.reason = reason;
      this.count = count;
    }

    static boolean isReason(String text) {
      return UNCONFIRMED.equals(text) || ROLLED_BACK.equals(text);
    }

    @Override
    Object[] parts() {
      return new Object[] {release, reason, count};
    }
  }

  /** A release that the publisher asked devices to try again. */
  static final class Retried extends Value {
    final String release;
    /** The number of retries that the publisher had asked for when the release was last staged. */
    final int count;

    Retried(String release, int count) {
      this.release = release;
      this.count = count;
    }

    @Override
    Object[] parts() {
      return new Object[] {release, count};
    }
  }

  /** A confirmed release and the token that confirmed it. */
  static final class Confirmed extends Value {
    final String release;
    final String token;

    Confirmed(String release, String token) {
      this.release = release;
      this.token = token;
    }

    @Override
    Object[] parts() {
      return new Object[] {release, token};
    }
  }

  static final int MAXIMUM_BLOCKED = 256;

  /** The release of the last foreground launch, or of a later application or rollback, or {@code null}. */
  String active;
  /** The release of the last foreground launch, whose pages may still be on the screen, or {@code null}. */
  String running;
  /** The releases that the app has applied since the last foreground launch. */
  final Set<String> applied = new TreeSet<String>();
  /** The confirmed releases; the first one runs. */
  final List<InstalledRelease> confirmed = new ArrayList<InstalledRelease>();
  /** The release that the next foreground launch tries, or {@code null}. */
  InstalledRelease pending;
  /** The trial in progress, or {@code null}. */
  Trial trial;
  /** The blocked releases, newest first. */
  final List<Blocked> blocked = new ArrayList<Blocked>();
  /** The release that was blocked last, a base of deltas until another one is confirmed, or {@code null}. */
  String failed;
  /** The releases that were staged because the publisher asked for it, newest first. */
  final List<Retried> retried = new ArrayList<Retried>();
  /** The embedded bundle, or {@code null} until a launch supplies it. */
  Embedded embedded;
  /** The app of the last launch that reported its version, or {@code null}. */
  NativeApp app;
  /** The confirmed releases that a rollback withdrew. */
  final List<String> withdrawn = new ArrayList<String>();
  /** The last confirmed trial, or {@code null}; confirming it again succeeds. */
  Confirmed lastConfirmed;

  SandboxState copy() {
    SandboxState copy = new SandboxState();
    copy.active = active;
    copy.running = running;
    copy.applied.addAll(applied);
    copy.confirmed.addAll(confirmed);
    copy.pending = pending;
    copy.trial = trial;
    copy.blocked.addAll(blocked);
    copy.failed = failed;
    copy.retried.addAll(retried);
    copy.embedded = embedded;
    copy.app = app;
    copy.withdrawn.addAll(withdrawn);
    copy.lastConfirmed = lastConfirmed;
    return copy;
  }

  /**
   * Returns the state after an event, and the actions that the event requires.
   *
   * <p>This state does not change. Perform the actions in order: the new state must be durable before a path
   * is returned or a release is deleted.
   */
  SandboxStep step(SandboxEvent event) {
    return new SandboxStep(this, event);
  }

  // Releases

  /** Returns all recorded releases: the confirmed ones first. */
  List<InstalledRelease> releases() {
    List<InstalledRelease> all = new ArrayList<InstalledRelease>(confirmed);
    if (pending != null) all.add(pending);
    if (trial != null) all.add(trial.release);
    if (embedded != null) all.add(embedded.release);
    return all;
  }

  /** Returns the recorded description of a release, or {@code null}. */
  InstalledRelease release(String tree) {
    for (InstalledRelease release : releases()) if (release.tree.equals(tree)) return release;
    return null;
  }

  /** Returns whether a release is in the sandbox as a base of deltas. */
  boolean isBase(String tree) {
    return tree.equals(failed) || release(tree) != null;
  }

  /** Returns whether a release may run without a trial. */
  boolean isKnownGood(String tree) {
    if (embedded != null && embedded.release.tree.equals(tree)) return true;
    for (InstalledRelease release : confirmed) if (release.tree.equals(tree)) return true;
    return false;
  }

  boolean isOnTrial(String tree) {
    return trial != null && trial.release.tree.equals(tree);
  }

  /** Returns the blocked release of this name, or {@code null}. */
  Blocked blocked(String tree) {
    for (Blocked entry : blocked) if (entry.release.equals(tree)) return entry;
    return null;
  }

  /** Returns the releases that must be kept. */
  Set<String> references() {
    Set<String> references = new TreeSet<String>(applied);
    for (InstalledRelease release : releases()) references.add(release.tree);
    if (active != null) references.add(active);
    if (running != null) references.add(running);
    if (failed != null) references.add(failed);
    return references;
  }

  /** Returns the releases that no update selects: blocked ones, and those that a rollback withdrew. */
  List<String> avoided() {
    List<String> avoided = new ArrayList<String>();
    for (Blocked entry : blocked) avoided.add(entry.release);
    avoided.addAll(new TreeSet<String>(withdrawn));
    return avoided;
  }

  /** Returns the number of retries that were used up when a release was last staged. */
  int retries(String tree) {
    for (Retried entry : retried) if (entry.release.equals(tree)) return entry.count;
    return 0;
  }

  /** Returns the releases that may run without a trial, best first. */
  List<InstalledRelease> knownGood(NativeApp app) {
    List<InstalledRelease> list = new ArrayList<InstalledRelease>();
    for (InstalledRelease release : confirmed) if (release.runsOn(app)) list.add(release);
    if (embedded != null) list.add(embedded.release);
    return list;
  }

  /** Returns the releases that may run if nothing can be recorded, best first. */
  List<InstalledRelease> fallbacks(NativeApp app) {
    if (!confirmed.isEmpty() || embedded != null) return knownGood(app);
    List<InstalledRelease> list = new ArrayList<InstalledRelease>();
    if (trial != null && trial.release.runsOn(app)) list.add(trial.release);
    if (pending != null && pending.runsOn(app)) list.add(pending);
    return list;
  }

  /** Returns the app version that the pending release requires if the app is known to be older, or {@code null}. */
  NativeVersion pendingWaitsFor() {
    if (pending == null || app == null || pending.runsOn(app)) return null;
    return pending.requirement(app);
  }

  /** Returns the state without the tokens of trials, for documents that leave the device. */
  SandboxState withoutTokens() {
    SandboxState state = copy();
    state.lastConfirmed = null;
    if (trial != null) state.trial = new Trial(trial.release, "", trial.attempts, trial.startedAt);
    return state;
  }

  @Override
  Object[] parts() {
    return new Object[] {
      active, running, applied, confirmed, pending, trial, blocked, failed, retried, embedded, app,
      withdrawn, lastConfirmed
    };
  }
}
