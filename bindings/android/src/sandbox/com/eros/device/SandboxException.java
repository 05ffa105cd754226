package com.eros.device;

import com.eros.device.SandboxState.Blocked;

/** An error of a sandbox. */
final class SandboxException extends ErosException {
  /** The kinds of errors; the Swift library uses the same names. */
  enum Kind {
    BUSY, EMPTY, NOT_VERIFIED, NOT_ADOPTED, BLOCKED, LATER_VERSION, PATH_OCCUPIED, NOT_EMPTY,
    NOT_SANDBOX, FOREIGN_OWNER, WRITABLE_BY_OTHERS, CANNOT_ROLL_BACK, BASE_MISSING, DAMAGED
  }

  private static final long serialVersionUID = 1;

  final Kind kind;
  /** The report of a failed verification, or {@code null}. */
  final transient VerificationReport report;

  private SandboxException(
      Kind kind, int code, String message, String remedy, VerificationReport report) {
    super(code, message, remedy);
    this.kind = kind;
    this.report = report;
  }

  private SandboxException(Kind kind, int code, String message, String remedy) {
    this(kind, code, message, remedy, null);
  }

  private static String quoted(String path) {
    return "'" + DisplayText.escape(path) + "'";
  }

  static SandboxException busy(String path) {
    return new SandboxException(
        Kind.BUSY, BUSY, "the sandbox " + quoted(path) + " is in use by another process",
        "try again when that process has ended");
  }

  static SandboxException empty(String path) {
    return new SandboxException(
        Kind.EMPTY, NOT_FOUND, "no release found in the sandbox " + quoted(path),
        "launch with the embedded bundle first");
  }

  static SandboxException notVerified(String bundle, VerificationReport report) {
    return new SandboxException(
        Kind.NOT_VERIFIED, BAD_DATA,
        quoted(bundle) + " was not installed because verification failed: " + report.summary(),
        report.exceedsLimit() ? "if you trust the source, raise the limits of the device" : null,
        report);
  }

  static SandboxException notAdopted(String folder, VerificationReport report) {
    return new SandboxException(
        Kind.NOT_ADOPTED, BAD_DATA,
        "the release in " + quoted(folder) + " was not adopted because verification failed: "
            + report.summary(),
        "launch with the embedded bundle; the next update replaces its release", report);
  }

  static SandboxException blocked(String bundle, Blocked entry) {
    String launches = launches(entry.count);
    String reason = entry.reason.equals(Blocked.UNCONFIRMED)
        ? "not confirmed in " + launches : "rolled back after " + launches;
    return new SandboxException(
        Kind.BLOCKED, CHECK_FAILED,
        quoted(bundle) + " contains the blocked release " + entry.release + ": " + reason,
        "stage a corrected bundle, or unblock the release");
  }

  static String launches(int count) {
    return count == 1 ? "1 launch" : count + " launches";
  }

  static SandboxException laterVersion(String path) {
    return new SandboxException(
        Kind.LATER_VERSION, BAD_DATA,
        "the state of the sandbox " + quoted(path) + " was written by a later version of eros",
        "use that version of the library, or install into an empty folder");
  }

  static SandboxException pathOccupied(String path) {
    return new SandboxException(
        Kind.PATH_OCCUPIED, CANNOT_CREATE,
        quoted(path) + " does not belong to the sandbox, which needs this name",
        "move it away, or pass an empty folder");
  }

  static SandboxException notEmpty(String path, String name) {
    return new SandboxException(
        Kind.NOT_EMPTY, CANNOT_CREATE,
        quoted(path) + " is neither empty nor a sandbox: it contains " + quoted(name),
        "pass an empty folder or a new one");
  }

  static SandboxException notSandbox(String path, String name) {
    return new SandboxException(
        Kind.NOT_SANDBOX, NOT_FOUND,
        quoted(path) + " is not a sandbox: it contains " + quoted(name) + " and no release",
        "check the path, or launch with the embedded bundle and a new folder");
  }

  static SandboxException foreignOwner(String path) {
    return new SandboxException(
        Kind.FOREIGN_OWNER, BAD_DATA, quoted(path) + " belongs to another user",
        "use a new folder");
  }

  static SandboxException writableByOthers(String path, int permissions) {
    return new SandboxException(
        Kind.WRITABLE_BY_OTHERS, BAD_DATA,
        "other users can write to the sandbox " + quoted(path) + " (mode "
            + Integer.toOctalString(permissions) + ")",
        "use a new folder in the private storage of the app");
  }

  static SandboxException cannotRollBack(String path, SandboxRefusal refusal) {
    return new SandboxException(
        Kind.CANNOT_ROLL_BACK, NOT_FOUND,
        "cannot roll back the sandbox " + quoted(path) + ": " + text(refusal), null);
  }

  private static String text(SandboxRefusal refusal) {
    switch (refusal.kind) {
      case NOT_KNOWN_GOOD:
        return "the release " + refusal.release + " is neither confirmed nor embedded";
      case NEEDS_NEWER_APP:
        return "the release " + refusal.release + " requires a newer version of the app";
      case NOT_EMBEDDED:
        return "it has no embedded release";
      case NO_ROLLBACK_TARGET:
        if (refusal.release != null) {
          return "there is no older release that is confirmed or embedded";
        }
        return "no other release is known to work";
      default:
        return "no other release is known to work";
    }
  }

  static SandboxException baseMissing(String path, String tree) {
    return new SandboxException(
        Kind.BASE_MISSING, NOT_FOUND,
        "cannot apply the patch: the zip of the release " + tree
            + " is missing or unreadable in the sandbox " + quoted(path),
        "stage the full bundle instead");
  }

  static SandboxException damaged(String path, String tree) {
    return new SandboxException(
        Kind.DAMAGED, BAD_DATA,
        "the release " + tree + " in the sandbox " + quoted(path)
            + " is damaged beyond repair",
        "launch with the embedded bundle");
  }
}
