package com.eros.device;

import java.util.Arrays;

/** The header of a content delta; see {@code docs/delta-format.md}. */
final class DeltaHeader {
  static final byte[] MAGIC = Utf8.encode("EROSDLTA");
  static final int CHECKSUM_LENGTH = 8;
  /** An upper bound of the header's size in bytes. */
  static final int MAXIMUM_SIZE = 320;
  private static final long VERSION = 1;
  /** Two bases, in a development version; the number is never used again. */
  private static final long DEVELOPMENT_VERSION = 2;

  /** A compressed part of a delta. */
  static final class Part {
    private static final long STORED = 0;
    /** zstd in a development version; the number is never used again. */
    private static final long DEVELOPMENT_CODEC = 1;
    private static final long LZMA = 2;

    final boolean isCompressed;
    /** The uncompressed size in bytes, unsigned. */
    final long size;
    /** The compressed size in bytes, unsigned. */
    final long packedSize;

    Part(ColumnReader reader) throws DeltaException {
      long codec = reader.number();
      if (codec == DEVELOPMENT_CODEC) throw DeltaException.developmentVersion(reader.path());
      if (codec != STORED && codec != LZMA) {
        throw reader.malformed("unknown codec " + Unsigned.text(codec));
      }
      isCompressed = codec == LZMA;
      size = reader.number();
      packedSize = reader.number();
      if (!isCompressed && size != packedSize) {
        throw reader.malformed("a stored part has two different sizes");
      }
    }
  }

  /** The tree hash of the old release. */
  final String before;
  /** The tree hash of the new release. */
  final String after;
  // Unsigned.
  final long fileCount;
  final long totalSize;
  final long copyCount;
  final long dictionarySize;
  /** Whether the delta was made from zips. */
  final boolean hasZip;
  final String zipSha256;
  final long zipSize;
  final String manifestSha256;
  final Part script;
  final Part content;
  final byte[] contentChecksum;
  /** The size of the header in bytes. */
  final int size;

  /** Reads a header from the first bytes of a delta. */
  DeltaHeader(byte[] bytes, String patch) throws DeltaException {
    ColumnReader reader = new ColumnReader(bytes, patch);
    if (!Arrays.equals(reader.take(MAGIC.length), MAGIC)) {
      throw reader.malformed("it does not start like a content delta");
    }
    checkVersion(reader);
    before = reader.digest();
    after = reader.digest();
    fileCount = reader.number();
    totalSize = reader.number();
    copyCount = reader.number();
    dictionarySize = reader.number();
    hasZip = reader.flag("zip flag");
    zipSha256 = hasZip ? reader.digest() : null;
    zipSize = hasZip ? reader.number() : 0;
    manifestSha256 = hasZip ? reader.digest() : null;
    script = new Part(reader);
    content = new Part(reader);
    contentChecksum = reader.take(CHECKSUM_LENGTH);
    size = reader.position();
  }

  private static void checkVersion(ColumnReader reader) throws DeltaException {
    long version = reader.number();
    if (version == VERSION) return;
    if (version == 0) throw reader.malformed("format 0 does not exist");
    if (version == DEVELOPMENT_VERSION) throw DeltaException.developmentVersion(reader.path());
    throw new DeltaException(
        DeltaException.Kind.LATER_VERSION, reader.path(),
        "was made by a later version of eros (format " + Unsigned.text(version) + ")");
  }
}
