package com.eros.device;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The entries of a zip that all readers read in the same way.
 *
 * <p>Readers are lenient in different ways: iOS clients unzip by the central directory, Android clients by
 * the local headers, and the results can differ. So before decompression, the check accounts for every byte
 * of the zip: contiguous entries from offset 0, each with a local header that equals its central header,
 * then the central directory, then the end records. Any ambiguity is an error.
 */
final class ZipStructure {
  /** The files and folders in the order of the central directory; empty if there are errors. */
  List<ZipEntry> entries = new ArrayList<ZipEntry>();
  final FindingList findings = new FindingList();

  private final ZipSource source;
  private final ZipLimits limits;

  private ZipStructure(ZipSource source, ZipLimits limits) {
    this.source = source;
    this.limits = limits;
  }

  /**
   * Reads the structure of a zip.
   *
   * <p>Memory use depends on the number of entries, not on sizes that the zip declares.
   */
  static ZipStructure read(ZipSource source, ZipLimits limits) throws FileException {
    ZipStructure structure = new ZipStructure(source, limits);
    try {
      structure.run();
    } catch (ZipFinding finding) {
      structure.findings.add(finding.finding);
    }
    if (structure.findings.hasErrors()) structure.entries = new ArrayList<ZipEntry>();
    return structure;
  }

  boolean isSafe() {
    return !findings.hasErrors();
  }

  private void run() throws ZipFinding, FileException {
    ZipEnd end = new ZipEnd(source);
    if (Unsigned.greater(end.entryCount, Math.max(0, limits.entries))) {
      throw new ZipFinding(
          FindingCode.LIMIT_ENTRIES,
          "it has " + Unsigned.text(end.entryCount) + " entries; the limit is " + limits.entries);
    }
    boolean isTooFar = Unsigned.overflows(end.directoryOffset, end.directorySize);
    if (isTooFar || end.directoryOffset + end.directorySize != end.offset) {
      throw new ZipFinding(
          FindingCode.DIRECTORY_INVALID,
          "the central directory (" + Unsigned.text(end.directorySize) + " bytes at offset "
              + Unsigned.text(end.directoryOffset) + ") does not end at the end record (offset "
              + end.offset + ")");
    }
    if (Unsigned.greater(end.directorySize, limits.directorySize())) {
      throw new ZipFinding(
          FindingCode.LIMIT_ENTRIES,
          "its central directory has " + end.directorySize + " bytes; the limit for "
              + limits.entries + " entries is " + limits.directorySize());
    }
    List<CentralHeader> headers = readDirectory(end);
    checkNames(headers);
    new ZipAttributes(findings, limits).check(headers);
    entries = new ZipLayout(source, findings).check(headers, end.directoryOffset);
  }

  private void report(FindingCode code, CentralHeader header, String message) {
    findings.add(code, header.shownName(), message);
  }

  // The central directory

  private List<CentralHeader> readDirectory(ZipEnd end) throws ZipFinding, FileException {
    ZipWindow window = new ZipWindow(source, end.directoryOffset, end.offset);
    List<CentralHeader> headers = new ArrayList<CentralHeader>();
    for (long index = 0; index < end.entryCount; index++) headers.add(readHeader(window));
    if (window.position() != end.offset) {
      throw new ZipFinding(
          FindingCode.DIRECTORY_INVALID,
          "the central directory has " + (end.offset - window.position())
              + " extra bytes after its " + end.entryCount + " entries");
    }
    return headers;
  }

