package com.eros.device;

/** The metadata folder of a store. */
interface MetadataSource {
  /** The response to a request. */
  final class Response {
    /** The server lacks the file. */
    static final Response MISSING = new Response(null, null);
    /** The server lacks the file or denies access to it: it responded with 403. */
    static final Response DENIED = new Response(null, null);
    /** The file is longer than the request permits. */
    static final Response TOO_LONG = new Response(null, null);
    /** The file has the version that the caller of a conditional request knows. */
    static final Response UNCHANGED = new Response(null, null);

    private final byte[] bytes;
    /** A text that changes with the contents, or {@code null} if the server sends none. */
    final String version;

    private Response(byte[] bytes, String version) {
      this.bytes = bytes;
      this.version = version;
    }

    static Response of(byte[] bytes, String version) {
      return new Response(bytes, version);
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
   * @param path the path relative to the folder, for example {@code 2.root.json}
   * @param limit the maximum length, in bytes
   * @throws ErosException if the server cannot be reached
   */
  Response read(String path, int limit) throws ErosException;
}
