package com.eros.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The receiver of an answer, which passes it to the library.
 *
 * <p>It may be used only during the call of {@link Transport#exchange}, on the thread of that call.
 */
public final class TransportResponse {
  /** The maximum number of bytes of the header fields. */
  private static final int MAXIMUM_FIELDS = 64 << 10;
  /** The limits for a body that nobody needs. A shorter one is read, so that the next request uses the connection. */
  private static final int MAXIMUM_UNUSED = 16 << 10;
  private static final long UNUSED_TIME = 1000;
  private final Thread thread = Thread.currentThread();
  private final HttpReader reader;
  private final WebAddress address;
  /** The time by which the response must have arrived. */
  private final long deadline;
  /** The time by which the head must have arrived if the client tells while it waits. */
  private final long headDeadline;
  /** Whether a redirect is not passed on. */
  private final boolean followsRedirects;
  private final ResponseReceiver receiver;
  private ResponseHead head;
  private boolean isReceiving;
  /** Whether nobody needs the body, and the time by which it must have arrived. */
  private boolean isUnused;
  private long unusedDeadline;
  private long count;
  /** The exception that ended the request, or {@code null}. */
  private Throwable failure;
  private boolean hasEnded;

  TransportResponse(
      HttpReader reader, WebAddress address, long deadline, long headDeadline, boolean followsRedirects,
      ResponseReceiver receiver) {
    this.reader = reader;
    this.address = address;
    this.deadline = deadline;
    this.headDeadline = headDeadline;
    this.followsRedirects = followsRedirects;
    this.receiver = receiver;
  }

  /**
   * Passes on the status and the header fields; call it once, before the body.
   *
   * @param status the status, such as 200
   * @param fields the header fields
   * @return whether to continue; otherwise close the connection and return
   * @throws IllegalStateException if the request has ended, or on another thread
   */
  public boolean head(int status, List<HeaderField> fields) {
    check();
    if (failure != null || head != null) {
      isUnused = false;
      return stop("a second head");
    }
    if (length(fields) > MAXIMUM_FIELDS) return stop("more than " + (MAXIMUM_FIELDS >> 10) + " KiB of header fields");
    try {
      reader.checkTime(address, deadline);
      head = new ResponseHead(status, new ArrayList<HeaderField>(fields), address);
      isReceiving = !(followsRedirects && head.isRedirect()) && receiver.head(head);
      if (!isReceiving) return beginUnusedBody();
    } catch (ErosException | RuntimeException | Error problem) {
      failure = problem;
      isReceiving = false;
    }
    return isReceiving;
  }

  /** Returns whether to read a body that nobody needs. */
  private boolean beginUnusedBody() {
    if (head.bodyLength() > MAXIMUM_UNUSED) return false;
    isUnused = true;
    unusedDeadline = Math.min(deadline, HttpReader.clock() + UNUSED_TIME);
    return true;
  }

  /**
   * Passes on the next bytes of the body.
   *
   * @param bytes an array that contains the bytes, which the library copies
   * @param offset the index of the first byte
   * @param length the number of bytes
   * @return whether to continue; otherwise close the connection and return
   * @throws IndexOutOfBoundsException if the array does not have these bytes
   * @throws IllegalStateException if the request has ended, or on another thread
   */
  public boolean body(byte[] bytes, int offset, int length) {
    if (offset < 0 || length < 0 || length > bytes.length - offset) {
      throw new IndexOutOfBoundsException(
          "offset " + offset + " and length " + length + " in " + bytes.length + " bytes");
    }
    check();
    if (failure != null) return false;
    if (head == null) return stop("a body without a head");
    count += length;
    // Some clients pass on bytes after the body, and would use their connection again.
    boolean isTooLong = head.bodyLength() >= 0 && count > head.bodyLength();
    if (isUnused) return !isTooLong && count <= MAXIMUM_UNUSED && isAwaited();
    if (!isReceiving) return false;
    if (isTooLong) return stop("the body is longer than 'Content-Length'");
    try {
      reader.checkTime(address, deadline);
      receiver.body(bytes, offset, length);
    } catch (ErosException | RuntimeException | Error problem) {
      failure = problem;
      isReceiving = false;
    }
    return isReceiving;
  }

  private void check() {
    if (Thread.currentThread() != thread) {
      throw new IllegalStateException("an answer belongs to the thread of its request");
    }
    if (hasEnded) throw new IllegalStateException("the request has ended");
  }

  private static long length(List<HeaderField> fields) {
    long length = 0;
    for (HeaderField field : fields) length += field.getName().length() + field.getValue().length() + ": \r\n".length();
    return length;
  }

  /** Returns whether the request goes on while nothing arrives: it is not cancelled, and its time is not over. */
  boolean isAwaited() {
    if (failure != null) return false;
    if (isUnused) return HttpReader.clock() < unusedDeadline && !reader.isCancelled();
    try {
      reader.checkTime(address, head == null ? headDeadline : deadline);
      return true;
    } catch (ErosException problem) {
      failure = problem;
      isReceiving = false;
      return false;
    }
  }

  /** Ends the request, because the server or the client of the host violates the protocol; returns {@code false}. */
  boolean stop(String problem) {
    if (failure == null && !isUnused) failure = TransportException.malformedResponse(address, problem);
    isReceiving = false;
    return false;
  }

  /** Ends the request; the client of the host can no longer use this object. */
  void end() {
    hasEnded = true;
  }

  /**
   * Returns the head of the response after the request.
   *
   * @param problem the exception of the client, or {@code null}
   * @throws ErosException the error that ended the request; an exception of the host is thrown unchanged
   */
  ResponseHead finish(IOException problem) throws ErosException {
    if (failure instanceof ErosException) throw (ErosException) failure;
    if (failure instanceof RuntimeException) throw (RuntimeException) failure;
    if (failure instanceof Error) throw (Error) failure;
    // The head is complete, however a body ends that nobody needs.
    if (isUnused) return head;
    if (problem != null) throw TransportException.of(problem, address);
    if (head == null) throw TransportException.malformedResponse(address, "it has no head");
    if (isReceiving) checkLength();
    return head;
  }

  private void checkLength() throws TransportException {
    if (count < head.bodyLength()) throw TransportException.closedEarly(address);
  }
}
