package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A read-only store on a web server or a CDN, over the HTTP client of the host.
 *
 * <p>An object is missing if the server responds with 404, 403 or 410; object stores respond with 403 if a reader lacks
 * permission to list. Temporary failures are repeated. An interrupted download continues after the last byte only if
 * the server sends a strong entity tag, because the tag proves that the remaining bytes belong to the same contents.
 */
final class HttpReader {
  private static final int MAXIMUM_REDIRECTS = 5;
  /** The number of bytes that count as progress of an interrupted download. */
  private static final long PROGRESS_LENGTH = 64 << 10;
  private static final String GET = "GET";

  /** The time limits of requests in milliseconds, and the rules for repeating them. */
  static final class Limits {
    /** The maximum time for a metadata file, including repeated requests. */
    long metadataTime = 60_000;
    /** The maximum time for a bundle or a patch, in addition to the time for its bytes. */
    long downloadTime = 120_000;
    /** The minimum download rate in bytes per second. */
    long minimumRate = 4096;
    /** The maximum time for usage reports. */
    long reportTime = 5000;
    /** The maximum number of tries of one request. */
    int tries = 5;
    /** The maximum total time of the pauses of one request. */
    long pauses = 30_000;
    long firstPause = 200;
    /** The maximum length of a pause, unless the server asks for a longer one. */
    long maximumPause = 10_000;
  }

  /** The URL of the store. */
  final WebAddress address;
  /** The number of requests, including repeated and redirected ones. */
  int requests;
  /** The number of received bytes of bodies. */
  long receivedBytes;
  private final Transport transport;
  private final Limits limits;
  private final Cancellation cancellation;

  HttpReader(WebAddress address, Transport transport, Limits limits, Cancellation cancellation) {
    this.address = address;
    this.transport = transport;
    this.limits = limits;
    this.cancellation = cancellation;
  }

  /** Returns the time of a clock that is never set, in milliseconds. */
  static long clock() {
    return System.nanoTime() / 1_000_000;
  }

  // Small objects

  /**
   * Reads an object into memory.
   *
   * @param key the name of the object, which is not percent-encoded
   * @param limit the maximum length, in bytes
   * @param known the version that the caller has, or {@code null} to read the object in any case
   */
  MetadataSource.Response read(String key, final int limit, String known) throws ErosException {
    WebAddress object = address.appending(key);
    boolean isConditional = ResponseHead.isTag(known);
    List<HeaderField> fields = new ArrayList<HeaderField>();
    if (isConditional) fields.add(new HeaderField("If-None-Match", known));
    long deadline = clock() + limits.metadataTime;
    Retries retries = new Retries(deadline);
    while (true) {
      TransportException failure;
      long pause = 0;
      Memory memory = new Memory(limit);
      try {
        ResponseHead head = send(object, fields, deadline, memory);
        if (memory.isTooLong) return MetadataSource.Response.TOO_LONG;
        if (head.isDenied()) return MetadataSource.Response.DENIED;
        if (head.isMissing()) return MetadataSource.Response.MISSING;
        if (head.status == 304 && isConditional) return MetadataSource.Response.UNCHANGED;
        if (head.status == 200) {
          return MetadataSource.Response.of(memory.bytes.toByteArray(), head.comparableVersion());
        }
        failure = head.temporaryFailure();
        pause = head.requestedPause();
      } catch (TransportException error) {
        if (memory.isTooLong) return MetadataSource.Response.TOO_LONG;
        if (!error.isTemporary) throw error;
        failure = error;
      }
      retries.pause(failure, pause);
    }
  }

  /** Keeps the body of a response with the status 200. */
  private final class Memory implements ResponseReceiver {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int limit;
    boolean isTooLong;

