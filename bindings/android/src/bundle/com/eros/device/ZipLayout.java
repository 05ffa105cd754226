package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The check of the local headers and of the layout of entries. */
final class ZipLayout {
  /** The length of a descriptor with a signature and sizes of 64 bits. */
  private static final int LONGEST_DESCRIPTOR = 24;

  private final ZipSource source;
  private final FindingList findings;
  /** The local offset of the last entry whose descriptor has a finding; another one says nothing new. */
  private long describedOffset = -1;

  ZipLayout(ZipSource source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  /** Checks that the entries fill the zip up to {@code end}, and returns them. */
  List<ZipEntry> check(List<CentralHeader> headers, long end) throws ZipFinding, FileException {
    List<Integer> order = orderByOffset(headers);
    long[] dataOffsets = new long[headers.size()];
    long expected = 0;
    for (int position = 0; position < order.size(); position++) {
      CentralHeader header = headers.get(order.get(position));
      checkStart(header, expected);
      long next = position + 1 < order.size()
          ? headers.get(order.get(position + 1)).localOffset : end;
      LocalHeader local = readLocalHeader(header, end);
      compare(local, header);
      long dataOffset = header.localOffset + local.length();
      dataOffsets[order.get(position)] = dataOffset;
      expected = dataEnd(header, dataOffset, next);
    }
    if (expected != end) {
      throw new ZipFinding(
          FindingCode.BYTES_UNACCOUNTED,
          (end - expected) + " bytes at offset " + expected
              + ", before the central directory, do not belong to an entry");
    }
    List<ZipEntry> entries = new ArrayList<ZipEntry>();
    for (int index = 0; index < headers.size(); index++) {
      CentralHeader header = headers.get(index);
      if (header.path != null) entries.add(new ZipEntry(header, dataOffsets[index]));
    }
    return entries;
  }

  private static List<Integer> orderByOffset(final List<CentralHeader> headers) {
    List<Integer> order = new ArrayList<Integer>();
    for (int index = 0; index < headers.size(); index++) order.add(index);
    Collections.sort(
        order,
        new Comparator<Integer>() {
          @Override
          public int compare(Integer left, Integer right) {
            long a = headers.get(left).localOffset;
            long b = headers.get(right).localOffset;
            return a == b ? 0 : Unsigned.less(a, b) ? -1 : 1;
          }
        });
    return order;
  }

  private static void checkStart(CentralHeader header, long expected) throws ZipFinding {
    if (header.localOffset == expected) return;
    if (Unsigned.less(header.localOffset, expected)) {
      throw new ZipFinding(
          FindingCode.RECORDS_OVERLAP, header.shownName(),
          "it starts at offset " + header.localOffset
              + ", before the end of the previous entry (offset " + expected + ")");
    }
    throw new ZipFinding(
        FindingCode.BYTES_UNACCOUNTED, header.shownName(),
        Unsigned.text(header.localOffset - expected) + " bytes before it, at offset " + expected
            + ", do not belong to an entry");
  }

  private LocalHeader readLocalHeader(CentralHeader header, long end)
      throws ZipFinding, FileException {
    // Usually the complete header, because local extra fields are rarely longer than central ones.
    int guess = LocalHeader.FIXED_SIZE + header.name.length + header.extra.length + 64;
    byte[] bytes = read(header.localOffset, guess, end);
    LittleEndian reader = new LittleEndian(bytes);
    if (reader.uint32() != ZipFormat.LOCAL_HEADER) {
      throw new ZipFinding(
          FindingCode.LOCAL_HEADER_INVALID, header.shownName(),
          "no local header found at offset " + header.localOffset);
    }
    LocalHeader local = new LocalHeader(reader);
    if (local.length() > bytes.length) bytes = read(header.localOffset, local.length(), end);
    if (local.length() > bytes.length) {
      throw new ZipFinding(
          FindingCode.LOCAL_HEADER_INVALID, header.shownName(), "its local header is truncated");
    }
    int extra = LocalHeader.FIXED_SIZE + local.nameLength;
    local.name = Bytes.range(bytes, LocalHeader.FIXED_SIZE, extra);
    local.extra = Bytes.range(bytes, extra, local.length());
    return local;
  }

  private byte[] read(long offset, int count, long end) throws FileException {
    if (!Unsigned.less(offset, end)) return Bytes.EMPTY;
    return source.read(offset, (int) Unsigned.min(count, end - offset));
  }

  // Local and central header

  private void report(FindingCode code, CentralHeader header, String message) {
    findings.add(code, header.shownName(), message);
  }

  private void compare(LocalHeader local, CentralHeader header) {
    checkExtra(local, header);
    if (ZipFormat.version(local.versionNeeded) != ZipFormat.version(header.versionNeeded)) {
      ZipAttributes.checkVersion(findings, local.versionNeeded, header);
    }
    require(Arrays.equals(local.name, header.name), header, "name");
    require(local.flags == header.flags, header, "flags");
    require(local.method == header.method, header, "method");
    require(local.time == header.time && local.date == header.date, header, "time");
    // A local header with a data descriptor may have 0 instead of these values.
    boolean mayBeZero = header.hasDescriptor();
    require(local.crc32 == header.crc32 || mayBeZero && local.crc32 == 0, header, "checksum");
    require(local.size == header.size || mayBeZero && local.size == 0, header, "size");
    require(
        local.compressedSize == header.compressedSize || mayBeZero && local.compressedSize == 0,
        header, "compressed size");
  }

  private void require(boolean agrees, CentralHeader header, String field) {
    if (agrees) return;
    report(
        FindingCode.LOCAL_HEADER_MISMATCH, header,
        "its local header and the central directory differ in the " + field);
  }

  private void checkExtra(LocalHeader local, CentralHeader header) {
    List<ZipFormat.Field> fields = ZipFormat.fields(local.extra);
    if (fields == null) {
      report(
          FindingCode.EXTRA_FIELD_INVALID, header,
          "its local extra fields do not match their length");
      return;
    }
    ZipStructure.checkFields(findings, fields, header, "local extra field");
    List<ZipFormat.Field> zip64 = ZipFormat.zip64(fields);
    long omitted = ZipFormat.OMITTED;
    if (zip64.isEmpty()) {
      if (local.size == omitted || local.compressedSize == omitted) {
        report(FindingCode.ZIP64_INVALID, header, "its local header has no ZIP64 field");
      }
      return;
    }
    LittleEndian reader = new LittleEndian(zip64.get(0).data);
    long size = reader.uint64();
    long compressedSize = reader.uint64();
    boolean isZero = header.hasDescriptor() && size == 0 && compressedSize == 0;
    boolean agrees = size == header.size && compressedSize == header.compressedSize;
    if (zip64.size() > 1 || reader.isOverrun || reader.remaining() != 0 || !isZero && !agrees) {
      report(FindingCode.ZIP64_INVALID, header, "its local ZIP64 field does not match both sizes");
      return;
    }
    if (header.hasDescriptor() && !header.hasLongDescriptor()) {
      reportDescriptor(
          header, "its ZIP64 field makes some readers expect a 64-bit data descriptor");
    }
    if (local.size == omitted) local.size = size;
    if (local.compressedSize == omitted) local.compressedSize = compressedSize;
  }

  // End of the data

  /** Returns the offset of the next record. */
  private long dataEnd(CentralHeader header, long dataOffset, long next)
      throws ZipFinding, FileException {
    long end = dataOffset + header.compressedSize;
    if (Unsigned.overflows(dataOffset, header.compressedSize) || Unsigned.greater(end, next)) {
      throw new ZipFinding(
          FindingCode.RECORDS_OVERLAP, header.shownName(),
          "its " + Unsigned.text(header.compressedSize) + " bytes at offset " + dataOffset
              + " overlap the next record at offset " + Unsigned.text(next));
    }
    return header.hasDescriptor() ? descriptorEnd(header, end, next) : end;
  }

  /**
   * Checks the data descriptor, and returns the offset of its end.
   *
   * <p>A descriptor has an optional signature, and sizes of 32 bits, or of 64 bits if one requires it.
   * Stream readers use the same rules.
   */
  private long descriptorEnd(CentralHeader header, long offset, long next) throws FileException {
    boolean isLong = header.hasLongDescriptor();
    int length = isLong ? 20 : 12;
    byte[] bytes = read(offset, length + 4, next);
    LittleEndian reader = new LittleEndian(bytes);
    boolean isSigned = Bytes.startsWith(bytes, ZipFormat.bytes(ZipFormat.DESCRIPTOR));
    if (isSigned) reader.uint32();
    long crc32 = reader.uint32();
    long compressedSize = isLong ? reader.uint64() : reader.uint32();
    long size = isLong ? reader.uint64() : reader.uint32();
    if (reader.isOverrun) {
      reportDescriptor(header, "its data descriptor is missing or truncated");
      return next;
    }
    if (crc32 != header.crc32 || compressedSize != header.compressedSize || size != header.size) {
      reportDescriptor(
          header, "its data descriptor and the central directory differ in checksum or size");
      // A wrong signature or another form of the descriptor is no second error.
      if (!Unsigned.greater(next - offset, LONGEST_DESCRIPTOR)) return next;
    }
    return offset + length + (isSigned ? 4 : 0);
  }

  /** Reports the descriptor of a deflated entry, once; {@link ZipAttributes} reports those of stored ones. */
  private void reportDescriptor(CentralHeader header, String message) {
    if (header.method == 0 || describedOffset == header.localOffset) return;
    describedOffset = header.localOffset;
    report(FindingCode.DESCRIPTOR_INVALID, header, message);
  }
}
