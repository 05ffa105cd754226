package com.eros.device;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A reader for zip entries that checks sizes and checksums; each thread has its own.
 *
 * <pre>{@code
 * reader.open(entry);
 * for (byte[] chunk = reader.next(); chunk != null; chunk = reader.next()) write(chunk);
 * if (reader.damage() != null) report(reader.damage());
 * }</pre>
 */
final class EntryReader implements AutoCloseable {
  private final ZipSource source;
  private final Inflater inflater = new Inflater(true);
  private final byte[] output = new byte[Bytes.CHUNK];
  private final CRC32 crc = new CRC32();
  private ZipEntry entry;
  private Finding damage;
  /** The number of bytes of the entry that were read from the zip. */
  private long read;
  /** The number of uncompressed bytes. */
  private long produced;

  EntryReader(ZipSource source) {
    this.source = source;
  }

  /** Frees the memory of the decompressor. */
  @Override
  public void close() {
    inflater.end();
  }

  /** Starts an entry. */
  void open(ZipEntry next) {
    entry = next;
    damage = null;
    read = 0;
    produced = 0;
    crc.reset();
    inflater.reset();
  }

  /** Returns the error in the data of the entry, or {@code null}; bytes before it were returned. */
  Finding damage() {
    return damage;
  }

  /** Returns the next bytes, or {@code null} at the end of the entry or after an error in its data. */
  byte[] next() throws FileException {
    try {
      byte[] chunk = entry.isDeflated ? inflated() : read < entry.compressedSize ? stored() : null;
      if (chunk == null) {
        checkSum();
      } else {
        crc.update(chunk, 0, chunk.length);
      }
      return chunk;
    } catch (ZipFinding problem) {
      damage = problem.finding;
      return null;
    }
  }

  private void checkSum() throws ZipFinding {
    if (crc.getValue() == entry.crc32) return;
    throw problem(
        FindingCode.CRC_MISMATCH,
        "its CRC-32 is " + Hex.number(crc.getValue(), 8) + ", but the zip declares "
            + Hex.number(entry.crc32, 8));
  }

  private byte[] stored() throws ZipFinding, FileException {
    int count = (int) Math.min(Bytes.CHUNK, entry.compressedSize - read);
    byte[] bytes = source.read(entry.dataOffset + read, count);
    // The structure was checked, so the zip was truncated meanwhile.
    if (bytes.length != count) throw corrupt();
    read += count;
    return bytes;
  }

  private byte[] inflated() throws ZipFinding, FileException {
    while (!inflater.finished()) {
      if (inflater.needsInput() && read < entry.compressedSize) inflater.setInput(stored());
      int count = inflate();
      produced += count;
      if (produced > entry.size) {
        throw problem(
            FindingCode.DATA_SIZE_MISMATCH,
            "it has more than the declared " + entry.size + " bytes");
      }
      if (count > 0) return Bytes.range(output, 0, count);
      boolean canContinue = inflater.needsInput() && read < entry.compressedSize;
      if (!inflater.finished() && !canContinue) throw corrupt();
    }
    if (read - inflater.getRemaining() < entry.compressedSize) {
      throw problem(
          FindingCode.DATA_TRAILING, "extra bytes after the end of its deflate stream");
    }
    if (produced < entry.size) {
      throw problem(
          FindingCode.DATA_SIZE_MISMATCH,
          "it has " + produced + " bytes, but declares " + entry.size);
    }
    return null;
  }

  private int inflate() throws ZipFinding {
    try {
      // One byte more than declared, to detect a longer stream.
      return inflater.inflate(output, 0, (int) Math.min(Bytes.CHUNK, entry.size - produced + 1));
    } catch (DataFormatException error) {
      throw corrupt();
    }
  }

  private ZipFinding corrupt() {
    return problem(FindingCode.DATA_CORRUPT, "invalid or truncated deflate stream");
  }

  private ZipFinding problem(FindingCode code, String message) {
    return new ZipFinding(code, entry.path.text, message);
  }
}
