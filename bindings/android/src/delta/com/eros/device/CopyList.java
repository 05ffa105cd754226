package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The copies that make up new content, with literal bytes in the gaps between them. */
final class CopyList {
  final int count;
  /** The number of literal bytes before each copy. */
  private final long[] gaps;
  /** The offset of each copy in the reference. */
  final long[] starts;
  /** The length of each copy. */
  final long[] lengths;
  /** The number of literal bytes after the last copy. */
  private long tail;

  /** Reads copies that make new content of {@code size} bytes from a reference of {@code referenceSize}. */
  CopyList(ColumnReader reader, int count, long size, long referenceSize) throws DeltaException {
    this.count = count;
    gaps = new long[count];
    starts = new long[count];
    lengths = new long[count];
    tail = size;
    for (int index = 0; index < count; index++) {
      gaps[index] = reader.count(tail, "gap before a copy");
      tail -= gaps[index];
    }
    for (int index = 0; index < count; index++) starts[index] = reader.signed();
    long last = 0;
    for (int index = 0; index < count; index++) last = readCopy(reader, index, last, referenceSize);
  }

  /** Reads the length of a copy, and returns its end in the reference. */
  private long readCopy(ColumnReader reader, int index, long last, long referenceSize)
      throws DeltaException {
    // The predicted offset: the gap replaces a range of equal length.
    long predicted = last + gaps[index];
    long start = predicted + starts[index];
    boolean isOutside = ColumnReader.overflows(predicted, starts[index]) || start < 0
        || start >= referenceSize;
    if (isOutside) throw reader.malformed("a copy is outside the old files");
    long length = reader.count(Math.min(tail, referenceSize - start), "copy length");
    if (length == 0) throw reader.malformed("a copy is empty");
    if (index > 0 && gaps[index] == 0 && start == last) {
      throw reader.malformed("two adjacent copies are not merged");
    }
    starts[index] = start;
    lengths[index] = length;
    tail -= length;
    return start + length;
  }

  /** Returns the number of literal bytes before a copy, or after the last one. */
  long gap(int index) {
    return index < count ? gaps[index] : tail;
  }

  /** Returns the number of bytes that are not copied. */
  long literalSize() {
    long size = tail;
    for (long gap : gaps) size += gap;
    return size;
  }

  /**
   * Returns the ranges of a reference that probably resemble the gaps, sorted and apart.
   *
   * <p>For each gap, that is {@code radius} bytes around the end of the copy before it and around the start
   * of the copy after it, and the range between the two if it is not much longer than the gap.
   */
  List<long[]> windows(long radius, long size) {
    List<long[]> windows = new ArrayList<long[]>();
    long last = 0;
    for (int index = 0; index <= count; index++) {
      long start = index < count ? starts[index] : size;
      if (gap(index) > 0) {
        long distance = start - last;
        if (distance >= 0 && distance - 2 * radius <= 2 * gap(index)) {
          windows.add(window(last, start, radius, size));
        } else {
          windows.add(window(last, last, radius, size));
          windows.add(window(start, start, radius, size));
        }
      }
      if (index < count) last = start + lengths[index];
    }
    return joined(windows);
  }

  private static long[] window(long start, long end, long radius, long size) {
    return new long[] {start - Math.min(radius, start), end + Math.min(radius, size - end)};
  }

  private static List<long[]> joined(List<long[]> windows) {
    Collections.sort(
        windows,
        new Comparator<long[]>() {
          @Override
          public int compare(long[] left, long[] right) {
            return left[0] == right[0] ? 0 : left[0] < right[0] ? -1 : 1;
          }
        });
    List<long[]> joined = new ArrayList<long[]>();
    for (long[] window : windows) {
      if (window[0] == window[1]) continue;
      long[] last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && window[0] <= last[1]) {
        last[1] = Math.max(last[1], window[1]);
      } else {
        joined.add(window);
      }
    }
    return joined;
  }
}