    Memory(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean head(ResponseHead head) throws TransportException {
      if (head.status != 200) return false;
      head.checkEncoding();
      isTooLong = head.bodyLength() > limit;
      return !isTooLong;
    }

    @Override
    public void body(byte[] part, int offset, int length) throws TransportException {
      receivedBytes += length;
      isTooLong = length > limit - bytes.size();
      if (isTooLong) throw TransportException.tooMuchData(address, limit);
      bytes.write(part, offset, length);
    }
  }

  // Downloads

  /**
   * Downloads an object, or continues an earlier download of the same version.
   *
   * @return whether the object exists; if so, the download is complete
   */
  boolean download(String key, Download download) throws ErosException {
    WebAddress object = address.appending(key);
    long seconds = download.length / Math.max(1, limits.minimumRate);
    long deadline = clock() + limits.downloadTime + seconds * 1000;
    Retries retries = new Retries(deadline);
    while (!download.isComplete()) {
      long start = download.nextOffset();
      TransportException failure;
      long pause = 0;
      try {
        Part part = new Part(download);
        ResponseHead head = send(object, part.fields(), deadline, part);
        if (head.isDenied()) throw FetchException.missing(download.path, head.status);
        if (head.isMissing()) return false;
        if (head.isTemporaryFailure()) {
          failure = head.temporaryFailure();
          pause = head.requestedPause();
        } else {
          if (download.isComplete()) return true;
          if (!part.isReceived) continue;
          failure = TransportException.closedEarly(head.address);
        }
      } catch (TransportException error) {
        if (!error.isTemporary) throw error;
        // After the last byte, the digest is decisive, however the connection ended.
        if (download.isComplete()) return true;
        failure = error;
      }
      download.failed(failure);
      if (download.nextOffset() - start >= PROGRESS_LENGTH) retries = new Retries(deadline);
      retries.pause(failure, pause);
    }
    return true;
  }

  /** A request for the missing bytes of a download, and its response. */
  private final class Part implements ResponseReceiver {
    private final Download download;
    private final long offset;
    private final String version;
    /** Whether the response contains bytes of the object. */
    boolean isReceived;

    Part(Download download) {
      this.download = download;
      offset = download.nextOffset();
      version = download.version();
    }

    List<HeaderField> fields() {
      List<HeaderField> fields = new ArrayList<HeaderField>();
      boolean isContinued = offset > 0 && ResponseHead.isTag(version) && version.startsWith("\"");
      if (!isContinued) return fields;
      fields.add(new HeaderField("Range", "bytes=" + offset + "-"));
      fields.add(new HeaderField("If-Range", version));
      return fields;
    }

    @Override
    public boolean head(ResponseHead head) throws ErosException {
      if (head.isMissing() || head.isTemporaryFailure()) return false;
      if (head.status == 200) {
        head.checkEncoding();
        // The server does not support ranges, or the object no longer matches `If-Range`.
        isReceived = download.begin(0, head.contentLength(), head.version());
      } else if (head.status == 206) {
        head.checkEncoding();
        long[] range = head.contentRange();
        boolean isExpected = offset > 0 && range != null && range[0] == offset
            && (head.version() == null || head.version().equals(version));
        if (isExpected) {
          isReceived = download.begin(offset, range[1], version);
        } else {
          download.refuseRange();
        }
      } else if (head.status == 416 && offset > 0) {
        download.refuseRange();
      } else {
        throw TransportException.unexpectedStatus(head.address, head.status);
      }
      return isReceived;
    }

    @Override
    public void body(byte[] bytes, int start, int length) throws ErosException {
      receivedBytes += length;
      download.append(bytes, start, length);
    }
  }

  // Reports

  /**
   * Sends reports in one attempt.
   *
   * @return whether the reports are done: the server has accepted them, or will never accept them
   */
  boolean post(byte[] body) {
    final int[] status = new int[1];
    try {
      List<HeaderField> fields = Collections.singletonList(new HeaderField("Content-Type", "application/json"));
      exchange(
          "POST", address, fields, body, clock() + limits.reportTime, false,
          new ResponseReceiver() {
            @Override
            public boolean head(ResponseHead head) {
              status[0] = head.status;
              return false;
            }

            @Override
            public void body(byte[] bytes, int offset, int length) {}
          });
    } catch (ErosException error) {
      return false;
    }
    boolean isRefused = status[0] >= 400 && status[0] < 500 && status[0] != 408 && status[0] != 429;
    return isRefused || status[0] >= 200 && status[0] < 300;
  }

