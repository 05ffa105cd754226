package com.eros.device;

/** Receives the response to a request; an exception ends the request. */
interface ResponseReceiver {
  /** Receives the status and the fields, and returns whether it needs the body. */
  boolean head(ResponseHead head) throws ErosException;

  /** Receives the next bytes of the body. */
  void body(byte[] bytes, int offset, int length) throws ErosException;
}
