package com.eros.device;

import java.util.List;

/** The status and the header fields of a response. */
final class ResponseHead {
  private static final int MAXIMUM_TAG_LENGTH = 512;
  private static final int MAXIMUM_PAUSE_DIGITS = 6;
  private static final String WEAK = "W/";

  final int status;
  /** The URL of the response; after a redirect, it differs from the URL of the request. */
  final WebAddress address;
  final List<HeaderField> fields;

  ResponseHead(int status, List<HeaderField> fields, WebAddress address) {
    this.status = status;
    this.fields = fields;
    this.address = address;
  }

  /** Returns the value of the first field with a name, or {@code null}. */
  String field(String name) {
    for (HeaderField field : fields) if (field.getName().equalsIgnoreCase(name)) return field.getValue();
    return null;
  }

  // The status

  /** Returns whether the object is missing, or hidden from a reader that may not list the store. */
  boolean isMissing() {
    return isDenied() || status == 404 || status == 410;
  }

  boolean isDenied() {
    return status == 403;
  }

  boolean isRedirect() {
    return status >= 301 && status <= 303 || status == 307 || status == 308;
  }

  /** Returns whether the server failed or is overloaded, so the same request may succeed later. */
  boolean isTemporaryFailure() {
    return status == 408 || status == 425 || status == 429 || status >= 500 && status < 600 && status != 501;
  }

  /** Returns the error of a status that is not a temporary failure, or throws it. */
  TransportException temporaryFailure() throws TransportException {
    TransportException error = TransportException.unexpectedStatus(address, status);
    if (!isTemporaryFailure()) throw error;
    return error;
  }

  /** Returns the pause in milliseconds that the server asks for, or 0; a date is ignored. */
  long requestedPause() {
    String text = field("Retry-After");
    boolean isNumber = text != null && text.length() <= MAXIMUM_PAUSE_DIGITS && number(text) >= 0;
    return isNumber ? number(text) * 1000 : 0;
  }

  // The body

  /** Returns the announced length of the resource, or -1 if there is none. */
  long contentLength() {
    String text = field("Content-Length");
    return text == null ? -1 : number(text);
  }

  /** Returns the announced length of the body of a response to GET, or -1 if there is none. */
  long bodyLength() {
    return status == 204 || status == 304 ? -1 : contentLength();
  }

  /** Parses a decimal number without a sign, or returns -1. */
  private static long number(String text) {
    for (int index = 0; index < text.length(); index++) if (!Ascii.isDigit(text.charAt(index))) return -1;
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException error) {
      return -1;
    }
  }

  /** Refuses a compressed body. */
  void checkEncoding() throws TransportException {
    for (HeaderField field : fields) {
      boolean isEncoded = field.getName().equalsIgnoreCase("Content-Encoding")
          && !field.getValue().equalsIgnoreCase("identity");
      if (isEncoded) throw TransportException.encoded(address);
    }
  }

  /**
   * Returns the range of a response with the status 206, such as {@code bytes 100-199/1000}.
   *
   * @return the first byte and the length of the resource, which is -1 if the server does not know it, or {@code null}
   *     if the field is missing or malformed
   */
  long[] contentRange() {
    String text = field("Content-Range");
    if (text == null || !text.regionMatches(true, 0, "bytes ", 0, 6)) return null;
    String[] parts = text.substring(6).split("[-/]", -1);
    boolean isRange = parts.length == 3 && text.indexOf('-') < text.indexOf('/');
    if (!isRange) return null;
    long first = number(parts[0]);
    long last = number(parts[1]);
    long total = number(parts[2]);
    boolean isValid = first >= 0 && first <= last && (parts[2].equals("*") || last < total);
    return isValid ? new long[] {first, total} : null;
  }

  // The version

  /** Returns the strong entity tag, which identifies the bytes of the object, or {@code null}. */
  String version() {
    String tag = field("ETag");
    return isTag(tag) && !tag.startsWith(WEAK) ? tag : null;
  }

  /**
   * Returns the entity tag if it changes with the contents, or {@code null}.
   *
   * <p>The tag may be strong or weak. Many servers derive it from the size and the modification time in seconds.
   * Until that second has passed, the object can change without a new tag.
   */
  String comparableVersion() {
    String changed = field("Last-Modified");
    String tag = field("ETag");
    return isTag(tag) && (changed == null || !changed.equals(field("Date"))) ? tag : null;
  }

  /**
   * Returns whether a text is an entity tag with its quotes, such as {@code "5f3a"} or {@code W/"5f3a"}.
   *
   * <p>Only printable characters of ASCII are accepted, because the tag is sent back to the server.
   */
  static boolean isTag(String text) {
    if (text == null || text.length() > MAXIMUM_TAG_LENGTH) return false;
    String quoted = text.startsWith(WEAK) ? text.substring(WEAK.length()) : text;
    int last = quoted.length() - 1;
    if (last < 1 || quoted.charAt(0) != '"' || quoted.charAt(last) != '"') return false;
    for (int index = 1; index < last; index++) {
      char unit = quoted.charAt(index);
      if (unit < 0x21 || unit > 0x7E || unit == '"') return false;
    }
    return true;
  }

  /** Returns whether a text is a version that a device may have stored. */
  static boolean isStoredVersion(String text) {
    if (text == null || text.isEmpty() || text.length() > MAXIMUM_TAG_LENGTH) return false;
    for (int index = 0; index < text.length(); index++) {
      if (text.charAt(index) < 0x21 || text.charAt(index) > 0x7E) return false;
    }
    return true;
  }
}
