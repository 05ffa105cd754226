package com.eros.device;

/** An error or a warning about a file. */
final class Finding {
  final FindingCode code;
  final boolean isError;
  /** The entry that the finding is about, or {@code null}. */
  final String subject;
  final String message;

  Finding(FindingCode code, boolean isError, String subject, String message) {
    this.code = code;
    this.isError = isError;
    this.subject = subject;
    this.message = message;
  }

  Finding(FindingCode code, String subject, String message) {
    this(code, code.isError, subject, message);
  }

  @Override
  public String toString() {
    return subject == null ? message : "'" + subject + "': " + message;
  }
}
