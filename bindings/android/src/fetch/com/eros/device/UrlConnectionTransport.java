package com.eros.device;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.URL;
import java.net.URLConnection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * An HTTP client over {@link HttpURLConnection}, for Android and the JDK.
 *
 * <p>The time limit of a request and an interruption of its thread end the request, whatever the
 * server sends. {@link ErosDevice#cancel} ends it after at most half a second. The
 * client reads connections on daemon threads. With the JDK, a thread that reads a line of a header
 * or of a chunk ends only after this line, and a connection closes only after the rest of a body, if
 * that is at most 512 KB.
 *
 * <p>The library refuses more than 64 KiB of header fields, but the platform reads them before: the
 * current JDKs up to 384 KiB, and Android without a limit of its own, so there the time limit of the
 * head ends them. Informational responses, trailers and chunk extensions are limited only by time.
 *
 * <p>A response that is not HTTP ends the fetch. If the connection may be an old one, the client
 * first repeats the request once: the platform does not notice bytes after a response, and takes
 * them for the next one.
 *
 * <p>Subclasses override {@link #open} to set a proxy or a socket factory. Hosts that set a {@link
 * java.net.CookieHandler} or a {@link java.net.Authenticator} for the process should use another
 * client, because this one then sends cookies and credentials.
 */
public class UrlConnectionTransport implements Transport {
  /** The maximum number of origins, because a redirect can name any host. */
  private static final int MAXIMUM_ORIGINS = 64;

  /** The origins that have sent a response, so that the platform may use their connection again. */
  private static final Set<String> origins = Collections.synchronizedSet(new HashSet<String>());

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
  public void exchange(TransportRequest request, TransportResponse answer) throws IOException {
    long deadline = HttpReader.clock() + request.getTimeout();
    URL url = new URL(request.getUrl());
    String origin = url.getProtocol() + "://" + url.getAuthority();
    boolean isOld = request.getBody() == null && origins.contains(origin);
    ConnectionReader reader = reader(url, request, isOld);
    try {
      exchange(reader, answer, deadline);
      if (reader.hasSurplus) {
        reader = reader(url, request, false);
        exchange(reader, answer, deadline);
      }
    } finally {
      remember(origin, reader.hasHead);
    }
  }

  private ConnectionReader reader(URL url, TransportRequest request, boolean isOld)
      throws IOException {
    HttpURLConnection connection = open(url);
    configure(connection, request);
    int limit = Math.min(stallLimit, request.getTimeout());
    connection.setConnectTimeout(limit);
    connection.setReadTimeout(limit);
    return new ConnectionReader(connection, request.getBody(), isOld);
  }

  private static void exchange(ConnectionReader reader, TransportResponse answer, long deadline)
      throws IOException {
    start(reader);
    boolean isComplete = false;
    try {
      isComplete = reader.passOn(answer, deadline);
    } finally {
      // On another thread, because the JDK waits until a part of the answer is read.
      if (!isComplete) start(reader);
    }
  }

  /** Records whether an origin has sent a response. */
  private static void remember(String origin, boolean hasHead) {
    if (hasHead) {
      if (origins.size() >= MAXIMUM_ORIGINS) origins.clear();
      origins.add(origin);
    } else {
      origins.remove(origin);
    }
  }

  private static void start(ConnectionReader reader) {
    Thread thread = new Thread(reader, "eros-connection");
    thread.setDaemon(true);
    thread.start();
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
}
