package com.eros.device;

/** The metadata folder of a store. */
interface MetadataSource {
  /** The response to a request. */
  final class Response {
    /** The server lacks the file. */
    static final Response MISSING = new Response(null);
    /** The server lacks the file or denies access to it: it responded with 403. */
    static final Response DENIED = new Response(null);
    /** The file is longer than the request permits. */
    static final Response TOO_LONG = new Response(null);

    private final byte[] bytes;

    private Response(byte[] bytes) {
      this.bytes = bytes;
    }

    static Response of(byte[] bytes) {
      return new Response(bytes);
    }

    boolean isMissing() {
      return this == MISSING || this == DENIED;
    }

    /** Returns the contents of the file {@code path} of at most {@code limit} bytes, or throws. */
    byte[] bytes(String path, int limit) throws TrustException {
      if (isMissing()) throw TrustException.missing(path, this == DENIED);
      if (bytes == null || bytes.length > limit) throw TrustException.tooLong(path, limit);
      return bytes;
    }
  }

  /**
   * Downloads a file.
   *
   * @param path the path relative to the folder, percent-encoded, for example {@code 2.root.json}
   * @param limit the maximum length, in bytes
   * @throws ErosException if the server cannot be reached
   */
  Response read(String path, int limit) throws ErosException;
}
