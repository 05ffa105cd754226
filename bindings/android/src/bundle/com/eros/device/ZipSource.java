package com.eros.device;

/** A zip or a patch that can be read by offset. */
interface ZipSource {
  /** Returns the path in messages. */
  String path();

  long size();

  /** Reads up to {@code count} bytes; fewer only at the end. */
  byte[] read(long offset, int count) throws FileException;
}
