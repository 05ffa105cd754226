package com.eros.device;

import com.eros.device.SandboxState.Blocked;

/** An error of a sandbox. */
final class SandboxException extends ErosException {
  /** The kinds of errors; the Swift library uses the same names. */
  enum Kind {
    BUSY(ErosException.BUSY, "try again when that process has ended"),
    EMPTY(NOT_FOUND, "launch with the embedded bundle first"),
    /** The remedy depends on the report. */
    NOT_VERIFIED(BAD_DATA, null),
    NOT_ADOPTED(
        BAD_DATA, "launch with the embedded bundle; the next update replaces its release"),
    UNEXPECTED_RELEASE(BAD_DATA, "the publisher must publish the release again"),
    BLOCKED(CHECK_FAILED, "stage a corrected bundle, or unblock the release"),
    LATER_VERSION(BAD_DATA, "use that version of the library, or pass a new folder"),
    PATH_OCCUPIED(CANNOT_CREATE, "move it away, or pass an empty folder"),
    NOT_EMPTY(CANNOT_CREATE, "pass an empty folder or a new one"),
    NOT_SANDBOX(
        NOT_FOUND, "check the path, or launch with the embedded bundle and a new folder"),
    FOREIGN_OWNER(BAD_DATA, "use a new folder"),
    WRITABLE_BY_OTHERS(BAD_DATA, "use a new folder in the private storage of the app"),
    CANNOT_ROLL_BACK(NOT_FOUND, "list the releases with the status of the device"),
    BASE_MISSING(NOT_FOUND, "stage the full bundle instead"),
    DAMAGED(BAD_DATA, "launch with the embedded bundle");

    private final int code;
    private final String remedy;

    Kind(int code, String remedy) {
      this.code = code;
      this.remedy = remedy;
    }
  }

  private static final long serialVersionUID = 1;

  final Kind kind;
  /** The report of a failed verification, or {@code null}. */
  final transient VerificationReport report;

  private SandboxException(Kind kind, String message, String remedy, VerificationReport report) {
    super(kind.code, message, remedy);
    this.kind = kind;
    this.report = report;
  }

  private SandboxException(Kind kind, String message) {
    this(kind, message, kind.remedy, null);
  }

  private static String sandbox(String path) {
    return "the sandbox " + DisplayText.quote(path);
  }

  static SandboxException busy(String path) {
    return new SandboxException(Kind.BUSY, sandbox(path) + " is in use by another process");
  }

  static SandboxException empty(String path) {
    return new SandboxException(Kind.EMPTY, "no release found in " + sandbox(path));
  }

  static SandboxException notVerified(String bundle, VerificationReport report) {
    String remedy = report.limitRemedy();
    if (remedy == null) remedy = "download the file again; on a computer, `eros verify` lists all findings";
    return new SandboxException(
        Kind.NOT_VERIFIED,
        DisplayText.quote(bundle) + " was not installed because verification failed: " + report.summary(),
        remedy, report);
  }

  static SandboxException notAdopted(String folder, VerificationReport report) {
    return new SandboxException(
        Kind.NOT_ADOPTED,
        "the release in " + DisplayText.quote(folder) + " was not adopted because verification failed: "
            + report.summary(),
        Kind.NOT_ADOPTED.remedy, report);
  }

  static SandboxException blocked(String bundle, Blocked entry) {
    boolean isUnconfirmed = entry.reason.equals(Blocked.UNCONFIRMED);
    return new SandboxException(
        Kind.BLOCKED,
        DisplayText.quote(bundle) + " contains the blocked release " + entry.release + ": "
            + (isUnconfirmed ? "not confirmed in " : "rolled back after ")
            + launches(entry.count));
  }

  static String launches(int count) {
    return count == 1 ? "1 launch" : count + " launches";
  }

  static SandboxException unexpectedRelease(String bundle, String expected, String found) {
    return new SandboxException(
        Kind.UNEXPECTED_RELEASE,
        DisplayText.quote(bundle) + " contains the release " + found + ", expected " + expected);
  }

  static SandboxException laterVersion(String path) {
    return new SandboxException(
        Kind.LATER_VERSION,
        "the state of " + sandbox(path) + " was written by a later version of eros");
  }

  static SandboxException pathOccupied(String path) {
    return new SandboxException(
        Kind.PATH_OCCUPIED,
        DisplayText.quote(path) + " does not belong to the sandbox, which needs this name");
  }

  static SandboxException notEmpty(String path, String name) {
    return new SandboxException(
        Kind.NOT_EMPTY,
        DisplayText.quote(path) + " is neither empty nor a sandbox: it contains " + DisplayText.quote(name));
  }

  static SandboxException notSandbox(String path, String name) {
    return new SandboxException(
        Kind.NOT_SANDBOX,
        DisplayText.quote(path) + " is not a sandbox: it contains " + DisplayText.quote(name) + " and no release");
  }

  static SandboxException foreignOwner(String path) {
    return new SandboxException(Kind.FOREIGN_OWNER, DisplayText.quote(path) + " belongs to another user");
  }

  static SandboxException writableByOthers(String path, int permissions) {
    return new SandboxException(
        Kind.WRITABLE_BY_OTHERS,
        "other users can write to " + sandbox(path) + " (mode "
            + Integer.toOctalString(permissions) + ")");
  }

  static SandboxException cannotRollBack(String path, SandboxRefusal refusal) {
    return new SandboxException(
        Kind.CANNOT_ROLL_BACK, "cannot roll back " + sandbox(path) + ": " + text(refusal));
  }

  private static String text(SandboxRefusal refusal) {
    switch (refusal.kind) {
      case NOT_KNOWN_GOOD:
        return "the release " + refusal.release + " is neither confirmed nor embedded";
      case NEEDS_NEWER_APP:
        return "the release " + refusal.release + " requires a newer version of the app";
      case NOT_EMBEDDED:
        return "it has no embedded release";
      default:
        return refusal.release != null
            ? "there is no older release that is confirmed or embedded"
            : "no other release is known to work";
    }
  }

  static SandboxException baseMissing(String path, String tree) {
    return new SandboxException(
        Kind.BASE_MISSING,
        "cannot apply the patch: the zip of the release " + tree
            + " is missing or unreadable in " + sandbox(path));
  }

  static SandboxException damaged(String path, String tree) {
    return new SandboxException(
        Kind.DAMAGED, "the release " + tree + " in " + sandbox(path) + " is damaged beyond repair");
  }
}
