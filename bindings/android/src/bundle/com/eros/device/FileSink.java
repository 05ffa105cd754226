package com.eros.device;

/** A destination for the files of a release. */
interface FileSink {
  /** A file that one thread writes. */
  interface Writer extends AutoCloseable {
    void write(byte[] bytes) throws ErosException;

    /** Closes the file; a second call does nothing. */
    @Override
    void close();
  }

  /** Creates a file. Called once per file, from any thread. */
  Writer makeFile(BundlePath path) throws ErosException;
}
