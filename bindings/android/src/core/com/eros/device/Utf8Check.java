package com.eros.device;

/** An incremental check for well-formed UTF-8. */
final class Utf8Check {
  /** The incomplete sequence at the end of the last chunk. */
  private byte[] pending = new byte[0];
  private boolean isIllFormed;

  /** Returns whether all bytes so far are well-formed and the last sequence is complete. */
  boolean isWellFormed() {
    return !isIllFormed && pending.length == 0;
  }

  void update(byte[] bytes) {
    if (isIllFormed) return;
    byte[] chunk = pending.length == 0 ? bytes : Bytes.concat(pending, bytes);
    pending = new byte[0];
    int invalid = Utf8.firstIllFormed(chunk, 0);
    if (invalid < 0) return;
    if (Utf8.validPrefix(chunk, invalid) == chunk.length - invalid) {
      pending = Bytes.range(chunk, invalid, chunk.length);
    } else {
      isIllFormed = true;
    }
  }
}
