package com.eros.device;

/** A problem that did not prevent a launch. */
final class SandboxNote {
  /** The kinds of notes. */
  enum Kind {
    STATE_LOST, REPAIRED, REMOVED, TRIAL_FAILED, NEEDS_NEWER_APP, LINKS_NOT_UPDATED,
    EMBEDDED_BUNDLE_SKIPPED, START_INCOMPLETE
  }

  final Kind kind;
  /** The release that the note is about, or {@code null}. */
  final String release;
  /** The error that prevented part of the launch, or {@code null}. */
  final ErosException failure;
  private final String text;

  private SandboxNote(Kind kind, String release, ErosException failure, String text) {
    this.kind = kind;
    this.release = release;
    this.failure = failure;
    this.text = text;
  }

  private static SandboxNote about(Kind kind, String release, String text) {
    return new SandboxNote(kind, release, null, "the release " + release + " " + text);
  }

  static SandboxNote stateLost() {
    return new SandboxNote(
        Kind.STATE_LOST, null, null,
        "the state was lost and was rebuilt from the intact releases");
  }

  static SandboxNote repaired(String tree) {
    return about(Kind.REPAIRED, tree, "was damaged and has been repaired");
  }

  static SandboxNote removed(String tree) {
    return about(Kind.REMOVED, tree, "was damaged beyond repair and has been removed");
  }

  static SandboxNote trialFailed(SandboxState.Blocked entry) {
    return about(
        Kind.TRIAL_FAILED, entry.release,
        "was not confirmed in " + SandboxException.launches(entry.count) + " and is now blocked");
  }

  static SandboxNote needsNewerApp(String tree, NativeVersion version) {
    return about(Kind.NEEDS_NEWER_APP, tree, "requires app version " + version + " or later");
  }

  static SandboxNote linksNotUpdated(ErosException error) {
    return new SandboxNote(
        Kind.LINKS_NOT_UPDATED, null, null,
        "cannot update the links for the old layout: " + error.getMessage());
  }

  static SandboxNote embeddedBundleSkipped(ErosException error) {
    return new SandboxNote(
        Kind.EMBEDDED_BUNDLE_SKIPPED, null, error,
        "the embedded bundle was skipped; an installed release runs");
  }

  static SandboxNote startIncomplete(ErosException error) {
    return new SandboxNote(
        Kind.START_INCOMPLETE, null, error,
        "a release that is known to work runs for this launch only; the next launch tries again");
  }

  @Override
  public String toString() {
    return text;
  }
}
