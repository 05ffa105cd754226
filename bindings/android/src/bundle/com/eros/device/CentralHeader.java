package com.eros.device;

/** A header of the central directory, including the values of its ZIP64 field. */
final class CentralHeader {
  static final int FIXED_SIZE = 46;

  int versionNeeded;
  int flags;
  int method;
  int time;
  int date;
  long crc32;
  long compressedSize;
  long size;
  long disk;
  long attributes;
  long localOffset;
  byte[] name;
  byte[] extra;
  /** The name as a path, once it is validated, or {@code null}. */
  BundlePath path;

  boolean isFolder() {
    return name.length > 0 && name[name.length - 1] == '/';
  }

  boolean hasDescriptor() {
    return (flags & ZipFormat.DESCRIPTOR_FLAG) != 0;
  }

  /** Returns whether the sizes in the data descriptor have 64 bits. */
  boolean hasLongDescriptor() {
    return Unsigned.greater(size, ZipFormat.OMITTED)
        || Unsigned.greater(compressedSize, ZipFormat.OMITTED);
  }

  String shownName() {
    return DisplayText.entryName(name);
  }

  /**
   * Replaces values that the header omits with the values of the ZIP64 field.
   *
   * @param field the data of the field, or {@code null} if there is none
   * @return {@code false} when the field is missing, too short, too long, or contradicts the header
   */
  boolean applyZip64(byte[] field) {
    long omitted = ZipFormat.OMITTED;
    boolean isNeeded = size == omitted || compressedSize == omitted || localOffset == omitted
        || disk == ZipFormat.OMITTED_SHORT;
    if (field == null) return !isNeeded;
    if (!isNeeded) return matchesRedundant(field);
    LittleEndian reader = new LittleEndian(field);
    if (size == omitted) size = reader.uint64();
    if (compressedSize == omitted) compressedSize = reader.uint64();
    if (localOffset == omitted) localOffset = reader.uint64();
    if (disk == ZipFormat.OMITTED_SHORT) disk = reader.uint32();
    return !reader.isOverrun && reader.remaining() == 0;
  }

  /** Returns whether a field that is not required repeats the header's values, as some writers do. */
  private boolean matchesRedundant(byte[] field) {
    LittleEndian reader = new LittleEndian(field);
    for (long value : new long[] {size, compressedSize, localOffset}) {
      if (reader.remaining() >= 8 && reader.uint64() != value) return false;
    }
    if (reader.remaining() == 4) return reader.uint32() == disk;
    return reader.remaining() == 0;
  }
}
