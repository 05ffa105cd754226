package com.eros.device;

import android.system.OsConstants;

/** A decision of a device about its releases, in the JSON form of {@code docs/explain.md}. */
final class Decision {
  private static final int MAXIMUM_DETAIL = 200;
  private static final int MAXIMUM_CLASS = 64;

  private final JsonObject fields = new JsonObject();

  /** Creates a decision of a call, such as {@code confirm}. */
  Decision(String event) {
    fields.put("event", event);
  }

  Decision put(String key, String text) {
    fields.put(key, text);
    return this;
  }

  Decision release(String tree) {
    return put("release", tree);
  }

  Decision reason(String name) {
    return put("reason", name);
  }

  Decision put(String key, JsonValue value) {
    fields.put(key, value);
    return this;
  }

  /** Adds the first bytes of a text of the host, in one line. */
  Decision detail(String text) {
    return put("detail", line(text));
  }

  /** Adds the cause of a failed update and its facts, without addresses and paths. */
  Decision failure(ErosException error) {
    reason(reason(error));
    ErosException origin = error instanceof FetchException ? ((FetchException) error).origin() : error;
    int status = 0;
    if (origin instanceof FetchException) status = ((FetchException) origin).status;
    if (origin instanceof TransportException) {
      TransportException failed = (TransportException) origin;
      status = failed.status;
      if (failed.object != null) put("file", line(failed.object));
    }
    if (origin instanceof TrustException) {
      TrustException refused = (TrustException) origin;
      if (refused.file != null) put("file", line(refused.file));
      if (refused.kind == TrustException.Kind.FREEZE) put("expired", UtcTime.text(refused.expired));
    }
    return status == 0 ? this : put("status", JsonValue.of(status));
  }

  private static String line(String text) {
    StringBuilder line = new StringBuilder();
    int length = 0;
    int index = 0;
    int last = 0;
    for (int count = 0; count < MAXIMUM_DETAIL && index < text.length(); count++) {
      int scalar = text.codePointAt(index);
      index += Character.charCount(scalar);
      boolean isSecondOfLineEnd = last == '\r' && scalar == '\n';
      last = scalar;
      if (isSecondOfLineEnd) continue;
      // An unpaired surrogate cannot be written in UTF-8.
      boolean isUnpaired = scalar >= 0xD800 && scalar < 0xE000;
      int next = StackHash.isNewline(scalar) ? ' ' : isUnpaired ? 0xFFFD : scalar;
      length += next < 0x80 ? 1 : next < 0x800 ? 2 : next < 0x10000 ? 3 : 4;
      if (length > MAXIMUM_DETAIL) break;
      line.appendCodePoint(next);
    }
    return line.toString();
  }

  /** Adds the class of an error, and the hash of its stack. */
  Decision error(String errorClass, String stack) {
    String hash = stack == null ? null : StackHash.of(stack);
    if (errorClass == null && hash == null) return this;
    return put("errorClass", isClass(errorClass) ? errorClass : "other").put("stackHash", hash);
  }

  /** Returns whether a text is the name of a class. */
  static boolean isClass(String text) {
    if (text == null || text.isEmpty() || text.length() > MAXIMUM_CLASS) return false;
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      boolean isPart = Ascii.isLetter(unit) || unit == '_' || unit == '$'
          || Ascii.isDigit(unit) && index > 0;
      if (!isPart) return false;
    }
    return true;
  }

  /** Returns the decision with its time, its outcome and the version of the app, with sorted keys. */
  JsonObject json(String outcome, long time, NativeApp app) {
    long clamped = Math.min(Math.max(time, 0), Manifest.MAXIMUM_TIMESTAMP);
    fields.put("outcome", outcome).put("time", UtcTime.text(clamped));
    if (app != null) fields.put("app", app.version.text);
    return fields.sorted();
  }

  /** Returns the cause of an error in decisions. */
  static String reason(ErosException error) {
    if (error instanceof FileException) return reason((FileException) error);
    if (error instanceof DeltaException) return "patch-failed";
    if (error instanceof FetchException) return ((FetchException) error).reason;
    if (error instanceof TransportException) return ((TransportException) error).reason;
    if (error instanceof TrustException) return ((TrustException) error).reason;
    if (error instanceof ChannelException) {
      return error.getCode() == ErosException.USAGE ? "no-channel" : "unknown-metadata";
    }
    if (!(error instanceof SandboxException)) return "other";
    SandboxException cause = (SandboxException) error;
    switch (cause.kind) {
      case BUSY:
        return "busy";
      case NOT_VERIFIED:
      case NOT_ADOPTED:
        return cause.report.exceedsLimit() ? "limit-exceeded" : "not-verified";
      case UNEXPECTED_RELEASE:
        return "unexpected-release";
      case BLOCKED:
        return "blocked";
      case LATER_VERSION:
        return "later-version";
      case EMPTY:
      case CANNOT_ROLL_BACK:
        return "no-installed-release";
      case BASE_MISSING:
        return "patch-failed";
      case DAMAGED:
        return "damaged";
      default:
        return FOREIGN_FOLDER;
    }
  }

  static final String FOREIGN_FOLDER = "foreign-folder";

  private static String reason(FileException error) {
    if (error.isDiskFull()) return "no-space";
    if (error.errno == OsConstants.EROFS) return "read-only";
    if (error.errno == OsConstants.EACCES
        || error.errno == OsConstants.EPERM) {
      return "permission";
    }
    if (error.errno == OsConstants.EAGAIN) return "busy";
    return error.getCode() == ErosException.IO_ERROR ? "io-error" : "other";
  }
}
