package com.eros.device;

/** A file or folder of a zip with a valid structure. */
final class ZipEntry {
  final BundlePath path;
  final boolean isFolder;
  /** Whether the data is one deflate stream; otherwise it is stored. */
  final boolean isDeflated;
  /** The declared CRC-32. */
  final long crc32;
  /** The size in the zip, without headers. */
  final long compressedSize;
  /** The declared uncompressed size, not verified yet. */
  final long size;
  /** The offset of the data in the zip. */
  final long dataOffset;

  ZipEntry(CentralHeader header, long dataOffset) {
    path = header.path;
    isFolder = header.isFolder();
    isDeflated = header.method != 0;
    crc32 = header.crc32;
    compressedSize = header.compressedSize;
    size = header.size;
    this.dataOffset = dataOffset;
  }
}
