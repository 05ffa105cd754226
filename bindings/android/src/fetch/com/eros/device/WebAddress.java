package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The URL of an HTTP resource: absolute, with the scheme {@code http} or {@code https}, a host in ASCII, and a
 * percent-encoded path.
 *
 * <p>A fragment is dropped. User names and passwords are refused, because a URL is printed and logged. {@link
 * #toString} hides the query, which contains the signature of a presigned URL; {@link #text} is the complete URL.
 */
final class WebAddress {
  private static final String HTTPS = "https";
  private static final String HTTP = "http";
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;
  private static final int MAXIMUM_PORT = 65_535;
  private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/";
  private static final int MAXIMUM_DISPLAY_LENGTH = 200;
  private static final String REMEDY = "write a URL such as 'https://example.org/path'";

  final boolean isSecure;
  /** The host in lowercase, with brackets around an IPv6 address. */
  final String host;
  private final int port;
  /** The percent-encoded path, starting with a slash. */
  private final String path;
  /** The query with its question mark, or an empty text. */
  private final String query;
  /** The URL that was redirected to this one, or {@code null}. */
  private final WebAddress requested;

  private WebAddress(boolean isSecure, String host, int port, String path, String query) {
    this(isSecure, host, port, path, query, null);
  }

  private WebAddress(
      boolean isSecure, String host, int port, String path, String query, WebAddress requested) {
    this.isSecure = isSecure;
    this.host = host;
    this.port = port;
    this.path = path.isEmpty() ? "/" : path;
    this.query = query;
    this.requested = requested;
  }

  /** Parses a URL. */
  static WebAddress parse(String text) throws TransportException {
    int colon = text.indexOf(':');
    String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    boolean isSecure = scheme.equals(HTTPS);
    if (!isSecure && !scheme.equals(HTTP) || !text.startsWith("://", colon)) {
      throw malformed(text, " does not start with 'https://' or 'http://'", REMEDY);
    }
    int start = colon + "://".length();
    int end = firstOf(text, "/?#", start);
    String authority = text.substring(start, end);
    if (authority.indexOf('@') >= 0) {
      throw malformed(
          text, " contains a user name or a password", "remove them, because URLs are printed and logged");
    }
    boolean isLiteral = authority.startsWith("[");
    int portColon = authority.indexOf(':', isLiteral ? Math.max(0, authority.indexOf(']')) : 0);
    String host = portColon < 0 ? authority : authority.substring(0, portColon);
    int port = portColon < 0 ? isSecure ? HTTPS_PORT : HTTP_PORT : port(authority.substring(portColon + 1));
    if (port == 0 || !(isLiteral ? isLiteral(host) : hasOnly(host, "-._", true))) throw malformed(text, null, REMEDY);
    int fragment = firstOf(text, "#", end);
    int mark = Math.min(firstOf(text, "?", end), fragment);
    String path = text.substring(end, mark);
    String query = text.substring(mark, fragment);
    if (!isEncoded(path, PATH_CHARACTERS) || !isEncoded(query, PATH_CHARACTERS + "?")) {
      throw malformed(
          text, " contains a character that must be percent-encoded",
          "write each such byte as '%' and two hexadecimal digits; a space is '%20'");
    }
    return new WebAddress(isSecure, host.toLowerCase(Locale.ROOT), port, path, query);
  }

  /** Parses the digits of a port, or returns 0 for any other text. */
  private static int port(String digits) {
    boolean isNumber = digits.length() <= 5 && hasOnly(digits, "0123456789", false);
    int port = isNumber ? Integer.parseInt(digits) : 0;
    return port <= MAXIMUM_PORT ? port : 0;
  }

  /** Returns whether a host is an IPv6 address in brackets. */
  private static boolean isLiteral(String host) {
    return host.endsWith("]") && host.indexOf(':') > 0
        && hasOnly(host.substring(1, host.length() - 1), "0123456789abcdefABCDEF:.", false);
  }

  /** Returns whether a text has only characters of {@code set} and, if permitted, letters and digits of ASCII. */
  private static boolean hasOnly(String text, String set, boolean permitsLetters) {
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      boolean isLetter = permitsLetters && (Ascii.isLetter(unit) || Ascii.isDigit(unit));
      if (!isLetter && set.indexOf(unit) < 0) return false;
    }
    return !text.isEmpty();
  }

  /** Returns whether a text has only characters of a path, or of a query, of RFC 3986. */
  private static boolean isEncoded(String text, String set) {
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (unit == '%') {
        boolean isByte = index + 2 < text.length() && Hex.decode(text.substring(index + 1, index + 3)) != null;
        if (!isByte) return false;
        index += 2;
      } else if (!Ascii.isLetter(unit) && !Ascii.isDigit(unit) && set.indexOf(unit) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of the first character in {@code set}, or the length of the text. */
  private static int firstOf(String text, String set, int start) {
    int index = start;
    while (index < text.length() && set.indexOf(text.charAt(index)) < 0) index++;
    return index;
  }

  private static TransportException malformed(String text, String problem, String remedy) {
    String address = withoutSecrets(text);
    return TransportException.malformedAddress(
        problem == null ? "the host or the port of " + address + " is missing or malformed" : address + problem,
        remedy);
  }

  /** Returns a malformed URL for messages, without user information, query and fragment. */
  private static String withoutSecrets(String text) {
    String shown = text.substring(0, firstOf(text, "?#", 0));
    int sign = shown.lastIndexOf('@');
    if (sign >= 0) {
      int scheme = shown.indexOf("://");
      shown = shown.substring(0, scheme < 0 ? 0 : scheme + "://".length()) + "…" + shown.substring(sign);
    }
    return DisplayText.quoteStart(shown, MAXIMUM_DISPLAY_LENGTH);
  }

  /** Returns the scheme, the host and, unless it is the default port, the port. */
  String origin() {
    int usual = isSecure ? HTTPS_PORT : HTTP_PORT;
    return (isSecure ? HTTPS : HTTP) + "://" + host + (port == usual ? "" : ":" + port);
  }

  /** Returns the complete URL, for requests. */
  String text() {
    return origin() + path + query;
  }

  // Messages

  /** Returns the URL with {@code …} instead of its query. */
  String shown() {
    return origin() + path + (query.isEmpty() ? "" : "?…");
  }

  /** Returns this URL, whose messages also name the URL that was redirected to it. */
  WebAddress redirectedFrom(WebAddress first) {
    return new WebAddress(isSecure, host, port, path, query, first);
  }

  /** Returns the origin for messages. */
  String shownOrigin() {
    return origin() + redirection();
  }

  /** Returns the URL for messages. */
  @Override
  public String toString() {
    return shown() + redirection();
  }

  /** Returns the words about the URL that was redirected to this one. */
  String redirection() {
    return requested == null ? "" : " (redirected from " + requested.shown() + ")";
  }

  // References

  /** Returns the URL of an object in the folder at this URL; the query stays. */
  WebAddress appending(String key) {
    StringBuilder longer = new StringBuilder(path);
    if (!path.endsWith("/")) longer.append('/');
    for (String component : key.split("/")) longer.append(RoleName.percentEncoded(component)).append('/');
    longer.setLength(longer.length() - 1);
    return new WebAddress(isSecure, host, port, longer.toString(), query);
  }

  /** Returns the URL of a reference, such as a field {@code Location}, relative to this URL (RFC 3986, section 5.2). */
  WebAddress resolving(String location) throws TransportException {
    String reference = location.substring(0, firstOf(location, "#", 0));
    if (reference.isEmpty()) return this;
    if (reference.substring(0, firstOf(reference, "/?", 0)).indexOf(':') >= 0) return parse(reference).normalized();
    if (reference.startsWith("//")) return parse((isSecure ? HTTPS : HTTP) + ":" + reference).normalized();
    if (reference.startsWith("?")) return parse(origin() + path + reference);
    if (reference.startsWith("/")) return parse(origin() + reference).normalized();
    return parse(origin() + path.substring(0, path.lastIndexOf('/') + 1) + reference).normalized();
  }

  /** Returns the URL without the segments {@code .} and {@code ..} in its path. */
  private WebAddress normalized() {
    List<String> segments = new ArrayList<String>();
    List<String> all = Arrays.asList(path.substring(1).split("/", -1));
    for (int index = 0; index < all.size(); index++) {
      String segment = all.get(index);
      boolean isParent = segment.equals("..");
      if (!isParent && !segment.equals(".")) {
        segments.add(segment);
        continue;
      }
      if (isParent && !segments.isEmpty()) segments.remove(segments.size() - 1);
      if (index == all.size() - 1) segments.add("");
    }
    StringBuilder normal = new StringBuilder();
    for (String segment : segments) normal.append('/').append(segment);
    return new WebAddress(isSecure, host, port, normal.toString(), query);
  }
}
