package com.eros.device;

/** A local header, stored before the data of an entry. */
final class LocalHeader {
  static final int FIXED_SIZE = 30;

  final int versionNeeded;
  final int flags;
  final int method;
  final int time;
  final int date;
  final long crc32;
  long compressedSize;
  long size;
  final int nameLength;
  final int extraLength;
  byte[] name = Bytes.EMPTY;
  byte[] extra = Bytes.EMPTY;

  /** Reads the fixed part after the signature. */
  LocalHeader(LittleEndian reader) {
    versionNeeded = reader.uint16();
    flags = reader.uint16();
    method = reader.uint16();
    time = reader.uint16();
    date = reader.uint16();
    crc32 = reader.uint32();
    compressedSize = reader.uint32();
    size = reader.uint32();
    nameLength = reader.uint16();
    extraLength = reader.uint16();
  }

  /** Returns the size of the complete header in bytes. */
  int length() {
    return FIXED_SIZE + nameLength + extraLength;
  }
}
