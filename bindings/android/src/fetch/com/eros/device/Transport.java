package com.eros.device;

import java.io.IOException;

/**
 * The HTTP client of a host, such as {@link UrlConnectionTransport}.
 *
 * <p>It does not follow redirects, decompress, cache, store cookies or add credentials: the library
 * checks redirects, lengths and digests itself.
 */
public interface Transport {
  /**
   * Performs one request: calls {@link TransportResponse#head} once and {@link TransportResponse#body}
   * for each part of the body, until one returns {@code false}.
   *
   * <p>It is called on the thread that called {@link ErosDevice#fetch}, one request at a time.
   *
   * @param request the request
   * @param answer the receiver of the answer
   * @throws IOException if the request fails. The library repeats some requests; the last exception
   *     is the cause of the {@link ErosException}. A {@link java.io.InterruptedIOException} other
   *     than a {@link java.net.SocketTimeoutException} cancels the fetch, so a client whose time limit
   *     of a call throws one, such as OkHttp, must not set that limit or must throw a {@link
   *     java.net.SocketTimeoutException} instead. Any other exception ends the fetch, which throws
   *     it unchanged.
   */
  void exchange(TransportRequest request, TransportResponse answer) throws IOException;
}
