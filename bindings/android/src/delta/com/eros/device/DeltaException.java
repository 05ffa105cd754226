package com.eros.device;

/** An error of a patch, or of the release that it applies to. */
final class DeltaException extends ErosException {
  /** The kinds of errors; vectors and the Swift library use the same names. */
  enum Kind {
    MALFORMED("malformed", "download the patch again"),
    OVER_LIMIT("overLimit", "use the full bundle instead"),
    NOT_A_PATCH("notAPatch", "pass a content delta"),
    LEGACY_PATCH("legacyPatch", "deliver a content delta or the full bundle instead"),
    DEVELOPMENT_VERSION(
        "developmentVersion", "make the patch again, or publish the release again"),
    LATER_VERSION(
        "laterVersion", "update the library; if it is up to date, download the patch again"),
    WRONG_BASE("wrongBase", "use the patch for the installed release, or the full bundle"),
    CHANGED("changed", "stop other writers to the folder, and try again"),
    NOT_A_RELEASE("notARelease", "pass the folder of an installed release"),
    WITHOUT_ZIP("withoutZip", "make the patch from the two zips"),
    NOT_VERIFIED("notVerified", null), BAD_RESULT("badResult", "use the full bundle");

    /** The name in vectors. */
    final String text;
    private final String remedy;

    Kind(String text, String remedy) {
      this.text = text;
      this.remedy = remedy;
    }
  }

  private static final long serialVersionUID = 1;

  final Kind kind;

  /** Creates an error about the file or folder at {@code path}, whose name starts the message. */
  DeltaException(Kind kind, String path, String clause) {
    this(DisplayText.quote(path) + " " + clause, kind);
  }

  private DeltaException(String message, Kind kind) {
    super(BAD_DATA, message, kind.remedy);
    this.kind = kind;
  }

  static DeltaException malformed(String patch, String reason) {
    return new DeltaException(Kind.MALFORMED, patch, "is not a valid patch: " + reason);
  }

  static DeltaException overLimit(String patch, String reason) {
    return new DeltaException(Kind.OVER_LIMIT, patch, "exceeds a limit: " + reason);
  }

  static DeltaException developmentVersion(String patch) {
    return new DeltaException(
        Kind.DEVELOPMENT_VERSION, patch, "was made by a development version of eros");
  }

  static DeltaException changed(String path) {
    return new DeltaException(
        Kind.CHANGED, path, "in the old release changed while it was read");
  }

  static DeltaException notARelease(String folder, String name) {
    return new DeltaException(
        Kind.NOT_A_RELEASE, folder,
        "is not a release: a release cannot contain " + DisplayText.quote(name));
  }

  static DeltaException wrongBase(String patch, String expected, String found) {
    return new DeltaException(
        Kind.WRONG_BASE, patch,
        "applies to release " + expected + ", but the old release is " + found);
  }

  static DeltaException notVerified(String bundle, VerificationReport report) {
    if (report.exceedsLimit()) return overLimit(bundle, report.firstError());
    return new DeltaException(
        Kind.NOT_VERIFIED, bundle, "fails verification: " + report.firstError());
  }

  static DeltaException badResult(String patch, VerificationReport report) {
    if (report.exceedsLimit()) return overLimit(patch, report.firstError());
    return new DeltaException(
        "the bundle that " + DisplayText.quote(patch) + " produces fails verification: "
            + report.firstError(),
        Kind.BAD_RESULT);
  }
}
