package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/**
 * The file list of the new release, as changes to the old list.
 *
 * <p>Both lists are sorted by the bytes of the paths. One pass over both yields runs of files that are kept,
 * dropped, changed or added.
 */
final class TreeScript {
  private static final int KEEP = 0;
  private static final int DROP = 1;
  private static final int CHANGE = 2;
  private static final int ADD = 3;

  private final ColumnReader reader;
  private final List<ContentFile> old;
  private final List<int[]> runs = new ArrayList<int[]>();
  /** For each changed or added file: the old file that it replaces, or -1. */
  private final List<Integer> replaced = new ArrayList<Integer>();
  /** For each changed or added file: the index of the old file that follows it. */
  private final List<Integer> slots = new ArrayList<Integer>();
  private final List<BundlePath> added = new ArrayList<BundlePath>();
  /** For each changed or added file: the old file that it is a copy of, or -1. */
  private int[] copied;
  private long[] sizes;

  /** Reads a script that turns the old list into a list of {@code fileCount} files. */
  TreeScript(ColumnReader reader, List<ContentFile> old, int fileCount) throws DeltaException {
    this.reader = reader;
    this.old = old;
    readRuns(fileCount);
    findSlots();
    readOrigins();
    readSizes();
    readPaths();
  }

  /** Returns the files of the new release, sorted by path. */
  List<PlannedFile> files() {
    List<PlannedFile> files = new ArrayList<PlannedFile>();
    int next = 0;
    int origin = 0;
    int path = 0;
    for (int[] run : runs) {
      for (int count = 0; count < run[1]; count++) {
        if (run[0] == KEEP) {
          files.add(new PlannedFile(old.get(next).path, next, 0));
        } else if (run[0] != DROP) {
          BundlePath name = run[0] == ADD ? added.get(path++) : old.get(next).path;
          files.add(new PlannedFile(name, copied[origin], sizes[origin]));
          origin++;
        }
        if (run[0] != ADD) next++;
      }
    }
    return files;
  }

  private void readRuns(int fileCount) throws DeltaException {
    int oldLeft = old.size();
    int newLeft = fileCount;
    long total = (long) old.size() + fileCount;
    long runCount = reader.count(total, "number of runs");
    for (long index = 0; index < runCount; index++) {
      long run = reader.count(total << 2 | 3, "run");
      int step = (int) (run & 3);
      int count = (int) (run >> 2);
      boolean isSplit = !runs.isEmpty() && runs.get(runs.size() - 1)[0] == step;
      if (count == 0 || isSplit) throw reader.malformed("a run is empty or split");
      if (step != ADD) oldLeft -= count;
      if (step != DROP) newLeft -= count;
      if (oldLeft < 0 || newLeft < 0) throw reader.malformed("a run is too long");
      runs.add(new int[] {step, count});
    }
    if (oldLeft != 0 || newLeft != 0) {
      throw reader.malformed("its runs omit " + oldLeft + " old and " + newLeft + " new files");
    }
  }

  private void findSlots() {
    int next = 0;
    for (int[] run : runs) {
      for (int count = 0; count < run[1]; count++) {
        if (run[0] == CHANGE || run[0] == ADD) {
          replaced.add(run[0] == CHANGE ? next : -1);
          slots.add(next);
        }
        if (run[0] != ADD) next++;
      }
    }
    copied = new int[slots.size()];
    sizes = new long[slots.size()];
  }

  private void readOrigins() throws DeltaException {
    long expected = 0;
    for (int index = 0; index < copied.length; index++) {
      long number = reader.number();
      if (number == 0) {
        copied[index] = -1;
        continue;
      }
      long difference = ColumnReader.unzigzag(number - 1);
      long source = expected + difference;
      boolean isMissing =
          ColumnReader.overflows(expected, difference) || source < 0 || source >= old.size();
      if (isMissing) {
        throw reader.malformed("a file is a copy of an old file that does not exist");
      }
      copied[index] = (int) source;
      expected = source + 1;
    }
  }

  private void readSizes() throws DeltaException {
    for (int index = 0; index < sizes.length; index++) {
      if (copied[index] >= 0) continue;
      long base = replaced.get(index) < 0 ? 0 : old.get(replaced.get(index)).size;
      long difference = reader.signed();
      if (ColumnReader.overflows(base, difference) || base + difference < 0) {
        throw reader.malformed("a file has an invalid size");
      }
      sizes[index] = base + difference;
    }
  }

  private void readPaths() throws DeltaException {
    List<Integer> positions = new ArrayList<Integer>();
    for (int index = 0; index < copied.length; index++) {
      if (replaced.get(index) < 0) positions.add(slots.get(index));
    }
    int[] shared = readLengths(positions.size());
    int[] rests = readLengths(positions.size());
    for (int index = 0; index < positions.size(); index++) {
      int slot = positions.get(index);
      boolean followsAdded = index > 0 && positions.get(index - 1) == slot;
      String before = followsAdded
          ? added.get(index - 1).text : slot > 0 ? old.get(slot - 1).path.text : "";
      BundlePath path = path(Utf8.encode(before), shared[index], reader.take(rests[index]));
      boolean isSorted = (before.isEmpty() || Utf8.compare(before, path.text) < 0)
          && (slot == old.size() || path.compareTo(old.get(slot).path) < 0);
      if (!isSorted) throw reader.malformed("its paths are not sorted");
      added.add(path);
    }
  }

  private int[] readLengths(int count) throws DeltaException {
    int[] lengths = new int[count];
    for (int index = 0; index < count; index++) {
      lengths[index] = (int) reader.count(BundlePath.MAXIMUM_LENGTH, "path length");
    }
    return lengths;
  }

  /** Returns the path with the first bytes of {@code before} and other bytes. */
  private BundlePath path(byte[] before, int shared, byte[] rest) throws DeltaException {
    // The shared prefix must be as long as possible, so each path has one encoding.
    boolean isLongest = rest.length == 0 || shared >= before.length || rest[0] != before[shared];
    if (shared <= before.length && isLongest) {
      String text = Utf8.decode(Bytes.concat(Bytes.range(before, 0, shared), rest));
      BundlePath path = text == null ? null : BundlePath.canonical(text);
      if (path != null && !path.isManifest()) return path;
    }
    throw reader.malformed("a path is not valid in a bundle");
  }
}
