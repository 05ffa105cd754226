package com.eros.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Performs a request on another thread, so that the thread of the request leaves at its deadline.
 *
 * <p>The time limits of a connection begin again with each byte, and a thread that reads a header
 * or a chunk extension cannot be interrupted.
 */
final class ConnectionReader implements Runnable {
  private static final int PART_SIZE = 16_384;

  /** The longest time in milliseconds until a cancellation ends the request. */
  private static final long SLICE = 500;

  /** The event after the last part of an answer. */
  private static final Object END = new Object();

  private final HttpURLConnection connection;
  private final byte[] body;
  /** Whether the platform may use the connection of an earlier response. */
  private final boolean isOld;

  /** The next event: a {@link ResponseHead}, a part of the body, {@link #END} or a {@link Throwable}. */
  private final BlockingQueue<Object> events = new ArrayBlockingQueue<Object>(1);

  private volatile boolean hasEnded;
  /** Whether a response has arrived, so that the platform may keep its connection. */
  boolean hasHead;
  /** True if something other than a response arrived first on an old connection. */
  boolean hasSurplus;

  ConnectionReader(HttpURLConnection connection, byte[] body, boolean isOld) {
    this.connection = connection;
    this.body = body;
    this.isOld = isOld;
  }

  // The thread of the request.

  /** Passes the answer on until a time of {@link HttpReader#clock}, and returns whether it is complete. */
  boolean passOn(TransportResponse answer, long deadline) throws IOException {
    try {
      while (true) {
        Object event = next(answer, deadline);
        if (event == null) return false;
        if (event == END) return true;
        if (!passOn(event, answer)) return false;
      }
    } finally {
      hasEnded = true;
      events.clear();
    }
  }

  /** Waits for the next event, and returns {@code null} if the request ends before. */
  private Object next(TransportResponse answer, long deadline) throws IOException {
    try {
      while (answer.isAwaited()) {
        // An event that has arrived is not passed on after the deadline, so a slow app ends as well.
        long remaining = deadline - HttpReader.clock();
        if (remaining <= 0) throw new SocketTimeoutException("the answer did not arrive in time");
        Object event = events.poll(Math.min(remaining, SLICE), TimeUnit.MILLISECONDS);
        if (event != null) return event;
      }
      return null;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the thread was interrupted");
    }
  }

  /** Passes an event on, and returns whether another one is wanted. */
  private boolean passOn(Object event, TransportResponse answer) throws IOException {
    // Nobody interrupts the other thread, but a client of the platform calls its time limits so.
    if (event instanceof InterruptedIOException && !(event instanceof SocketTimeoutException)) {
      SocketTimeoutException problem = new SocketTimeoutException("the HTTP client reports an interruption");
      problem.initCause((IOException) event);
      throw problem;
    }
    if (isUnexpected(event)) return refuse("it has no status line", answer);
    if (event instanceof IOException) throw (IOException) event;
    // Clients of Android throw both because of faults in their state or of the server.
    if (event instanceof RuntimeException || event instanceof AssertionError) {
      throw new IOException((Throwable) event);
    }
    // The JDK calls itself for each informational response, and keeps fields of any length.
    if (event instanceof VirtualMachineError) return refuse("too many informational responses or fields", answer);
    if (event instanceof Error) throw (Error) event;
    if (event instanceof ResponseHead) {
      ResponseHead head = (ResponseHead) event;
      hasHead = true;
      return answer.head(head.status, head.fields);
    }
    byte[] part = (byte[]) event;
    return answer.body(part, 0, part.length);
  }

  /** Returns whether a response does not begin as HTTP: the JDK has no status for it, and Android throws. */
  private static boolean isUnexpected(Object event) {
    if (event instanceof ResponseHead) return ((ResponseHead) event).status < 0;
    if (!(event instanceof ProtocolException)) return false;
    String message = ((ProtocolException) event).getMessage();
    return message != null && message.startsWith("Unexpected status line");
  }

  /**
   * Ends the request, because the response is not HTTP.
   *
   * <p>The platform does not notice bytes that a server sends after a response, and reads them as the next one.
   */
  private boolean refuse(String problem, TransportResponse answer) {
    hasSurplus = isOld;
    return !isOld && answer.stop(problem);
  }

  // The other thread.

  @Override
  public void run() {
    // The second run ends a request that is not complete.
    if (hasEnded) {
      disconnect();
      return;
    }
    boolean isComplete = false;
    try {
      send();
      receive();
      isComplete = true;
      put(END);
    } catch (IOException | RuntimeException | Error problem) {
      try {
        put(problem);
      } catch (IOException ended) {
        // The request has ended.
      }
    } finally {
      // A complete answer leaves the connection to the next request.
      if (!isComplete) disconnect();
    }
  }

  private void disconnect() {
    try {
      connection.disconnect();
    } catch (RuntimeException | AssertionError problem) {
      // The request has ended, and an exception of this thread would end the app.
    }
  }

  /** Waits until the previous event is taken, and passes on the next one. */
  private void put(Object event) throws IOException {
    if (hasEnded) throw new InterruptedIOException("the request has ended");
    try {
      events.put(event);
    } catch (InterruptedException interrupted) {
      throw new InterruptedIOException("the thread was interrupted");
    }
  }

  /** Connects, and sends the body, if there is one. */
  private void send() throws IOException {
    if (body != null) {
      connection.setDoOutput(true);
      // Without a fixed length, the JDK sends the request again if the connection ends.
      connection.setFixedLengthStreamingMode(body.length);
    }
    connect();
    if (body == null) return;
    try (OutputStream output = connection.getOutputStream()) {
      output.write(body);
    }
  }

  /** Connects before the request, so that a failure of TLS differs from a connection that ends later. */
  private void connect() throws IOException {
    try {
      connection.connect();
    } catch (SSLException problem) {
      SSLHandshakeException failure = new SSLHandshakeException("the TLS connection failed");
      failure.initCause(problem);
      throw failure;
    }
  }

  private void receive() throws IOException {
    int status = status();
    ResponseHead head = new ResponseHead(status, fields(), null);
    put(head);
    // The body of an error has its own stream, or none.
    InputStream input = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    if (input == null) return;
    try {
      copy(input, head.bodyLength());
    } finally {
      input.close();
    }
  }

  private int status() throws IOException {
    try {
      return connection.getResponseCode();
    } catch (HttpRetryException problem) {
      // The JDK cannot add credentials after it has sent a body.
      return problem.responseCode();
    }
  }

  /** Passes a body on; the answer compares its length with the head, because the JDK does not. */
  private void copy(InputStream input, long length) throws IOException {
    byte[] part = new byte[PART_SIZE];
    long received = 0;
    int count;
    while ((count = input.read(part)) >= 0) {
      received += count;
      // The JDK reads on after the body, and would use the connection again.
      if (length >= 0 && received > length) disconnect();
      put(Arrays.copyOf(part, count));
    }
  }

  private List<HeaderField> fields() {
    List<HeaderField> fields = new ArrayList<HeaderField>();
    // Field 0 can be the status line, which has no name.
    for (int index = 0; ; index++) {
      String name = connection.getHeaderFieldKey(index);
      String value = connection.getHeaderField(index);
      if (value == null && index > 0) return fields;
      if (name != null && value != null) fields.add(new HeaderField(name, value));
    }
  }
}
