package com.eros.device;

/** The limits that a reader enforces on a delta. */
final class DeltaLimits {
  /** The maximum size of a window and of a dictionary: 16 MiB, because a phone allocates both. */
  static final long MAXIMUM_WINDOW = 1 << 24;
  /** The maximum number of copies from old files. */
  private static final long COPIES = 1_000_000;
  /**
   * The minimum average length of the copies in bytes, 128, as a power of two.
   *
   * <p>Without this limit, a small delta with a million copies of one byte takes seconds.
   */
  private static final int AVERAGE_COPY_BITS = 7;
  /** The number of copies that a delta of any size may have. */
  private static final long SPARE_COPIES = 64;

  final int files;
  final long totalSize;

  DeltaLimits(ZipLimits limits) {
    files = limits.entries;
    totalSize = limits.totalSize;
  }

  /** Checks all declared values before anything is decompressed. */
  void check(DeltaHeader header, String patch) throws DeltaException {
    require(header.fileCount, files, "files", patch);
    require(header.totalSize, totalSize, "bytes of new files", patch);
    require(header.copyCount, COPIES, "copies", patch);
    require(header.dictionarySize, MAXIMUM_WINDOW, "bytes of dictionary", patch);
    require(header.script.size, scriptSize(header), "bytes of script", patch);
    require(header.content.size, header.totalSize, "bytes of content", patch);
    checkCopies(header, header.totalSize, patch);
    // Guards the arithmetic against overflow if the caller's limits are very high.
    if (Unsigned.greater(header.totalSize, Long.MAX_VALUE / 4)) {
      throw DeltaException.overLimit(patch, "a declared size is too large for this version");
    }
  }

  private static void require(long value, long limit, String items, String patch)
      throws DeltaException {
    if (!Unsigned.greater(value, limit)) return;
    throw DeltaException.overLimit(
        patch, Unsigned.text(value) + " " + items + "; the limit is " + Unsigned.text(limit));
  }

  /** Checks that the number of copies is in proportion to built files of {@code size} bytes. */
  static void checkCopies(DeltaHeader header, long size, String patch) throws DeltaException {
    // `size` is unsigned, and the average a power of two.
    long maximum = (size >>> AVERAGE_COPY_BITS) + SPARE_COPIES;
    if (!Unsigned.greater(header.copyCount, maximum)) return;
    throw DeltaException.overLimit(
        patch,
        "it needs more work than its size allows: " + Unsigned.text(header.copyCount)
            + " copies; the maximum for " + Unsigned.text(size) + " bytes of built files is "
            + maximum);
  }

  /**
   * Returns the maximum size of a script.
   *
   * <p>A longer script has unused bytes: a path has at most 1,024 bytes, and a manifest needs a few hundred
   * for each file. The counts were checked before.
   */
  private long scriptSize(DeltaHeader header) {
    long base = 1 << 20;
    long fixed = base + Math.max(0, files) * 600L + COPIES * 30;
    long declared = base + header.fileCount * 2048 + header.copyCount * 30;
    return Math.min(fixed, declared);
  }

  /** Returns the window for a stream of {@code size} bytes and its dictionary. */
  static int window(long size, long dictionary) {
    return (int) Math.min(size + dictionary, MAXIMUM_WINDOW);
  }
}