  // Requests

  /** Sends a GET, and follows redirects: at most five, and never from {@code https} to {@code http}. */
  private ResponseHead send(WebAddress object, List<HeaderField> fields, long deadline, ResponseReceiver receiver)
      throws ErosException {
    WebAddress target = object;
    for (int redirects = 0;; redirects++) {
      requests++;
      ResponseHead head = exchange(GET, target, fields, null, deadline, true, receiver);
      if (!head.isRedirect()) return head;
      if (redirects == MAXIMUM_REDIRECTS) {
        throw TransportException.badRedirect(target, "redirects more than " + MAXIMUM_REDIRECTS + " times");
      }
      // The fields contain no credentials, so each server may see them.
      target = redirected(target, head.field("Location")).redirectedFrom(object);
    }
  }

  private static WebAddress redirected(WebAddress from, String location) throws TransportException {
    if (location == null) throw TransportException.badRedirect(from, "redirects without a 'Location'");
    WebAddress target;
    try {
      target = from.resolving(location);
    } catch (TransportException error) {
      throw TransportException.badRedirect(
          from, "redirects to an address that is not a valid 'http' or 'https' URL");
    }
    if (from.isSecure && !target.isSecure) {
      throw TransportException.badRedirect(from, "redirects from 'https' to 'http'");
    }
    return target;
  }

  /** Sends one request and passes on its response, unless it is a redirect to follow. */
  private ResponseHead exchange(
      String method, WebAddress target, List<HeaderField> fields, byte[] body, long deadline, boolean followsRedirects,
      ResponseReceiver receiver) throws ErosException {
    checkTime(target, deadline);
    int timeout = (int) Math.min(Math.max(1, deadline - clock()), Integer.MAX_VALUE);
    TransportRequest request =
        new TransportRequest(method, target.text(), Collections.unmodifiableList(fields), body, timeout);
    // The time for the bytes of a download is not a time for its head.
    long headDeadline = Math.min(deadline, clock() + limits.metadataTime);
    TransportResponse response =
        new TransportResponse(this, target, deadline, headDeadline, followsRedirects, receiver);
    IOException problem = null;
    try {
      transport.exchange(request, response);
    } catch (IOException error) {
      problem = error;
    } finally {
      response.end();
    }
    return response.finish(problem);
  }

  /**
   * Throws if the fetch is cancelled, or after the deadline: the client of a host may only limit the time between two
   * parts.
   */
  void checkTime(WebAddress target, long deadline) throws ErosException {
    cancellation.check();
    if (clock() >= deadline) throw TransportException.timedOut(target);
  }

  boolean isCancelled() {
    return cancellation.isCancelled();
  }

  /** The tries of one request. */
  private final class Retries {
    private final long deadline;
    private int tries = 1;
    private long waited;

    Retries(long deadline) {
      this.deadline = deadline;
    }

    /**
     * Waits for a random time before the next try, so that clients that failed at the same time do not retry at the
     * same time.
     *
     * @throws TransportException {@code error} if all tries are used, or if the pause would end after the deadline
     */
    void pause(TransportException error, long minimum) throws ErosException {
      long limit = Math.min(limits.maximumPause, limits.firstPause << Math.min(tries - 1, 20));
      long pause = Math.max((long) (limit * Math.random()), minimum);
      boolean isLast = tries >= limits.tries || waited + pause > limits.pauses || clock() + pause >= deadline;
      if (isLast) throw error;
      waited += pause;
      tries++;
      cancellation.pause(pause);
    }
  }
}
