package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The location of the central directory, from the records at the end of a zip. */
final class ZipEnd {
  private static final int RECORD_SIZE = 22;
  private static final int LOCATOR_SIZE = 20;
  private static final int ZIP64_RECORD_SIZE = 56;
  private static final int MAXIMUM_COMMENT = 0xFFFF;
  private static final String SEVERAL_DISKS =
      "the end-of-central-directory record declares several disks";

  // Unsigned.
  long entryCount;
  long directoryOffset;
  long directorySize;
  /** The offset of the first end record; the directory must end there. */
  long offset;

  private final ZipSource source;

  /** Finds and checks the end records. */
  ZipEnd(ZipSource source) throws ZipFinding, FileException {
    this.source = source;
    int tailSize = (int) Math.min(source.size(), LOCATOR_SIZE + RECORD_SIZE + MAXIMUM_COMMENT);
    byte[] tail = source.read(source.size() - tailSize, tailSize);
    int position = position(tail);
    long recordOffset = source.size() - tailSize + position;
    checkLocators(tail, position);
    LittleEndian reader = new LittleEndian(tail, position + 4, tail.length);
    int disk = reader.uint16();
    int directoryDisk = reader.uint16();
    int diskEntries = reader.uint16();
    int entries = reader.uint16();
    long size = reader.uint32();
    long directory = reader.uint32();
    if (!isFirst(disk) || !isFirst(directoryDisk) || diskEntries != entries) {
      throw new ZipFinding(FindingCode.SPLIT_ARCHIVE, SEVERAL_DISKS);
    }
    if (readZip64(recordOffset)) {
      boolean agrees = (entries == ZipFormat.OMITTED_SHORT || entries == entryCount)
          && (size == ZipFormat.OMITTED || size == directorySize)
          && (directory == ZipFormat.OMITTED || directory == directoryOffset);
      if (agrees) return;
      throw new ZipFinding(
          FindingCode.ZIP64_INVALID,
          "the end-of-central-directory record and its ZIP64 record differ");
    }
    if (disk != 0 || directoryDisk != 0) {
      throw new ZipFinding(FindingCode.SPLIT_ARCHIVE, SEVERAL_DISKS);
    }
    entryCount = entries;
    directorySize = size;
    directoryOffset = directory;
    offset = recordOffset;
  }

  private static boolean isFirst(int disk) {
    return disk == 0 || disk == ZipFormat.OMITTED_SHORT;
  }

  /**
   * Finds the end record: the last signature, with a comment that ends with the file.
   *
   * <p>Readers search in different ways, so a second valid position is rejected.
   */
  private static int position(byte[] tail) throws ZipFinding {
    List<Integer> positions = positions(ZipFormat.END_RECORD, tail);
    if (positions.isEmpty()) {
      throw new ZipFinding(
          FindingCode.NOT_A_ZIP,
          "not a zip archive, or truncated: end-of-central-directory record not found");
    }
    int complete = 0;
    for (int position : positions) if (endsWithFile(tail, position)) complete++;
    if (complete > 1) {
      throw new ZipFinding(
          FindingCode.END_RECORD_INVALID,
          "two end-of-central-directory records found; readers could use either");
    }
    int last = positions.get(positions.size() - 1);
    if (complete == 1 && endsWithFile(tail, last)) return last;
    throw new ZipFinding(
        FindingCode.END_RECORD_INVALID,
        "the end-of-central-directory record does not end with the file: bytes are missing or follow it");
  }

  private static boolean endsWithFile(byte[] tail, int position) {
    if (position + RECORD_SIZE > tail.length) return false;
    int length = tail[position + 20] & 0xFF | (tail[position + 21] & 0xFF) << 8;
    return position + RECORD_SIZE + length == tail.length;
  }

  private static List<Integer> positions(long signature, byte[] tail) {
    byte[] bytes = ZipFormat.bytes(signature);
    List<Integer> positions = new ArrayList<Integer>();
    for (int index = 0; index + 4 <= tail.length; index++) {
      if (tail[index] == bytes[0] && tail[index + 1] == bytes[1] && tail[index + 2] == bytes[2]
          && tail[index + 3] == bytes[3]) {
        positions.add(index);
      }
    }
    return positions;
  }

  /**
   * Rejects a ZIP64 locator that is not directly before the end record.
   *
   * <p>minizip, used by iOS clients, reads the last locator near the end of the file at any position, even
   * in a comment or in data. It uses a locator that declares one disk and points to a ZIP64 end record.
   */
  private void checkLocators(byte[] tail, int end) throws ZipFinding, FileException {
    for (int position : positions(ZipFormat.ZIP64_LOCATOR, tail)) {
      if (position == end - LOCATOR_SIZE) continue;
      LittleEndian locator = new LittleEndian(tail, position + 4, tail.length);
      long disk = locator.uint32();
      long target = locator.uint64();
      boolean isSingleDisk = locator.uint32() == 1 && disk == 0;
      if (!isSingleDisk || target < 0 || target >= source.size()) continue;
      byte[] found = source.read(target, 4);
      if (Arrays.equals(found, ZipFormat.bytes(ZipFormat.ZIP64_END_RECORD))) {
        throw new ZipFinding(
            FindingCode.END_RECORD_INVALID,
            "second ZIP64 end record with a locator found; readers could use either");
      }
    }
  }

  /** Reads the ZIP64 records before the end record, or returns {@code false} if there are none. */
  private boolean readZip64(long end) throws ZipFinding, FileException {
    if (end < LOCATOR_SIZE) return false;
    long locatorOffset = end - LOCATOR_SIZE;
    LittleEndian locator = new LittleEndian(source.read(locatorOffset, LOCATOR_SIZE));
    if (locator.uint32() != ZipFormat.ZIP64_LOCATOR) return false;
    long disk = locator.uint32();
    offset = locator.uint64();
    if (disk != 0 || locator.uint32() != 1) {
      throw new ZipFinding(
          FindingCode.SPLIT_ARCHIVE, "the ZIP64 locator declares several disks");
    }
    if (locatorOffset < ZIP64_RECORD_SIZE || offset != locatorOffset - ZIP64_RECORD_SIZE) {
      throw new ZipFinding(
          FindingCode.ZIP64_INVALID, "the ZIP64 end record is not directly before its locator");
    }
    LittleEndian record = new LittleEndian(source.read(offset, ZIP64_RECORD_SIZE));
    if (record.uint32() != ZipFormat.ZIP64_END_RECORD || record.uint64() != ZIP64_RECORD_SIZE - 12) {
      throw new ZipFinding(
          FindingCode.ZIP64_INVALID, "the ZIP64 end record has a wrong signature or size");
    }
    record.uint32(); // version made by, version needed
    long thisDisk = record.uint32();
    long directoryDisk = record.uint32();
    long diskEntries = record.uint64();
    entryCount = record.uint64();
    if (thisDisk != 0 || directoryDisk != 0 || diskEntries != entryCount) {
      throw new ZipFinding(
          FindingCode.SPLIT_ARCHIVE, "the ZIP64 end record declares several disks");
    }
    directorySize = record.uint64();
    directoryOffset = record.uint64();
    return true;
  }
}
