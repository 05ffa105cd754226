package com.eros.device;

import java.util.List;

/**
 * The receiver of an answer, which passes it to the library.
 *
 * <p>It may be used only during the call of {@link Transport#exchange}, on the thread of that call.
 */
public final class TransportResponse {
  private final Thread thread = Thread.currentThread();
  /** The address of the {@code eros_response}, or 0 after the request. */
  private long address;

  TransportResponse(long address) {
    this.address = address;
  }

  /** Ends the request; the library then releases the {@code eros_response}. */
  void end() {
    address = 0;
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
    byte[] text = Text.encode(fields);
    return Native.head(current(), status, text, fields.size());
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
    return Native.body(current(), bytes, offset, length);
  }

  private long current() {
    if (Thread.currentThread() != thread) {
      throw new IllegalStateException("an answer belongs to the thread of its request");
    }
    if (address == 0) throw new IllegalStateException("the request has ended");
    return address;
  }
}
