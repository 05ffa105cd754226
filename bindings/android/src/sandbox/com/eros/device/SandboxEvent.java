package com.eros.device;

/** An input of {@link SandboxState#step}. */
final class SandboxEvent {
  /** The kinds of events; vectors use the same names. */
  enum Kind {
    /** The app is launched. */
    LAUNCH("launch"),
    /** The running app opens further pages in the pending release, without a launch. */
    APPLY("apply"),
    /** A downloaded release was verified and moved to {@code releases/}. */
    STAGE("stage"),
    /** The device has left the channel or the store of a staged release. */
    UNSTAGE("unstage"),
    /** The app confirms the release on trial. */
    CONFIRM("confirm"),
    /** The caller requests a rollback. */
    ROLLBACK("rollback"),
    /** The caller forgets the failure or the rollback of a release, or of all releases. */
    UNBLOCK("unblock"),
    /** The caller needs the space of the release that failed last. */
    DISCARD_FAILED("discardFailed"),
    /** A release is damaged and cannot be repaired. */
    LOST("lost"),
    /** A release was unpacked again; its files other than pages may differ from the old ones. */
    REPAIRED("repaired"),
    /** The caller requests the deletion of unreferenced releases. */
    COLLECT("collect");

    final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** A launch of the app. */
  static final class Start {
    static final int DEFAULT_ATTEMPTS = 2;

    /** Whether a user sees the launch. */
    boolean isForeground = true;
    /** The release in the embedded bundle, or {@code null} if the app did not supply the bundle. */
    InstalledRelease embedded;
    /** The digest that identifies the embedded bundle without unpacking it. */
    String source;
    /** The app, or {@code null} for the app of the last launch. */
    NativeApp app;
    /** The unpredictable token of a trial that begins with this launch. */
    final String token;
    final long now;
    /** The number of launches in a trial. */
    int attempts = DEFAULT_ATTEMPTS;

    /** Creates a launch, and clamps the time: the clock of a device may be wrong by decades. */
    Start(String token, long now) {
      this.token = token;
      this.now = Math.min(Math.max(now, 0), Manifest.MAXIMUM_TIMESTAMP);
    }

    private Start(Start other) {
      isForeground = other.isForeground;
      embedded = other.embedded;
      source = other.source;
      app = other.app;
      token = other.token;
      now = other.now;
      attempts = other.attempts;
    }

    Start copy() {
      return new Start(this);
    }
  }

  /** The target of a rollback to the confirmed release before the active one. */
  static final String PREVIOUS = "previous";
  /** The target of a rollback to the embedded release. */
  static final String EMBEDDED = "embedded";

  final Kind kind;
  /** The launch, for {@link Kind#LAUNCH} and {@link Kind#APPLY}. */
  final Start start;
  /** The release, for {@link Kind#STAGE} and {@link Kind#REPAIRED}. */
  final InstalledRelease release;
  /** The number of times that the publisher asked devices to try a staged release again. */
  final int retries;
  /** A tree hash, the token of a confirmation, or the target of a rollback; {@code null} means any. */
  final String text;

  private SandboxEvent(
      Kind kind, Start start, InstalledRelease release, int retries, String text) {
    this.kind = kind;
    this.start = start;
    this.release = release;
    this.retries = retries;
    this.text = text;
  }

  static SandboxEvent launch(Start start) {
    return new SandboxEvent(Kind.LAUNCH, start, null, 0, null);
  }

  static SandboxEvent apply(Start start) {
    return new SandboxEvent(Kind.APPLY, start, null, 0, null);
  }

  static SandboxEvent stage(InstalledRelease release, int retries) {
    return new SandboxEvent(Kind.STAGE, null, release, retries, null);
  }

  static SandboxEvent repaired(InstalledRelease release) {
    return new SandboxEvent(Kind.REPAIRED, null, release, 0, null);
  }

  /** Creates an event about a tree hash, a token or a target. */
  static SandboxEvent of(Kind kind, String text) {
    return new SandboxEvent(kind, null, null, 0, text);
  }
}
