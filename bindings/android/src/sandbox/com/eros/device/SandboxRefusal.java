package com.eros.device;

/** The reason for refusing an event. */
final class SandboxRefusal {
  /** The kinds of refusals; vectors use the same names. */
  enum Kind {
    NOTHING_TO_RUN("nothingToRun"), BLOCKED("blocked"), ALREADY_ON_TRIAL("alreadyOnTrial"),
    ALREADY_ACTIVE("alreadyActive"), NOTHING_ON_TRIAL("nothingOnTrial"),
    STALE_TOKEN("staleToken"), NO_ROLLBACK_TARGET("noRollbackTarget"),
    NOT_EMBEDDED("notEmbedded"), NOT_KNOWN_GOOD("notKnownGood"),
    NEEDS_NEWER_APP("needsNewerApp");

    final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  final Kind kind;
  /** The blocked, unknown or unsupported release; a withdrawn one if there is no target; or {@code null}. */
  final String release;

  SandboxRefusal(Kind kind, String release) {
    this.kind = kind;
    this.release = release;
  }
}
