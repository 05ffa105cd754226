package com.eros.device;

/** An error in an update from a store. */
final class FetchException extends ErosException {
  private static final long serialVersionUID = 1;
  private static final String DENIED_REMEDY = "check the address and the permissions; a bucket that cannot be listed"
      + " responds like this if a file is missing";
  private static final String FAILED_CHECK = "the check for updates failed: ";

  /** The cause in decisions. */
  final String reason;
  /** The status of the response, or 0. */
  int status;
  /** The error that a failed check is about, or {@code null}. */
  private ErosException checkError;
  private CheckFailure checkFailure;
  private long lastCheck;

  private FetchException(int code, String reason, String message, String remedy) {
    super(code, message, remedy);
    this.reason = reason;
  }

  @Override
  public CheckFailure getCheckFailure() {
    return checkFailure;
  }

  @Override
  public long getLastCheck() {
    return lastCheck;
  }

  /** Returns the error of the store that made a check fail, or this error. */
  ErosException origin() {
    return checkError == null ? this : checkError;
  }

  static FetchException noChannel(ChannelName channel) {
    return new FetchException(
        NOT_FOUND, "no-channel", "the store does not have the channel '" + channel + "'",
        "check the name; the publisher adds a channel with `eros channel add`");
  }

  static FetchException noRelease(ChannelName channel) {
    return new FetchException(
        NOT_FOUND, "no-release", "the channel '" + channel + "' does not have a release yet",
        "the publisher must publish a bundle with `eros publish`");
  }

  /** The app shipped root metadata that is invalid. */
  static FetchException badRoot(TrustException error) {
    return new FetchException(
        USAGE, "bad-root", "invalid root metadata: " + error.getMessage(),
        "pass the contents of `root.json` to `FetchOptions.root`");
  }

  /**
   * An update check failed.
   *
   * @param since the time of the last successful check, or {@code null}
   */
  static FetchException failedCheck(WebAddress store, ErosException error, Long since) {
    String last = since == null ? "; there was no successful check before"
        : "; the last successful check was at " + UtcTime.text(since);
    FetchException failure;
    TrustException missing = error instanceof TrustException ? (TrustException) error : null;
    if (missing != null && missing.kind == TrustException.Kind.MISSING
        && missing.file.equals(TrustUpdate.TIMESTAMP)) {
      boolean isDenied = missing.status != 0;
      failure = new FetchException(
          UNAVAILABLE, "no-store",
          FAILED_CHECK + DisplayText.quote(store.toString()) + " does not have 'metadata/timestamp.json'"
              + statusText(missing.status) + last,
          isDenied ? DENIED_REMEDY
              : "check the address; if it is right, the publisher must complete the publication");
      failure.status = missing.status;
      failure.checkFailure = CheckFailure.UNAVAILABLE;
    } else {
      failure = new FetchException(
          error.getCode(), Decision.reason(error), FAILED_CHECK + error.getMessage() + last, error.getRemedy());
      boolean isExpired = missing != null && missing.kind == TrustException.Kind.FREEZE;
      failure.checkFailure = isExpired ? CheckFailure.EXPIRED
          : error.getCode() == UNAVAILABLE ? CheckFailure.UNAVAILABLE : CheckFailure.REFUSED;
      failure.checkError = error;
      if (error.getCause() != null) failure.initCause(error.getCause());
    }
    failure.lastCheck = since == null ? 0 : since;
    return failure;
  }

  static FetchException noSpace(String folder, long needed, long free) {
    return new FetchException(
        IO_ERROR, "no-space",
        "the update needs " + DisplayText.size(needed) + " for " + DisplayText.quote(folder) + ", but "
            + DisplayText.size(free) + " are free",
        "free disk space and try again");
  }

  /** The store lacks a file listed in its metadata, or denies access to it with status 403. */
  static FetchException missing(String file, int status) {
    FetchException error = new FetchException(
        UNAVAILABLE, "missing-file", "the store does not have " + DisplayText.quote(file) + statusText(status),
        status != 0 ? DENIED_REMEDY
            : "the publisher must complete the publication; `eros store check` lists what is missing");
    error.status = status;
    return error;
  }

  private static String statusText(int status) {
    return status == 0 ? "" : " (status " + status + ")";
  }

  /** The length or the digest of a file differs from the metadata. */
  static FetchException damaged(String file) {
    return new FetchException(
        BAD_DATA, "damaged-file",
        "the length or the digest of " + DisplayText.quote(file) + " differs from the signed metadata",
        "check that no proxy changes the responses; the publisher can run `eros store check`");
  }

  /** A file of a store is longer than expected. */
  static FetchException tooLong(String file, long limit) {
    return new FetchException(
        BAD_DATA, "too-long", DisplayText.quote(file) + " is longer than " + limit + " bytes",
        "check that the location belongs to a store");
  }

  /** The received bytes were discarded too often; {@code cause} is the last error of a request, or {@code null}. */
  static FetchException interrupted(String file, Throwable cause) {
    FetchException error = new FetchException(
        UNAVAILABLE, "interrupted", "the download of " + DisplayText.quote(file) + " was interrupted too often",
        "try again later");
    if (cause != null) error.initCause(cause);
    return error;
  }

  static FetchException badId(int maximum) {
    return new FetchException(
        USAGE, "other", "the ID of the device is empty or longer than " + maximum + " bytes", "pass a shorter text");
  }

  static FetchException cancelled() {
    return new FetchException(
        UNAVAILABLE, "cancelled", "the app cancelled the fetch",
        "fetch again; the download continues where it ended");
  }

  boolean isCancelled() {
    return reason.equals("cancelled");
  }
}
