package com.eros.device;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import javax.net.ssl.SSLException;

/** The requests and the progress of one fetch. */
final class Exchange {
  // The values of eros_exchange_result.
  private static final int OK = 0;
  private static final int CANNOT_RESOLVE = 1;
  private static final int CANNOT_CONNECT = 2;
  private static final int TLS_FAILURE = 3;
  private static final int TIMED_OUT = 4;
  private static final int CLOSED_EARLY = 5;
  private static final int FAILED = 6;
  private static final int CANCELLED = 7;

  private final ErosDevice device;
  private final Transport transport;
  private final FetchProgress progress;
  private IOException failure;

  Exchange(ErosDevice device, Transport transport, FetchProgress progress) {
    this.device = device;
    this.transport = transport;
    this.progress = progress;
  }

  /** Shows a step, which is an {@code eros_fetch_step}. */
  void show(int step, long received, long total) {
    if (progress != null) progress.show(FetchStep.values()[step], received, total);
  }

  /** Returns the exception of the last request, or {@code null} if it succeeded. */
  IOException failure() {
    return failure;
  }

  /** Performs a request, and returns an {@code eros_exchange_result}. */
  int perform(TransportRequest request, TransportResponse answer) {
    failure = null;
    // The device may have been closed before the library knew of this fetch.
    if (device.isClosed()) return CANCELLED;
    try {
      transport.exchange(request, answer);
      return OK;
    } catch (IOException problem) {
      failure = problem;
      return result(problem);
    } finally {
      answer.end();
    }
  }

  private static int result(IOException problem) {
    if (problem instanceof UnknownHostException) return CANNOT_RESOLVE;
    if (problem instanceof ConnectException || problem instanceof NoRouteToHostException) {
      return CANNOT_CONNECT;
    }
    if (problem instanceof SSLException) return TLS_FAILURE;
    if (problem instanceof SocketTimeoutException) return TIMED_OUT;
    // SocketTimeoutException is a subclass of InterruptedIOException.
    if (problem instanceof InterruptedIOException
        || problem instanceof ClosedByInterruptException) {
      return CANCELLED;
    }
    if (problem instanceof EOFException || problem instanceof SocketException) return CLOSED_EARLY;
    return FAILED;
  }
}
