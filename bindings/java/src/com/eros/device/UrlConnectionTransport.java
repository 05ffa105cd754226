package com.eros.device;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP client over {@link HttpURLConnection}, for Android and the JDK.
 *
 * <p>{@link ErosDevice#cancel} and an interruption of the thread end a request. A connection that
 * receives nothing notices them after at most the stall limit. Subclasses override {@link #open} to
 * set a proxy or a socket factory. Hosts that set a {@link java.net.CookieHandler} or a {@link
 * java.net.Authenticator} for the process should use another client, because this one then sends
 * cookies and credentials.
 */
public class UrlConnectionTransport implements Transport {
  private static final int PART_SIZE = 16_384;

  private final int stallLimit;

  /** Creates a client that ends a connection that receives nothing for 15 seconds. */
  public UrlConnectionTransport() {
    this(15_000);
  }

  /**
   * Creates a client.
   *
   * @param stallLimit the longest time without a byte, in milliseconds
   */
  public UrlConnectionTransport(int stallLimit) {
    if (stallLimit <= 0) throw new IllegalArgumentException("stallLimit is " + stallLimit);
    this.stallLimit = stallLimit;
  }

  /**
   * Opens a connection, which does not connect yet.
   *
   * @param url the URL
   * @return a connection for the scheme {@code http} or {@code https}
   * @throws IOException if that is not possible
   */
  protected HttpURLConnection open(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    if (connection instanceof HttpURLConnection) return (HttpURLConnection) connection;
    throw new ProtocolException("the scheme '" + url.getProtocol() + "' is not supported");
  }

  @Override
  public void exchange(TransportRequest request, TransportAnswer answer) throws IOException {
    Deadline deadline = new Deadline(request.getTimeout());
    deadline.check();
    HttpURLConnection connection = open(new URL(request.getUrl()));
    boolean isComplete = false;
    try {
      configure(connection, request);
      int limit = deadline.remaining(stallLimit);
      connection.setConnectTimeout(limit);
      connection.setReadTimeout(limit);
      send(request.getBody(), connection);
      isComplete = receive(connection, answer, deadline);
    } finally {
      // A complete answer leaves the connection to the next request.
      if (!isComplete) connection.disconnect();
    }
  }

  private static void configure(HttpURLConnection connection, TransportRequest request)
      throws IOException {
    connection.setRequestMethod(request.getMethod());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    // Android asks for gzip and decompresses the answer, unless a request names an encoding.
    connection.setRequestProperty("Accept-Encoding", "identity");
    connection.setRequestProperty("Accept", "*/*");
    for (HeaderField field : request.getFields()) {
      connection.setRequestProperty(field.getName(), field.getValue());
    }
  }

  /** Sends a body, if there is one. */
  private static void send(byte[] body, HttpURLConnection connection) throws IOException {
    if (body == null) return;
    connection.setDoOutput(true);
    // Without a fixed length, the JDK sends the request again if the connection ends.
    connection.setFixedLengthStreamingMode(body.length);
    try (OutputStream output = connection.getOutputStream()) {
      output.write(body);
    }
  }

  /** Passes an answer on, and returns whether it is complete. */
  private static boolean receive(
      HttpURLConnection connection, TransportAnswer answer, Deadline deadline)
      throws IOException {
    int status = status(connection);
    if (status < 0) throw new ProtocolException("the answer is not HTTP");
    deadline.check();
    if (!answer.head(status, fields(connection))) return false;
    // The body of an error has its own stream, or none.
    InputStream body =
        status < 400 ? connection.getInputStream() : connection.getErrorStream();
    if (body == null) return true;
    try {
      return copy(body, answer, deadline, length(connection, status));
    } finally {
      body.close();
    }
  }

  private static int status(HttpURLConnection connection) throws IOException {
    try {
      return connection.getResponseCode();
    } catch (HttpRetryException problem) {
      // The JDK cannot add credentials after it has sent a body.
      return problem.responseCode();
    }
  }

  /** Passes a body of {@code length} bytes on, or of any length if that is negative. */
  private static boolean copy(
      InputStream body, TransportAnswer answer, Deadline deadline, long length)
      throws IOException {
    byte[] part = new byte[PART_SIZE];
    long received = 0;
    int count;
    while ((count = body.read(part)) >= 0) {
      deadline.check();
      received += count;
      if (!answer.body(part, 0, count)) return false;
    }
    // The JDK does not report a connection that ends before the announced length.
    if (received < length) {
      throw new EOFException("the connection ended after " + received + " of " + length + " bytes");
    }
    return true;
  }

  private static List<HeaderField> fields(HttpURLConnection connection) {
    List<HeaderField> fields = new ArrayList<HeaderField>();
    // Field 0 can be the status line, which has no name.
    for (int index = 0; ; index++) {
      String name = connection.getHeaderFieldKey(index);
      String value = connection.getHeaderField(index);
      if (value == null && index > 0) return fields;
      if (name != null && value != null) fields.add(new HeaderField(name, value));
    }
  }

  /** Returns the announced length of a body, or -1 if there is none. */
  private static long length(HttpURLConnection connection, int status) {
    // getContentLengthLong() needs Android 7.
    String text = connection.getHeaderField("Content-Length");
    if (text == null || status == HttpURLConnection.HTTP_NOT_MODIFIED) return -1;
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException problem) {
      return -1;
    }
  }

  /** The time by which an answer must have arrived. */
  private static final class Deadline {
    private final long end;

    Deadline(int milliseconds) {
      end = System.nanoTime() + milliseconds * 1_000_000L;
    }

    /** Returns the remaining milliseconds, at least 1 and at most {@code limit}. */
    int remaining(int limit) {
      return (int) Math.max(1, Math.min(limit, (end - System.nanoTime()) / 1_000_000));
    }

    /** Throws if the time is over or the thread is interrupted. */
    void check() throws IOException {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("the thread was interrupted");
      }
      if (System.nanoTime() - end > 0) {
        throw new SocketTimeoutException("the answer did not arrive in time");
      }
    }
  }
}
