package com.eros.device;

import java.util.List;

/** The reason why metadata or a target is not trusted. */
final class TrustException extends ErosException {
  private static final String SAME_STORE =
      "check that the address belongs to the store and that no proxy changes its responses";
  private static final String TRY_LATER =
      "a cache or a mirror may be out of date, or old files are replayed; try again later";
  private static final String INCOMPLETE = "the publisher must complete the publication";

  /** The kinds of errors; vectors and the Swift library use the same names. */
  enum Kind {
    MALFORMED("malformed-metadata", "malformed-metadata", SAME_STORE),
    NOT_SIGNED(
        "not-signed", "not-signed",
        "the file may be forged, or signed by a withdrawn key; the publisher can run `eros store check`"),
    ROLLBACK("rollback", "rollback", TRY_LATER),
    FAST_FORWARD("fast-forward", "fast-forward", "the publisher must rotate the key of the role"),
    FREEZE("freeze", "expired", "check the clock of this device; otherwise the publisher must sign the file again"),
    MIX_AND_MATCH("mix-and-match", "mix-and-match", SAME_STORE),
    ENDLESS_DATA("endless-data", "too-long", SAME_STORE),
    MISSING("missing-metadata", "missing-metadata", INCOMPLETE),
    NOT_IN_SNAPSHOT("not-in-snapshot", "missing-metadata", INCOMPLETE),
    NAME_TOO_LONG("name-too-long", "other", "the publisher must shorten the role name"),
    NO_ROOT("no-root", "no-root", "pass the contents of `root.json` to `FetchOptions.root`");

    /** The code in documents. */
    final String text;
    private final String reason;
    private final String remedy;

    Kind(String text, String reason, String remedy) {
      this.text = text;
      this.reason = reason;
      this.remedy = remedy;
    }
  }

  private static final long serialVersionUID = 1;

  final Kind kind;
  /** The file that the error is about, or {@code null} if the kind says enough. */
  final String file;
  /** The cause in decisions. */
  String reason;
  /** The expiry time of the file, for {@link Kind#FREEZE}. */
  long expired;
  /** The status of the response, or 0. */
  int status;

  private TrustException(Kind kind, String file, String message) {
    this(kind, file, message, kind.remedy);
  }

  private TrustException(Kind kind, String file, String message, String remedy) {
    super(kind == Kind.NO_ROOT ? NOT_FOUND : kind == Kind.MISSING ? UNAVAILABLE : BAD_DATA, message, remedy);
    this.kind = kind;
    this.file = file;
    reason = kind.reason;
  }

  private static String quoted(String file) {
    // The file name of a role has at most 200 bytes.
    return DisplayText.quoteStart(file, 220);
  }

  static TrustException malformed(String file, String reason) {
    return new TrustException(Kind.MALFORMED, file, quoted(file) + " is not valid metadata: " + reason);
  }

  /** The server returned an HTML page, as a network that requires a login does. */
  static TrustException page(String file) {
    TrustException error = new TrustException(
        Kind.MALFORMED, file, quoted(file) + " is an HTML page, not metadata",
        "check the address; a network that requires a login responds like this");
    error.reason = "page";
    return error;
  }

  static TrustException notSigned(String file, int found, long threshold) {
    return new TrustException(
        Kind.NOT_SIGNED, file,
        quoted(file) + " has " + found + " valid " + (found == 1 ? "signature" : "signatures")
            + " by trusted keys, expected " + threshold);
  }

  /** The store does not belong to the trusted root metadata, as the IDs of the root keys show. */
  static TrustException otherStore(String file, List<String> trusted, List<String> found) {
    return new TrustException(
        Kind.NOT_SIGNED, file,
        "the store does not belong to the trusted root metadata: its root keys are " + list(found)
            + ", the trusted ones are " + list(trusted),
        "ship the app with the `root.json` that `eros store init` has written for this store");
  }

