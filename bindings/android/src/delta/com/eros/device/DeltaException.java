package com.eros.device;

import com.eros.device.UpdateFormat.NotAPatch;

/** An error of a patch, or of the release that it applies to. */
final class DeltaException extends ErosException {
  /** The kinds of errors; vectors and the Swift library use the same names. */
  enum Kind {
    MALFORMED("malformed"), OVER_LIMIT("overLimit"), NOT_A_PATCH("notAPatch"),
    LEGACY_PATCH("legacyPatch"), DEVELOPMENT_VERSION("developmentVersion"),
    LATER_VERSION("laterVersion"), WRONG_BASE("wrongBase"), CHANGED("changed"),
    NOT_A_RELEASE("notARelease"), WITHOUT_ZIP("withoutZip"), NOT_VERIFIED("notVerified"),
    BAD_RESULT("badResult");

    /** The name in vectors. */
    final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private static final long serialVersionUID = 1;

  final Kind kind;

  private DeltaException(Kind kind, String message, String remedy) {
    super(BAD_DATA, message, remedy);
    this.kind = kind;
  }

  private static String quoted(String path) {
    return "'" + DisplayText.escape(path) + "'";
  }

  static DeltaException malformed(String patch, String reason) {
    return new DeltaException(
        Kind.MALFORMED, quoted(patch) + " is not a valid patch: " + reason,
        "download the patch again");
  }

  static DeltaException overLimit(String patch, String reason) {
    return new DeltaException(
        Kind.OVER_LIMIT, quoted(patch) + " exceeds a limit: " + reason,
        "use the full bundle instead");
  }

  static DeltaException notAPatch(String file, NotAPatch reason) {
    return new DeltaException(
        Kind.NOT_A_PATCH, quoted(file) + " is not a patch: " + reason.text,
        "pass a content delta");
  }

  static DeltaException legacyPatch(String patch) {
    return new DeltaException(
        Kind.LEGACY_PATCH,
        quoted(patch) + " is a BSDIFF40 patch for legacy clients; apps with this library apply only "
            + "content deltas",
        "deliver a content delta or the full bundle instead");
  }

  static DeltaException developmentVersion(String patch) {
    return new DeltaException(
        Kind.DEVELOPMENT_VERSION, quoted(patch) + " was made by a development version of eros",
        "make the patch again, or publish the release again");
  }

  static DeltaException laterVersion(String patch, long version) {
    return new DeltaException(
        Kind.LATER_VERSION,
        quoted(patch) + " was made by a later version of eros (format " + Unsigned.text(version)
            + ")",
        "update the library; if it is up to date, download the patch again");
  }

  static DeltaException wrongBase(String patch, String expected, String found) {
    return new DeltaException(
        Kind.WRONG_BASE,
        quoted(patch) + " applies to release " + expected + ", but the old release is " + found,
        "use the patch for the installed release, or the full bundle");
  }

  static DeltaException changed(String path) {
    return new DeltaException(
        Kind.CHANGED, quoted(path) + " in the old release changed while it was read",
        "stop other writers to the folder, and try again");
  }

  static DeltaException notARelease(String folder, String name) {
    return new DeltaException(
        Kind.NOT_A_RELEASE,
        quoted(folder) + " is not a release: a release cannot contain " + quoted(name),
        "pass the folder of an installed release");
  }

  static DeltaException withoutZip(String patch) {
    return new DeltaException(
        Kind.WITHOUT_ZIP, quoted(patch) + " was not made from zips, so it cannot produce one",
        "make the patch from the two zips");
  }

  static DeltaException notVerified(String bundle, VerificationReport report) {
    if (report.exceedsLimit()) return overLimit(bundle, report.firstError());
    return new DeltaException(
        Kind.NOT_VERIFIED, quoted(bundle) + " fails verification: " + report.firstError(), null);
  }

  static DeltaException badResult(String patch, VerificationReport report) {
    if (report.exceedsLimit()) return overLimit(patch, report.firstError());
    return new DeltaException(
        Kind.BAD_RESULT,
        "the bundle that " + quoted(patch) + " produces fails verification: "
            + report.firstError(),
        "use the full bundle");
  }
}