  private CentralHeader readHeader(ZipWindow window) throws ZipFinding, FileException {
    long offset = window.position();
    LittleEndian reader = new LittleEndian(window.take(CentralHeader.FIXED_SIZE));
    if (reader.uint32() != ZipFormat.CENTRAL_HEADER) {
      throw new ZipFinding(
          FindingCode.DIRECTORY_INVALID,
          "no central directory header found at offset " + offset);
    }
    reader.uint16(); // version made by
    CentralHeader header = new CentralHeader();
    header.versionNeeded = reader.uint16();
    header.flags = reader.uint16();
    header.method = reader.uint16();
    header.time = reader.uint16();
    header.date = reader.uint16();
    header.crc32 = reader.uint32();
    header.compressedSize = reader.uint32();
    header.size = reader.uint32();
    int nameLength = reader.uint16();
    int extraLength = reader.uint16();
    int commentLength = reader.uint16();
    header.disk = reader.uint16();
    reader.uint16(); // internal attributes
    header.attributes = reader.uint32();
    header.localOffset = reader.uint32();
    header.name = window.take(nameLength);
    header.extra = window.take(extraLength);
    window.take(commentLength);
    checkExtra(header);
    return header;
  }

  private void checkExtra(CentralHeader header) {
    List<ZipFormat.Field> fields = ZipFormat.fields(header.extra);
    if (fields == null) {
      report(
          FindingCode.EXTRA_FIELD_INVALID, header, "its extra fields do not match their length");
      return;
    }
    List<ZipFormat.Field> zip64 = ZipFormat.zip64(fields);
    if (zip64.size() > 1 || !header.applyZip64(zip64.isEmpty() ? null : zip64.get(0).data)) {
      report(
          FindingCode.ZIP64_INVALID, header, "its ZIP64 field does not match the omitted values");
    }
    checkFields(findings, fields, header, "extra field");
    TreeSet<Integer> unknown = new TreeSet<Integer>();
    for (ZipFormat.Field field : fields) if (!field.isKnown()) unknown.add(field.id);
    for (int id : unknown) {
      report(
          FindingCode.EXTRA_FIELD_UNKNOWN, header, "unknown extra field 0x" + Hex.number(id, 1));
    }
  }

  /** Rejects fields that some readers interpret differently or cannot read, each kind once per header. */
  static void checkFields(
      FindingList findings, List<ZipFormat.Field> fields, CentralHeader header, String kind) {
    TreeSet<Integer> reported = new TreeSet<Integer>();
    for (ZipFormat.Field field : fields) {
      boolean isEmptyTime = field.id == ZipFormat.TIMES_FIELD && field.data.length == 0;
      if (!field.isDangerous() && !isEmptyTime || !reported.add(field.id)) continue;
      String fault = isEmptyTime
          ? " is empty, which bsdtar rejects"
          : " changes the name, type or data for some readers";
      findings.add(
          FindingCode.EXTRA_FIELD_INVALID, header.shownName(),
          kind + " 0x" + Hex.number(field.id, 1) + fault);
    }
  }

  // Names

  private void checkNames(List<CentralHeader> headers) throws ZipFinding {
    NameTable names = new NameTable();
    for (CentralHeader header : headers) {
      if (names.count() > limits.entries) {
        throw new ZipFinding(
            FindingCode.LIMIT_ENTRIES,
            "it has more than " + limits.entries + " files and folders, including parent folders");
      }
      header.path = checkedName(header);
      if (header.path == null) continue;
      String clash = names.add(header.path, header.isFolder());
      if (clash != null) report(FindingCode.NAME_CLASH, header, clash);
    }
  }

  private BundlePath checkedName(CentralHeader header) {
    String text = Utf8.decode(header.name);
    if (text == null) {
      report(FindingCode.NAME_INVALID, header, "the name is not well-formed UTF-8");
      return null;
    }
    String name = header.isFolder() ? text.substring(0, text.length() - 1) : text;
    try {
      BundlePath path = BundlePath.of(name);
      if (!path.text.equals(name)) {
        report(FindingCode.NAME_NOT_COMPOSED, header, "the name is not in composed form (NFC)");
      }
      String problem = Portability.problem(path);
      if (problem != null) report(FindingCode.NAME_NOT_PORTABLE, header, problem);
      return path;
    } catch (PathProblem problem) {
      report(FindingCode.NAME_INVALID, header, problem.getMessage());
      return null;
    }
  }
}
