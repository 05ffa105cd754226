package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.LZMAInputStream;

/** A streaming decompressor for one part of a delta; the part must have exactly the declared size. */
final class PackedReader {
  private static final int SHORTEST_WINDOW = 4096;

  private final ZipSource source;
  private final Input input;
  private final InputStream stream;
  private final boolean isCompressed;
  /** The number of uncompressed bytes left. */
  private long left;

  /** Opens the part at {@code offset} of the delta, with a preset dictionary. */
  PackedReader(DeltaHeader.Part part, long offset, ZipSource source, byte[] dictionary)
      throws ErosException {
    this.source = source;
    left = part.size;
    isCompressed = part.isCompressed;
    input = new Input(source, offset, offset + part.packedSize);
    if (!isCompressed) {
      stream = input;
      return;
    }
    int window = Math.max(SHORTEST_WINDOW, DeltaLimits.window(part.size, dictionary.length));
    try {
      // A raw stream with an end marker, so its size is not known to the decoder.
      stream = new LZMAInputStream(input, -1, 0, 0, 0, window, dictionary);
    } catch (IOException error) {
      throw failure(error);
    }
  }

  /** Reads 1 to {@code count} available bytes. */
  byte[] read(long count) throws ErosException {
    byte[] chunk = next((int) Math.min(count, Bytes.CHUNK));
    if (chunk.length == 0) throw malformed("a stream is truncated");
    if (chunk.length > left) throw malformed("a stream is longer than declared");
    left -= chunk.length;
    return chunk;
  }

  /** Reads the complete part into memory. */
  byte[] readAll() throws ErosException {
    // Grows with the data, because a small delta can declare a large script.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (left > 0) {
      byte[] chunk = read(left);
      bytes.write(chunk, 0, chunk.length);
    }
    finish();
    return bytes.toByteArray();
  }

  /** Checks that the complete part was read. */
  void finish() throws ErosException {
    if (left != 0) throw malformed("its content has " + left + " unused bytes");
    // A stored part has no end marker.
    if (isCompressed && next(1).length > 0) throw malformed("a stream is longer than declared");
    if (!input.isAtEnd()) throw malformed("a stream has extra bytes at the end");
  }

  private byte[] next(int count) throws ErosException {
    byte[] buffer = new byte[count];
    try {
      int read = Math.max(0, stream.read(buffer, 0, count));
      return read == count ? buffer : Bytes.range(buffer, 0, read);
    } catch (IOException error) {
      throw failure(error);
    }
  }

  private ErosException failure(IOException error) {
    if (input.failure != null) return input.failure;
    return malformed(
        error instanceof EOFException ? "a stream is truncated" : "a stream is corrupt");
  }

  private DeltaException malformed(String reason) {
    return DeltaException.malformed(source.path(), reason);
  }

  /** The compressed bytes of a part; the decoder reads no byte beyond its end marker. */
  private static final class Input extends InputStream {
    private final ZipSource source;
    private long offset;
    private final long end;
    private byte[] bytes = Bytes.EMPTY;
    private int position;
    /** The error that ended a read, which streams cannot throw. */
    private ErosException failure;

    Input(ZipSource source, long offset, long end) {
      this.source = source;
      this.offset = offset;
      this.end = end;
    }

    boolean isAtEnd() {
      return offset == end && position == bytes.length;
    }

    @Override
    public int read() throws IOException {
      return fill() ? bytes[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] buffer, int start, int count) throws IOException {
      if (count == 0) return 0;
      if (!fill()) return -1;
      int taken = Math.min(count, bytes.length - position);
      System.arraycopy(bytes, position, buffer, start, taken);
      position += taken;
      return taken;
    }

    /** Reads another chunk if all bytes are used, and returns whether there is a byte. */
    private boolean fill() throws IOException {
      if (position < bytes.length) return true;
      if (offset == end) return false;
      int size = (int) Math.min(Bytes.CHUNK, end - offset);
      try {
        bytes = source.read(offset, size);
        if (bytes.length != size) throw DeltaException.malformed(source.path(), "it is truncated");
      } catch (ErosException error) {
        failure = error;
        throw new IOException(error);
      }
      position = 0;
      offset += size;
      return true;
    }
  }
}
