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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Performs a request on another thread, so that the thread of the request leaves at its deadline.
 *
 * <p>The time limits of a connection begin again with each byte, and a thread that reads a header
 * or a chunk extension cannot be interrupted.
 */
final class ConnectionReader implements Runnable {
  private static final int PART_SIZE = 16_384;

  /** The event after the last part of an answer. */
  private static final Object END = new Object();

  private final HttpURLConnection connection;
  private final byte[] body;

  /** The next event: a {@link ResponseHead}, a part of the body, {@link #END} or a {@link Throwable}. */
  private final BlockingQueue<Object> events = new ArrayBlockingQueue<Object>(1);

  private volatile boolean hasEnded;

  ConnectionReader(HttpURLConnection connection, byte[] body) {
    this.connection = connection;
    this.body = body;
  }

  // The thread of the request.

  /** Passes the answer on until a time of {@link HttpReader#clock}, and returns whether it is complete. */
  boolean passOn(TransportResponse answer, long deadline) throws IOException {
    try {
      while (true) {
        Object event = next(deadline);
        if (event == END) return true;
        if (!passOn(event, answer)) return false;
      }
    } finally {
      hasEnded = true;
      events.clear();
    }
  }

  private Object next(long deadline) throws IOException {
    try {
      // An event that has arrived is not passed on after the deadline, so a slow app ends as well.
      long remaining = deadline - HttpReader.clock();
      Object event = remaining > 0 ? events.poll(remaining, TimeUnit.MILLISECONDS) : null;
      if (event != null) return event;
      throw new SocketTimeoutException("the answer did not arrive in time");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the thread was interrupted");
    }
  }

  /** Passes an event on, and returns whether another one is wanted. */
  private static boolean passOn(Object event, TransportResponse answer) throws IOException {
    if (event instanceof IOException) throw (IOException) event;
    if (event instanceof RuntimeException) throw (RuntimeException) event;
    // The JDK calls itself for each informational response, and keeps fields of any length.
    if (event instanceof VirtualMachineError) {
      throw new ProtocolException("too many informational responses or fields");
    }
    if (event instanceof Error) throw (Error) event;
    if (event instanceof ResponseHead) {
      ResponseHead head = (ResponseHead) event;
      return answer.head(head.status, head.fields);
    }
    byte[] part = (byte[]) event;
    return answer.body(part, 0, part.length);
  }

  // The other thread.

  @Override
  public void run() {
    // The second run ends a request that is not complete.
    if (hasEnded) {
      connection.disconnect();
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
      if (!isComplete) connection.disconnect();
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

  /** Sends the body, if there is one. */
  private void send() throws IOException {
    if (body == null) return;
    connection.setDoOutput(true);
    // Without a fixed length, the JDK sends the request again if the connection ends.
    connection.setFixedLengthStreamingMode(body.length);
    try (OutputStream output = connection.getOutputStream()) {
      output.write(body);
    }
  }

  private void receive() throws IOException {
    int status = status();
    if (status < 0) throw new ProtocolException("the answer is not HTTP");
    put(new ResponseHead(status, fields(), null));
    // The body of an error has its own stream, or none.
    InputStream input = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    if (input == null) return;
    try {
      copy(input, length(status));
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

  /** Passes a body of {@code length} bytes on, or of any length if that is negative. */
  private void copy(InputStream input, long length) throws IOException {
    byte[] part = new byte[PART_SIZE];
    long received = 0;
    int count;
    while ((count = input.read(part)) >= 0) {
      received += count;
      put(Arrays.copyOf(part, count));
    }
    // The JDK does not report a connection that ends before the announced length.
    if (received < length) {
      throw new EOFException("the connection ended after " + received + " of " + length + " bytes");
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

  /** Returns the announced length of a body, or -1 if there is none. */
  private long length(int status) {
    // getContentLengthLong() needs Android 7.
    String text = connection.getHeaderField("Content-Length");
    if (text == null || status == HttpURLConnection.HTTP_NOT_MODIFIED) return -1;
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException problem) {
      return -1;
    }
  }
}
