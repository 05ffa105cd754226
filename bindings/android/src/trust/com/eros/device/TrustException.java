package com.eros.device;

/** The reason why metadata or a target is not trusted. */
final class TrustException extends ErosException {
  private static final String SAME_STORE =
      "check that the address belongs to the store and that no proxy changes its responses";
  private static final String TRY_LATER =
      "a cache or a mirror may be out of date, or old files are replayed; try again later";
  private static final String INCOMPLETE = "the publisher must complete the publication";

  /** The kinds of errors; vectors and the Swift library use the same names. */
  enum Kind {
    MALFORMED("malformed-metadata", SAME_STORE),
    NOT_SIGNED(
        "not-signed",
        "the file may be forged, or signed by a withdrawn key; the publisher can run `eros store check`"),
    ROLLBACK("rollback", TRY_LATER),
    FAST_FORWARD("fast-forward", "the publisher must rotate the key of the role"),
    FREEZE("freeze", "check the clock of this device; otherwise the publisher must sign the file again"),
    MIX_AND_MATCH("mix-and-match", SAME_STORE), ENDLESS_DATA("endless-data", SAME_STORE),
    MISSING("missing-metadata", INCOMPLETE), NOT_IN_SNAPSHOT("not-in-snapshot", INCOMPLETE),
    NAME_TOO_LONG("name-too-long", "the publisher must shorten the role name"),
    NO_ROOT("no-root", "pass the root metadata that ships with the app");

    /** The code in documents. */
    final String text;
    private final String remedy;

    Kind(String text, String remedy) {
      this.text = text;
      this.remedy = remedy;
    }
  }

  private static final long serialVersionUID = 1;

  final Kind kind;

  private TrustException(Kind kind, String message) {
    this(kind, message, kind.remedy);
  }

  private TrustException(Kind kind, String message, String remedy) {
    super(kind == Kind.NO_ROOT ? NOT_FOUND : kind == Kind.MISSING ? UNAVAILABLE : BAD_DATA, message, remedy);
    this.kind = kind;
  }

  private static String quoted(String file) {
    // The file name of a role has at most 200 bytes.
    return DisplayText.quoteStart(file, 220);
  }

  static TrustException malformed(String file, String reason) {
    return new TrustException(Kind.MALFORMED, quoted(file) + " is not valid metadata: " + reason);
  }

  /** The server returned an HTML page, as a network that requires a login does. */
  static TrustException page(String file) {
    return new TrustException(
        Kind.MALFORMED, quoted(file) + " is an HTML page, not metadata",
        "check the address; a network that requires a login responds like this");
  }

  static TrustException notSigned(String file, int found, long threshold) {
    return new TrustException(
        Kind.NOT_SIGNED,
        quoted(file) + " has " + found + " valid " + (found == 1 ? "signature" : "signatures")
            + " by trusted keys, expected " + threshold);
  }

  /** A file is older than the trusted one. */
  static TrustException rollback(String file, long trusted, long found) {
    return new TrustException(
        Kind.ROLLBACK,
        quoted(file) + " has version " + found + ", but version " + trusted + " is already trusted");
  }

  /** Another file lists no or an older version; {@code found} is {@code null} if it lists none. */
  static TrustException rollback(String file, long trusted, MetadataReference found, String namedBy) {
    String lists = found == null ? " does not list " + quoted(file) + ", of which"
        : " lists version " + found.version + " of " + quoted(file) + ", but";
    return new TrustException(
        Kind.ROLLBACK, quoted(namedBy) + lists + " version " + trusted + " is already trusted");
  }

  /** The version is so high that no newer version could follow; {@code namedBy} may be {@code null}. */
  static TrustException fastForward(String file, long version, String namedBy) {
    String subject = namedBy == null ? quoted(file) + " has version " + version
        : quoted(namedBy) + " lists version " + version + " of " + quoted(file);
    return new TrustException(
        Kind.FAST_FORWARD, subject + ", which is above the limit of " + TrustLimits.MAXIMUM_VERSION);
  }

  /** A newer file does not exist or is withheld. */
  static TrustException expired(String file, long since) {
    return new TrustException(Kind.FREEZE, quoted(file) + " expired at " + UtcTime.text(since));
  }

  /** The length or the digest differs from its record in other metadata. */
  static TrustException mismatch(String file, String namedBy) {
    return new TrustException(
        Kind.MIX_AND_MATCH, "the length or digest of " + quoted(file) + " does not match " + quoted(namedBy));
  }

  /** The version differs from its record in other metadata, or, without {@code namedBy}, from the next root. */
  static TrustException versionMismatch(String file, long expected, long found, String namedBy) {
    return new TrustException(
        Kind.MIX_AND_MATCH,
        quoted(file) + " has version " + found + ", expected " + expected
            + (namedBy == null ? "" : " as in " + quoted(namedBy)),
        TRY_LATER);
  }

  static TrustException tooLong(String file, int limit) {
    return new TrustException(Kind.ENDLESS_DATA, quoted(file) + " is longer than " + limit + " bytes");
  }

  /** One search reads too much metadata. */
  static TrustException tooMuch(String file, int limit) {
    return new TrustException(
        Kind.ENDLESS_DATA,
        "with " + quoted(file) + " the search for a target reads more than " + limit + " bytes");
  }

  /** The server lacks the file, or denies access to it with status 403. */
  static TrustException missing(String file, boolean isDenied) {
    String message = "the store does not have " + quoted(file);
    if (!isDenied) return new TrustException(Kind.MISSING, message);
    return new TrustException(
        Kind.MISSING, message + " (status 403)",
        "check the address and the permissions; a bucket that cannot be listed responds like this if a file is"
            + " missing");
  }

  static TrustException notInSnapshot(String file) {
    return new TrustException(Kind.NOT_IN_SNAPSHOT, "the snapshot does not list " + quoted(file));
  }

  static TrustException nameTooLong(String role) {
    return new TrustException(Kind.NAME_TOO_LONG, "the name of the role " + quoted(role) + " is too long");
  }

  static TrustException noRoot() {
    return new TrustException(Kind.NO_ROOT, "there is no trusted root metadata");
  }
}
