package com.eros.device;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.nio.channels.ClosedByInterruptException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * An error of an HTTP request or of its response.
 *
 * <p>Messages never contain the query of a URL or the value of a header field.
 */
final class TransportException extends ErosException {
  private static final long serialVersionUID = 1;
  private static final String CHECK_PORT = "if the port expects TLS, the URL starts with 'https://'";
  private static final String LATER = "try again later";
  private static final String LOGIN = "check the address; a network that requires a login responds like this";

  /** The cause in decisions. */
  final String reason;
  /** Whether the same request may succeed later. */
  final boolean isTemporary;
  /** The status of the response, or 0. */
  int status;
  /** The name of the object, or {@code null}. */
  String object;

  private TransportException(int code, String reason, boolean isTemporary, String message, String remedy) {
    super(code, message, remedy);
    this.reason = reason;
    this.isTemporary = isTemporary;
  }

  private static TransportException temporary(String reason, String message, String remedy) {
    return new TransportException(UNAVAILABLE, reason, true, message, remedy);
  }

  private static TransportException refused(String reason, String message, String remedy) {
    return new TransportException(BAD_DATA, reason, false, message, remedy);
  }

  static TransportException malformedAddress(String message, String remedy) {
    return new TransportException(USAGE, "other", false, message, remedy);
  }

  /** Returns the error of a request that the client of the host could not perform. */
  static ErosException of(IOException problem, WebAddress address) {
    ErosException error = map(problem, address);
    error.initCause(problem);
    return error;
  }

  private static ErosException map(IOException problem, WebAddress address) {
    if (problem instanceof UnknownHostException) {
      return temporary(
          "dns", "cannot resolve the host '" + address.host + "'" + address.redirection(),
          "check the spelling of the host, and the network");
    }
    if (problem instanceof ConnectException || problem instanceof NoRouteToHostException) {
      return temporary(
          "no-connection", "cannot connect to " + address.shownOrigin() + ": no connection",
          "check the address, and whether the server is running");
    }
    if (isTlsFailure(problem)) return tlsFailure(problem, address);
    if (isCleartextRefusal(problem, address)) return cleartextRefused(address);
    if (problem instanceof SocketTimeoutException) return timedOut(address);
    // SocketTimeoutException is a subclass of InterruptedIOException.
    if (problem instanceof InterruptedIOException || problem instanceof ClosedByInterruptException) {
      return FetchException.cancelled();
    }
    // Android reports a connection that ends during an answer over TLS as an SSLException.
    boolean isEnd = problem instanceof EOFException || problem instanceof SocketException
        || problem instanceof SSLException;
    if (isEnd) return closedEarly(address);
    return temporary(
        "interrupted",
        "the request to " + address + " failed: the HTTP client reports " + problem.getClass().getName(), null);
  }

  /** Returns whether a TLS connection was not established. */
  private static boolean isTlsFailure(IOException problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLHandshakeException || cause instanceof SSLPeerUnverifiedException) return true;
    }
    return false;
  }

  /** Returns whether the app may not use {@code http}, which is the default from Android 9 on. */
  private static boolean isCleartextRefusal(IOException problem, WebAddress address) {
    String text = problem.getMessage();
    boolean isRefusal = problem instanceof UnknownServiceException
        || text != null && text.startsWith("Cleartext HTTP traffic");
    return isRefusal && !address.isSecure;
  }

  private static TransportException cleartextRefused(WebAddress address) {
    return new TransportException(
        UNAVAILABLE, "no-connection", false,
        "cannot connect to " + address.shownOrigin() + ": the app does not permit unencrypted connections",
        "use an address that starts with 'https://', or permit the host in the app's network security configuration");
  }

  private static TransportException tlsFailure(IOException problem, WebAddress address) {
    boolean isTooEarly = false;
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      isTooEarly |= cause instanceof CertificateNotYetValidException;
    }
    return new TransportException(
        UNAVAILABLE, isTooEarly ? "certificate-not-yet-valid" : "tls", false,
        "cannot establish a TLS connection to " + address.shownOrigin() + ": "
            + (isTooEarly ? "the certificate is not yet valid" : "the HTTP client reports a TLS failure"),
        "check that the server speaks https, its certificate, the authorities that the device trusts, and the clock");
  }

  static TransportException timedOut(WebAddress address) {
    return temporary("timed-out", address + " did not send the complete response in time", LATER);
  }

  static TransportException closedEarly(WebAddress address) {
    return temporary(
        "interrupted", address + " closed the connection before the end of its response",
        address.isSecure ? LATER : LATER + "; " + CHECK_PORT);
  }

  static TransportException tooMuchData(WebAddress address, long limit) {
    return refused("bad-response", address + " sent more than the allowed " + limit + " bytes", LOGIN);
  }

  static TransportException malformedResponse(WebAddress address, String problem) {
    return refused(
        "bad-response", "the response of " + address + " is not valid HTTP: " + problem,
        address.isSecure ? LOGIN : "check the address; " + CHECK_PORT);
  }

  static TransportException badRedirect(WebAddress address, String problem) {
    return refused("redirect", address + " " + problem, "use the final address, if it is trustworthy");
  }

  /** The response is compressed, although compression was not requested. */
  static TransportException encoded(WebAddress address) {
    TransportException error = refused(
        "encoded",
        "the response for " + DisplayText.quote(address.shown()) + address.redirection() + " has a 'Content-Encoding'",
        "configure the server to send the files of the store as they are");
    String path = address.shown();
    int query = path.indexOf('?');
    if (query >= 0) path = path.substring(0, query);
    boolean isObject = path.endsWith(".json") || path.endsWith(".zip") || path.endsWith(".erosdelta");
    if (isObject) error.object = path.substring(path.lastIndexOf('/') + 1);
    return error;
  }

  static TransportException unexpectedStatus(WebAddress address, int status) {
    TransportException error = new TransportException(
        UNAVAILABLE, "http-status", false, address + " responded with status " + status, remedy(address, status));
    error.status = status;
    return error;
  }

  private static String remedy(WebAddress address, int status) {
    if (status == 400 && !address.isSecure) return "check the address; " + CHECK_PORT;
    if (status == 401) return "the library sends no credentials; let everybody read the files of the store";
    return status == 429 || status >= 500 && status < 600 ? LATER : null;
  }
}
