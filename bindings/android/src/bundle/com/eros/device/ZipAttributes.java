package com.eros.device;

import java.util.List;

/** The check of the sizes, flags, methods and types of entries. */
final class ZipAttributes {
  private final FindingList findings;
  private final ZipLimits limits;

  ZipAttributes(FindingList findings, ZipLimits limits) {
    this.findings = findings;
    this.limits = limits;
  }

  void check(List<CentralHeader> headers) {
    checkSizes(headers);
    for (CentralHeader header : headers) check(header);
  }

  private void report(FindingCode code, CentralHeader header, String message) {
    findings.add(code, header.shownName(), message);
  }

  private void checkSizes(List<CentralHeader> headers) {
    long total = 0;
    for (CentralHeader header : headers) {
      total = Unsigned.overflows(total, header.size) ? -1 : total + header.size;
      if (ZipLimits.exceedsRatio(header.size, header.compressedSize)) {
        report(
            FindingCode.LIMIT_RATIO, header,
            "it expands from " + Unsigned.text(header.compressedSize) + " to "
                + Unsigned.text(header.size) + " bytes; the limit is " + ZipLimits.RATIO + ":1");
      }
    }
    if (Unsigned.greater(total, limits.totalSize)) {
      findings.add(
          FindingCode.LIMIT_SIZE, null,
          "its files have " + Unsigned.text(total) + " bytes in total; the limit is "
              + Unsigned.text(limits.totalSize));
    }
  }

  private void check(CentralHeader header) {
    if ((header.flags & ZipFormat.ENCRYPTED_FLAGS) != 0) {
      report(FindingCode.ENCRYPTED, header, "it is encrypted");
    }
    int unknown = header.flags & ~ZipFormat.KNOWN_FLAGS & ~ZipFormat.ENCRYPTED_FLAGS;
    if (unknown != 0) {
      report(FindingCode.UNSUPPORTED_FLAGS, header, "unknown flags 0x" + Hex.number(unknown, 1));
    }
    if (header.method != 0 && header.method != 8) {
      report(
          FindingCode.UNSUPPORTED_METHOD, header,
          "unsupported method " + header.method + "; supported are stored (0) and deflated (8)");
    }
    checkVersion(findings, header.versionNeeded, header);
    if (header.disk != 0) {
      report(FindingCode.SPLIT_ARCHIVE, header, "it is on another disk of an archive");
    }
    checkType(header);
    checkStored(header);
  }

  /** Rejects high versions, because some readers skip entries that require them. */
  static void checkVersion(FindingList findings, int field, CentralHeader header) {
    int version = ZipFormat.version(field);
    if (version <= ZipFormat.MAXIMUM_VERSION) return;
    findings.add(
        FindingCode.UNSUPPORTED_METHOD, header.shownName(),
        "it requires version " + version / 10 + "." + version % 10 + " of the zip format");
  }

  private void checkType(CentralHeader header) {
    // Readers use these bits regardless of the system that the writer declares.
    int type = (int) (header.attributes >> 16) & 0xF000;
    boolean isFolder = header.isFolder();
    if (type != 0 && type != 0x8000 && type != 0x4000) {
      report(FindingCode.UNSUPPORTED_TYPE, header, "it is neither a file nor a folder");
    } else if (type != 0 && (type == 0x4000) != isFolder) {
      report(
          FindingCode.FOLDER_INVALID, header,
          "its mode and its name disagree on whether it is a folder");
    }
    if ((header.attributes & 0x10) != 0 && !isFolder) {
      report(
          FindingCode.FOLDER_INVALID, header,
          "its attributes declare a folder, but its name a file");
    }
    if (isFolder && (header.size != 0 || Unsigned.greater(header.compressedSize, 16))) {
      report(FindingCode.FOLDER_INVALID, header, "a folder cannot have contents");
    }
  }

  private void checkStored(CentralHeader header) {
    if (header.method != 0) return;
    if (header.size != header.compressedSize) {
      report(
          FindingCode.STORED_SIZE_INVALID, header,
          "it is stored, but declares " + Unsigned.text(header.compressedSize) + " compressed and "
              + Unsigned.text(header.size) + " uncompressed bytes");
    }
    // Also for an empty entry: Java's stream reader rejects it.
    if (header.hasDescriptor()) {
      report(
          FindingCode.DESCRIPTOR_INVALID, header,
          "it is stored with a data descriptor, so stream readers cannot find its end");
    }
  }
}
