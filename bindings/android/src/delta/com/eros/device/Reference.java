package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/** The layout of the concatenated old files that new files are built from. */
final class Reference {
  private final ContentTree old;
  /** The indices of the old files. */
  private final List<Integer> files = new ArrayList<Integer>();
  /** The offset of each file, and the total size. */
  private final long[] starts;

  /** Concatenates all old files, or only those that are not equal to a new file. */
  Reference(ContentTree old, List<PlannedFile> plan, boolean hasAll) {
    this.old = old;
    int count = old.files().size();
    boolean[] isCopied = new boolean[count];
    for (PlannedFile file : plan) if (!file.isBuilt()) isCopied[file.old] = true;
    for (int index = 0; index < count; index++) {
      if (hasAll || !isCopied[index]) files.add(index);
    }
    starts = new long[files.size() + 1];
    for (int index = 0; index < files.size(); index++) {
      starts[index + 1] = starts[index] + old.files().get(files.get(index)).size;
    }
  }

  long size() {
    return starts[starts.length - 1];
  }

  /** Reads up to {@code count} bytes; fewer only at the end of an old file. */
  byte[] read(long offset, int count) throws ErosException {
    int index = file(offset);
    int wanted = (int) Math.min(count, starts[index + 1] - offset);
    byte[] bytes = old.read(files.get(index), offset - starts[index], wanted);
    if (bytes.length != wanted) {
      throw DeltaException.changed(old.files().get(files.get(index)).path.text);
    }
    return bytes;
  }

  /** Returns the ranges of the reference, one after the other. */
  byte[] read(List<long[]> ranges) throws ErosException {
    int size = 0;
    for (long[] range : ranges) size += range[1] - range[0];
    byte[] bytes = new byte[size];
    int filled = 0;
    for (long[] range : ranges) {
      long offset = range[0];
      while (offset < range[1]) {
        byte[] chunk = read(offset, (int) Math.min(Bytes.CHUNK, range[1] - offset));
        System.arraycopy(chunk, 0, bytes, filled, chunk.length);
        filled += chunk.length;
        offset += chunk.length;
      }
    }
    return bytes;
  }

  /** Returns the index of the file that contains an offset, which is in range. */
  private int file(long offset) {
    int low = 0;
    int high = files.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
