package com.eros.device;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A reader for zip entries that checks sizes and checksums; each thread has its own. */
final class EntryReader {
  private static final int CHUNK = 64 * 1024;

  private final ZipSource source;
  private final Inflater inflater = new Inflater(true);
  private final byte[] output = new byte[CHUNK];

  EntryReader(ZipSource source) {
    this.source = source;
  }

  /** Frees the memory of the decompressor. */
  void close() {
    inflater.end();
  }

  /**
   * Reads an entry and passes its bytes to {@code reader} in chunks.
   *
   * @return the error in the data, or {@code null}; some bytes may already be passed on
   */
  Finding read(ZipEntry entry, OpenFile.ChunkReader reader) throws ErosException {
    CRC32 crc = new CRC32();
    try {
      if (entry.isDeflated) {
        inflate(entry, crc, reader);
      } else {
        copy(entry, crc, reader);
      }
    } catch (ZipFinding problem) {
      return problem.finding;
    }
    if (crc.getValue() == entry.crc32) return null;
    return new Finding(
        FindingCode.CRC_MISMATCH, entry.path.text,
        "its CRC-32 is " + Hex.number(crc.getValue(), 8) + ", but the zip declares "
            + Hex.number(entry.crc32, 8));
  }

  private void copy(ZipEntry entry, CRC32 crc, OpenFile.ChunkReader reader)
      throws ZipFinding, ErosException {
    long done = 0;
    while (done < entry.compressedSize) {
      byte[] chunk = chunk(entry, done);
      crc.update(chunk, 0, chunk.length);
      reader.read(chunk);
      done += chunk.length;
    }
  }

  private void inflate(ZipEntry entry, CRC32 crc, OpenFile.ChunkReader reader)
      throws ZipFinding, ErosException {
    inflater.reset();
    long read = 0;
    long produced = 0;
    while (!inflater.finished()) {
      if (inflater.needsInput() && read < entry.compressedSize) {
        byte[] chunk = chunk(entry, read);
        inflater.setInput(chunk);
        read += chunk.length;
      }
      int count = step(entry, produced);
      produced += count;
      if (produced > entry.size) {
        throw sizeProblem(entry, "it has more than the declared " + entry.size + " bytes");
      }
      boolean isStuck = count == 0 && !inflater.finished()
          && (!inflater.needsInput() || read == entry.compressedSize);
      if (isStuck) throw corrupt(entry);
      if (count == 0) continue;
      byte[] bytes = Bytes.range(output, 0, count);
      crc.update(bytes, 0, count);
      reader.read(bytes);
    }
    if (read - inflater.getRemaining() < entry.compressedSize) {
      throw new ZipFinding(
          FindingCode.DATA_TRAILING, entry.path.text,
          "extra bytes after the end of its deflate stream");
    }
    if (produced < entry.size) {
      throw sizeProblem(entry, "it has " + produced + " bytes, but declares " + entry.size);
    }
  }

  private int step(ZipEntry entry, long produced) throws ZipFinding {
    try {
      // One byte more than declared, to detect a longer stream.
      return inflater.inflate(output, 0, (int) Math.min(CHUNK, entry.size - produced + 1));
    } catch (DataFormatException error) {
      throw corrupt(entry);
    }
  }

  private byte[] chunk(ZipEntry entry, long done) throws ZipFinding, FileException {
    int count = (int) Math.min(CHUNK, entry.compressedSize - done);
    byte[] bytes = source.read(entry.dataOffset + done, count);
    // The structure was checked, so the zip was truncated meanwhile.
    if (bytes.length != count) throw corrupt(entry);
    return bytes;
  }

  private static ZipFinding corrupt(ZipEntry entry) {
    return new ZipFinding(
        FindingCode.DATA_CORRUPT, entry.path.text, "invalid or truncated deflate stream");
  }

  private static ZipFinding sizeProblem(ZipEntry entry, String message) {
    return new ZipFinding(FindingCode.DATA_SIZE_MISMATCH, entry.path.text, message);
  }
}
