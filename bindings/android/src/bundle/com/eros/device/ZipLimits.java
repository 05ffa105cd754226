package com.eros.device;

/** The limits that a reader enforces on a zip. */
final class ZipLimits {
  static final int DEFAULT_ENTRIES = 100_000;
  static final long DEFAULT_SIZE = 512L << 20;
  /** The maximum number of entries, because the manifest is parsed in memory. */
  static final int MAXIMUM_ENTRIES = 10_000_000;
  /** The maximum compression ratio of an entry larger than {@link #RATIO_FREE_SIZE}. */
  static final long RATIO = 1000;
  private static final long RATIO_FREE_SIZE = 1 << 20;

  /** The maximum number of files and folders. */
  final int entries;
  /** The maximum total uncompressed size of all files in bytes. */
  final long totalSize;

  ZipLimits() {
    this(DEFAULT_ENTRIES, DEFAULT_SIZE);
  }

  ZipLimits(int entries, long totalSize) {
    this.entries = entries;
    this.totalSize = totalSize;
  }

  int manifestBytes() {
    return (int) Math.min(Integer.MAX_VALUE, allowance(1 << 20, 300));
  }

  int manifestValues() {
    return (int) allowance(1000, 8);
  }

  /**
   * Returns the maximum size of the central directory, for an average path of every entry.
   *
   * <p>All headers are in memory until they are compared, and one header can have 192 KiB.
   */
  long directorySize() {
    return allowance(1 << 20, 300);
  }

  private long allowance(long base, long each) {
    return base + Math.min(Math.max(entries, 0), MAXIMUM_ENTRIES) * each;
  }

  /** Returns whether the ratio of an entry's sizes, which are unsigned, exceeds the limit. */
  static boolean exceedsRatio(long size, long compressedSize) {
    if (!Unsigned.greater(size, RATIO_FREE_SIZE)) return false;
    // A product that overflows 64 bits limits nothing.
    boolean isUnlimited = compressedSize < 0 || compressedSize > 18_446_744_073_709_551L;
    return !isUnlimited && Unsigned.greater(size, compressedSize * RATIO);
  }
}