  private static String list(List<String> keyIds) {
    StringBuilder list = new StringBuilder();
    for (String id : keyIds.subList(0, Math.min(keyIds.size(), 5))) {
      list.append(list.length() == 0 ? "" : ", ").append(DisplayText.shorten(id, 12));
    }
    return list.toString();
  }

  /** A file is older than the trusted one. */
  static TrustException rollback(String file, long trusted, long found) {
    return new TrustException(
        Kind.ROLLBACK, file,
        quoted(file) + " has version " + found + ", but version " + trusted + " is already trusted");
  }

  /** Another file lists no or an older version; {@code found} is {@code null} if it lists none. */
  static TrustException rollback(String file, long trusted, MetadataReference found, String namedBy) {
    String lists = found == null ? " does not list " + quoted(file) + ", of which"
        : " lists version " + found.version + " of " + quoted(file) + ", but";
    return new TrustException(
        Kind.ROLLBACK, file, quoted(namedBy) + lists + " version " + trusted + " is already trusted");
  }

  /** The version is so high that no newer version could follow; {@code namedBy} may be {@code null}. */
  static TrustException fastForward(String file, long version, String namedBy) {
    String subject = namedBy == null ? quoted(file) + " has version " + version
        : quoted(namedBy) + " lists version " + version + " of " + quoted(file);
    return new TrustException(
        Kind.FAST_FORWARD, null, subject + ", which is above the limit of " + TrustLimits.MAXIMUM_VERSION);
  }

  /** A newer file does not exist or is withheld. */
  static TrustException expired(String file, long since) {
    TrustException error =
        new TrustException(Kind.FREEZE, file, quoted(file) + " expired at " + UtcTime.text(since));
    error.expired = since;
    return error;
  }

  /** The length or the digest differs from its record in other metadata. */
  static TrustException mismatch(String file, String namedBy) {
    TrustException error = new TrustException(
        Kind.MIX_AND_MATCH, file,
        "the length or digest of " + quoted(file) + " does not match " + quoted(namedBy));
    // Another version of a file has another name, unless its name has no version.
    if (Ascii.isDigit(file.charAt(0))) error.reason = "altered-metadata";
    return error;
  }

  /** The version differs from its record in other metadata, or, without {@code namedBy}, from the next root. */
  static TrustException versionMismatch(String file, long expected, long found, String namedBy) {
    return new TrustException(
        Kind.MIX_AND_MATCH, file,
        quoted(file) + " has version " + found + ", expected " + expected
            + (namedBy == null ? "" : " as in " + quoted(namedBy)),
        TRY_LATER);
  }

  static TrustException tooLong(String file, int limit) {
    return new TrustException(Kind.ENDLESS_DATA, file, quoted(file) + " is longer than " + limit + " bytes");
  }

  /** One search reads too much metadata. */
  static TrustException tooMuch(String file, int limit) {
    return new TrustException(
        Kind.ENDLESS_DATA, file,
        "with " + quoted(file) + " the search for a target reads more than " + limit + " bytes");
  }

  /** The server lacks the file, or denies access to it with status 403. */
  static TrustException missing(String file, boolean isDenied) {
    String message = "the store does not have " + quoted(file);
    if (!isDenied) return new TrustException(Kind.MISSING, file, message);
    TrustException error = new TrustException(
        Kind.MISSING, file, message + " (status 403)",
        "check the address and the permissions; a bucket that cannot be listed responds like this if a file is"
            + " missing");
    error.status = 403;
    return error;
  }

  static TrustException notInSnapshot(String file) {
    return new TrustException(Kind.NOT_IN_SNAPSHOT, file, "the snapshot does not list " + quoted(file));
  }

  static TrustException nameTooLong(String role) {
    return new TrustException(Kind.NAME_TOO_LONG, null, "the name of the role " + quoted(role) + " is too long");
  }

  static TrustException noRoot() {
    return new TrustException(Kind.NO_ROOT, null, "there is no trusted root metadata");
  }
}
