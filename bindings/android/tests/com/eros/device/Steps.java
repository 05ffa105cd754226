package com.eros.device;

/** Events and releases for tests of the state machine, as in the Swift tests. */
final class Steps {
  private Steps() {}

  private static String digits(int number) {
    return Hex.number(number, 2).repeat(32);
  }

  static InstalledRelease release(int number, long timestamp) {
    return release(number, timestamp, null, number);
  }

  static InstalledRelease release(int number, long timestamp, String android, int beside) {
    String digest = digits(beside);
    return new InstalledRelease(
        digits(number), timestamp, android, null, digest, digest, digest, 1, 1, -1);
  }

  static NativeApp app(String version) {
    return new NativeApp(NativeVersion.parse(version), NativeApp.ANDROID);
  }

  static SandboxEvent start(InstalledRelease embedded) {
    return start(embedded, true, "1.0.0", "token", 2, 1);
  }

  static SandboxEvent start(
      InstalledRelease embedded, boolean isForeground, String app, String token, int attempts,
      long now) {
    SandboxEvent.Start start = new SandboxEvent.Start(token, now);
    start.isForeground = isForeground;
    start.app = app(app);
    start.attempts = attempts;
    start.embedded = embedded;
    start.source = embedded == null ? null : embedded.zip;
    return SandboxEvent.launch(start);
  }

  static SandboxEvent applyNow(String app) {
    SandboxEvent.Start start = new SandboxEvent.Start("applied", 1);
    start.app = app(app);
    return SandboxEvent.apply(start);
  }

  static SandboxEvent stage(InstalledRelease release) {
    return SandboxEvent.stage(release, 0);
  }

  static SandboxEvent of(SandboxEvent.Kind kind, String text) {
    return SandboxEvent.of(kind, text);
  }

  static SandboxEvent confirm(String token) {
    return of(SandboxEvent.Kind.CONFIRM, token);
  }

  static SandboxEvent rollBack(String target) {
    return of(SandboxEvent.Kind.ROLLBACK, target);
  }

  static SandboxState after(SandboxState state, SandboxEvent... events) {
    SandboxState next = state;
    for (SandboxEvent event : events) next = next.step(event).next;
    return next;
  }
}
