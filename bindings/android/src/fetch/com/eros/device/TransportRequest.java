package com.eros.device;

import java.util.List;

/** A request that a {@link Transport} performs. */
public final class TransportRequest {
  private final String method;
  private final String url;
  private final List<HeaderField> fields;
  private final byte[] body;
  private final int timeout;

  TransportRequest(
      String method, String url, List<HeaderField> fields, byte[] body, int timeout) {
    this.method = method;
    this.url = url;
    this.fields = fields;
    this.body = body;
    this.timeout = timeout;
  }

  /**
   * Returns the method.
   *
   * @return {@code "GET"}, or {@code "POST"} for reports
   */
  public String getMethod() {
    return method;
  }

  /**
   * Returns the URL.
   *
   * @return a URL of the scheme {@code http} or {@code https}
   */
  public String getUrl() {
    return url;
  }

  /**
   * Returns the header fields, without {@code Host} and {@code Connection}.
   *
   * @return the fields, in a list that cannot be changed
   */
  public List<HeaderField> getFields() {
    return fields;
  }

  /**
   * Returns the body.
   *
   * @return the body of a {@code POST}, of at most 16 KB, or {@code null}
   */
  public byte[] getBody() {
    return body == null ? null : body.clone();
  }

  /**
   * Returns the time within which the complete response must have arrived.
   *
   * @return the time in milliseconds
   */
  public int getTimeout() {
    return timeout;
  }
}
