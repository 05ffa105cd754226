package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/**
 * A writer for zips without compression.
 *
 * <p>For the same folders and files, it writes the same bytes as the packer without compression. All times
 * are 1980-01-01 and all permissions 0644 or 0755.
 */
final class StoredZipWriter {
  private static final int EARLIEST_DATE = 0x21;
  private static final int MADE_BY = 3 << 8 | 63;
  private static final long UNIX_FILE = 0100644L << 16;
  /** The low bits mark a folder for readers that know only DOS attributes. */
  private static final long UNIX_FOLDER = 0040755L << 16 | 0x10;

  private final NewFile file;
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private long offset;
  private long entryCount;

  /** Starts a zip in an empty file. */
  StoredZipWriter(NewFile file) {
    this.file = file;
  }

  /** Adds an empty folder. */
  void addFolder(BundlePath path) throws FileException {
    Entry entry = new Entry(path.text + "/", true, 0);
    file.write(offset, entry.localHeader());
    finish(entry);
  }

  /** Adds an open file, and returns its line in a manifest. */
  Manifest.File addFile(BundlePath path, OpenFile source) throws FileException {
    MessageDigest md5 = Hashing.md5();
    MessageDigest sha256 = Hashing.sha256();
    CRC32 crc = new CRC32();
    long start = offset + new Entry(path.text, false, source.size()).localHeader().length;
    long size = 0;
    for (byte[] chunk = source.read(0, Bytes.CHUNK); chunk.length > 0;) {
      md5.update(chunk);
      sha256.update(chunk);
      crc.update(chunk, 0, chunk.length);
      file.write(start + size, chunk);
      size += chunk.length;
      chunk = source.read(size, Bytes.CHUNK);
    }
    Entry entry = new Entry(path.text, false, size);
    entry.crc32 = crc.getValue();
    // The header has the checksum, so it is written after the contents.
    file.write(offset, entry.localHeader());
    finish(entry);
    return new Manifest.File(
        "/" + path.text, Hex.encode(md5.digest()), Hex.encode(sha256.digest()), size);
  }

  /** Adds a file with contents. */
  void addFile(String name, byte[] bytes) throws FileException {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, bytes.length);
    Entry entry = new Entry(name, false, bytes.length);
    entry.crc32 = crc.getValue();
    file.write(offset, Bytes.concat(entry.localHeader(), bytes));
    finish(entry);
  }

  /** Writes the central directory. */
  void finish() throws FileException {
    file.write(offset, Bytes.concat(directory.toByteArray(), endRecords()));
  }

  private void finish(Entry entry) {
    byte[] header = entry.centralHeader();
    directory.write(header, 0, header.length);
    entryCount++;
    offset += entry.localHeader().length + entry.size;
  }

  /** Returns the end record, preceded by the ZIP64 records if a number does not fit into it. */
  private byte[] endRecords() {
    Output out = new Output();
    long size = directory.size();
    if (Math.max(size, offset) >= ZipFormat.OMITTED || entryCount >= ZipFormat.OMITTED_SHORT) {
      out.put(ZipFormat.ZIP64_END_RECORD, 4).put(44, 8).put(MADE_BY, 2)
          .put(ZipFormat.MAXIMUM_VERSION, 2).put(0, 8);
      out.put(entryCount, 8).put(entryCount, 8).put(size, 8).put(offset, 8);
      out.put(ZipFormat.ZIP64_LOCATOR, 4).put(0, 4).put(offset + size, 8).put(1, 4);
    }
    long count = Math.min(entryCount, ZipFormat.OMITTED_SHORT);
    out.put(ZipFormat.END_RECORD, 4).put(0, 4).put(count, 2).put(count, 2)
        .put(Math.min(size, ZipFormat.OMITTED), 4).put(Math.min(offset, ZipFormat.OMITTED), 4)
        .put(0, 2);
    return out.bytes();
  }

  /** An entry whose data is stored. */
  private final class Entry {
    private final byte[] name;
    private final boolean isFolder;
    private final long size;
    private long crc32;

    Entry(String name, boolean isFolder, long size) {
      this.name = Utf8.encode(name);
      this.isFolder = isFolder;
      this.size = size;
    }

    private boolean needsLongSize() {
      return size >= ZipFormat.OMITTED;
    }

    byte[] localHeader() {
      Output extra = new Output();
      if (needsLongSize()) extra.put(ZipFormat.ZIP64_FIELD, 2).put(16, 2).put(size, 8).put(size, 8);
      Output out = new Output().put(ZipFormat.LOCAL_HEADER, 4);
      out.put(needsLongSize() ? ZipFormat.MAXIMUM_VERSION : isFolder ? 20 : 10, 2);
      putCommonFields(out, extra);
      return out.put(name).put(extra.bytes()).bytes();
    }

    byte[] centralHeader() {
      Output extra = new Output();
      boolean isFar = offset >= ZipFormat.OMITTED;
      if (needsLongSize() || isFar) {
        extra.put(ZipFormat.ZIP64_FIELD, 2).put((needsLongSize() ? 16 : 0) + (isFar ? 8 : 0), 2);
        if (needsLongSize()) extra.put(size, 8).put(size, 8);
        if (isFar) extra.put(offset, 8);
      }
      Output out = new Output().put(ZipFormat.CENTRAL_HEADER, 4).put(MADE_BY, 2);
      out.put(needsLongSize() || isFar ? ZipFormat.MAXIMUM_VERSION : isFolder ? 20 : 10, 2);
      putCommonFields(out, extra);
      out.put(0, 6); // no comment, first disk, binary data
      out.put(isFolder ? UNIX_FOLDER : UNIX_FILE, 4).put(Math.min(offset, ZipFormat.OMITTED), 4);
      return out.put(name).put(extra.bytes()).bytes();
    }

    /** Writes the fields of both headers, from the flags to the size of the extra field. */
    private void putCommonFields(Output out, Output extra) {
      boolean isAscii = true;
      for (byte value : name) isAscii &= value >= 0;
      out.put(isAscii ? 0 : ZipFormat.UTF8_FLAG, 2).put(0, 4).put(EARLIEST_DATE, 2).put(crc32, 4);
      long shown = Math.min(size, ZipFormat.OMITTED);
      out.put(shown, 4).put(shown, 4).put(name.length, 2).put(extra.bytes().length, 2);
    }
  }

  /** Bytes with numbers in little-endian order. */
  private static final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output put(long number, int count) {
      for (int index = 0; index < count; index++) bytes.write((int) (number >> 8 * index));
      return this;
    }

    Output put(byte[] more) {
      bytes.write(more, 0, more.length);
      return this;
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }
}
