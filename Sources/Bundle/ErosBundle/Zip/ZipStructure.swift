public import ErosCore

/// A zip's entries, if all readers read them in the same way.
///
/// ```swift
/// let structure = try ZipStructure(ReadableFile("bundle.zip"))
/// if structure.isSafe { for entry in structure.entries { print(entry.path) } }
/// ```
///
/// Readers are lenient in different ways: iOS clients unzip by the central directory, Android
/// clients by the local headers, and the results can differ. So before decompression, the check
/// accounts for every byte: contiguous entries from offset 0, each with a local header that equals
/// its central header, then the central directory, then the end records. Any ambiguity is an error.
public struct ZipStructure: Sendable {
  /// Files and folders in the order of the central directory.
  ///
  /// Empty if there are errors.
  public let entries: [ZipEntry]

  /// All findings.
  ///
  /// If there are too many, the last one says how many were omitted.
  public var findings: [Finding] { list.all }

  /// `true` if no finding is an error, so you can unpack the zip.
  public var isSafe: Bool { !list.hasErrors }

  let list: BundleFindingList

  /// Reads a zip's structure.
  ///
  /// Memory use depends on the number of entries, not on sizes that the zip declares.
  ///
  /// - Throws: `FileError` if the zip cannot be read. All findings are in ``findings``.
  public init(_ source: some ZipSource, limits: ZipLimits = ZipLimits()) throws {
    var check = ZipStructureCheck(source, limits: limits)
    do {
      try check.run()
    } catch let finding as ZipFinding {
      check.findings.add(finding.finding)
    }
    entries = check.findings.hasErrors ? [] : check.entries
    list = check.findings
  }
}

/// The state of the structure check, from the zip's end to its entries.
struct ZipStructureCheck<Source: ZipSource> {
  let source: Source
  let limits: ZipLimits
  var entries: [ZipEntry] = []
  var findings = BundleFindingList()
  /// The last entry whose descriptor has a finding.
  ///
  /// A second finding would say nothing new.
  private var describedOffset: UInt64?

  init(_ source: Source, limits: ZipLimits) {
    self.source = source
    self.limits = limits
  }

  mutating func run() throws {
    let end = try ZipEnd(source)
    guard end.entryCount <= UInt64(clamping: limits.entries) else {
      throw ZipFinding(
        .limitEntries, "it has \(end.entryCount) entries; the limit is \(limits.entries)")
    }
    let (directoryEnd, overflow) = end.directoryOffset.addingReportingOverflow(end.directorySize)
    guard !overflow, directoryEnd == end.offset else {
      throw ZipFinding(
        .directoryInvalid,
        "the central directory (\(end.directorySize) bytes at offset \(end.directoryOffset)) does not end at the end record (offset \(end.offset))"
      )
    }
    guard end.directorySize <= limits.directorySize else {
      throw ZipFinding(
        .limitEntries,
        "its central directory has \(end.directorySize) bytes; the limit for \(limits.entries) entries is \(limits.directorySize)"
      )
    }
    var headers = try readDirectory(end)
    try checkNames(&headers)
    checkSizes(headers)
    for header in headers { checkAttributes(of: header) }
    try checkLayout(headers, end: end.directoryOffset)
  }

  mutating func report(
    _ code: BundleFindingCode, _ header: CentralHeader, _ message: @autoclosure () -> Message
  ) {
    findings.add(code, subject: header.shownName, message())
  }

  /// Reports a deflated entry's descriptor, once.
  ///
  /// ``checkStored(_:)`` reports stored ones.
  mutating func reportDescriptor(_ header: CentralHeader, _ message: @autoclosure () -> Message) {
    guard header.method != 0, describedOffset != header.localOffset else { return }
    describedOffset = header.localOffset
    report(.descriptorInvalid, header, message())
  }

  // MARK: - The central directory

  private mutating func readDirectory(_ end: ZipEnd) throws -> [CentralHeader] {
    var window = ZipWindow(source, from: end.directoryOffset, to: end.offset)
    var headers: [CentralHeader] = []
    for _ in 0..<end.entryCount {
      headers.append(try readHeader(&window))
    }
    guard window.position == end.offset else {
      throw ZipFinding(
        .directoryInvalid,
        "the central directory has \(end.offset - window.position) extra bytes after its \(end.entryCount) entries"
      )
    }
    return headers
  }

  private mutating func readHeader(_ window: inout ZipWindow<Source>) throws -> CentralHeader {
    let offset = window.position
    var reader = LittleEndianReader(try window.take(CentralHeader.fixedSize))
    guard reader.uint32() == ZipSignature.centralHeader else {
      throw ZipFinding(.directoryInvalid, "no central directory header found at offset \(offset)")
    }
    _ = reader.uint16()  // version made by
    var header = CentralHeader(
      versionNeeded: reader.uint16(), flags: reader.uint16(), method: reader.uint16(),
      time: reader.uint16(),
      date: reader.uint16(), crc32: reader.uint32(), compressedSize: UInt64(reader.uint32()),
      size: UInt64(reader.uint32()), disk: 0, attributes: 0, localOffset: 0, name: [], extra: [])
    let nameLength = Int(reader.uint16())
    let extraLength = Int(reader.uint16())
    let commentLength = Int(reader.uint16())
    header.disk = UInt32(reader.uint16())
    _ = reader.uint16()  // internal attributes
    header.attributes = reader.uint32()
    header.localOffset = UInt64(reader.uint32())
    header.name = Array(try window.take(nameLength))
    header.extra = Array(try window.take(extraLength))
    _ = try window.take(commentLength)
    checkExtra(&header)
    return header
  }

  private mutating func checkExtra(_ header: inout CentralHeader) {
    guard let fields = ZipExtra.fields(header.extra) else {
      return report(.extraFieldInvalid, header, "its extra fields do not match their length")
    }
    let zip64 = fields.filter { $0.id == ZipExtra.zip64 }
    if zip64.count > 1 || !header.applyZip64(zip64.first?.data) {
      report(.zip64Invalid, header, "its ZIP64 field does not match the omitted values")
    }
    checkFields(fields, header, "extra field")
    for id in Set(fields.map(\.id)).sorted() where !ZipExtra.isKnown(id) {
      report(
        .extraFieldUnknown, header, "unknown extra field 0x\(String(id, radix: 16))")
    }
  }

  /// Rejects fields that some readers interpret differently or cannot read.
  mutating func checkFields(_ fields: [ZipExtra.Field], _ header: CentralHeader, _ kind: Message) {
    // Reports each kind once per header, because a header can have thousands of fields.
    var reported: Set<UInt16> = []
    for (id, data) in fields {
      let fault: Message
      if ZipExtra.dangerous.contains(id) {
        fault = "changes the name, type or data for some readers"
      } else if id == ZipExtra.times, data.isEmpty {
        fault = "is empty, which bsdtar rejects"
      } else {
        continue
      }
      if reported.insert(id).inserted {
        report(.extraFieldInvalid, header, "\(kind) 0x\(String(id, radix: 16)) \(fault)")
      }
    }
  }

  // MARK: - Names and attributes

  private mutating func checkNames(_ headers: inout [CentralHeader]) throws {
    var names = NameTable()
    for (index, header) in headers.enumerated() {
      guard names.count <= limits.entries else {
        throw ZipFinding(
          .limitEntries,
          "it has more than \(limits.entries) files and folders, including parent folders")
      }
      guard let path = checkedName(of: header) else { continue }
      headers[index].path = path
      switch names.add(path, isFolder: header.isFolder) {
      case nil: break
      case .same: report(.nameClash, header, "duplicate name")
      case .spelling(let other):
        report(
          .nameClash, header,
          "some file systems do not distinguish it from '\(other.escapedForDisplay)'")
      case .fileAndFolder(let other):
        report(.nameClash, header, "'\(other.escapedForDisplay)' is both a file and a folder")
      }
    }
  }

  private mutating func checkedName(of header: CentralHeader) -> BundlePath? {
    guard let text = String(wellFormed: header.name) else {
      report(.nameInvalid, header, "\(BundlePathProblem.notUTF8)")
      return nil
    }
    do throws(BundlePathProblem) {
      // Drops a scalar, because a combining mark can join the slash to one character.
      let name = header.isFolder ? String(text.unicodeScalars.dropLast()) : text
      let path = try BundlePath(name)
      if !path.string.utf8.elementsEqual(name.utf8) {
        report(.nameNotComposed, header, "the name is not in composed form (NFC)")
      }
      if let problem = path.portabilityProblem { report(.nameNotPortable, header, "\(problem)") }
      return path
    } catch {
      guard error == .backslash else {
        report(.nameInvalid, header, "\(error)")
        return nil
      }
      findings.add(
        Finding(
          BundleFindingCode.nameInvalid, subject: header.shownName, "\(error)",
          remedy:
            "the zip was probably made by PowerShell's Compress-Archive, which writes '\\' between folders; pack the pages again with `eros pack`"
        ))
      return nil
    }
  }

  private mutating func checkSizes(_ headers: [CentralHeader]) {
    let limits = limits
    var total: UInt64 = 0
    for header in headers {
      let (sum, overflow) = total.addingReportingOverflow(header.size)
      total = overflow ? .max : sum
      if limits.exceedsRatio(header.size, header.compressedSize) {
        report(
          .limitRatio, header,
          "it expands from \(header.compressedSize) to \(header.size) bytes; the limit is \(limits.ratio):1"
        )
      }
    }
    if total > limits.totalSize {
      findings.add(
        .limitSize, "its files have \(total) bytes in total; the limit is \(limits.totalSize)")
    }
  }

  private mutating func checkAttributes(of header: CentralHeader) {
    if header.flags & ZipFlags.encrypted != 0 { report(.encrypted, header, "it is encrypted") }
    let unknown = header.flags & ~ZipFlags.supported & ~ZipFlags.encrypted
    if unknown != 0 {
      report(.unsupportedFlags, header, "unknown flags 0x\(String(unknown, radix: 16))")
    }
    if header.method != 0, header.method != 8 {
      report(
        .unsupportedMethod, header,
        "unsupported method \(header.method); supported are stored (0) and deflated (8)")
    }
    checkVersion(header.versionNeeded, of: header)
    if header.disk != 0 { report(.splitArchive, header, "it is on another disk of an archive") }
    // Readers use these bits whatever system the writer declares.
    switch header.attributes >> 16 & 0xF000 {
    case 0: break
    case 0x8000 where !header.isFolder: break
    case 0x4000 where header.isFolder: break
    case 0x8000, 0x4000:
      report(.folderInvalid, header, "its mode and its name disagree on whether it is a folder")
    default: report(.unsupportedType, header, "it is neither a file nor a folder")
    }
    if header.attributes & 0x10 != 0, !header.isFolder {
      report(.folderInvalid, header, "its attributes declare a folder, but its name a file")
    }
    if header.isFolder, header.size > 0 || header.compressedSize > 16 {
      report(.folderInvalid, header, "a folder cannot have contents")
    }
    checkStored(header)
  }

  /// Rejects high versions, because some readers skip entries that require them.
  mutating func checkVersion(_ field: UInt16, of header: CentralHeader) {
    let version = ZipVersion.needed(field)
    if version > ZipVersion.maximum {
      report(
        .unsupportedMethod, header,
        "it requires version \(version / 10).\(version % 10) of the zip format")
    }
  }

  private mutating func checkStored(_ header: CentralHeader) {
    guard header.method == 0 else { return }
    if header.size != header.compressedSize {
      report(
        .storedSizeInvalid, header,
        "it is stored, but declares \(header.compressedSize) compressed and \(header.size) uncompressed bytes"
      )
    }
    // Even for an empty entry, because Java's stream reader rejects it.
    if header.hasDescriptor {
      report(
        .descriptorInvalid, header,
        "it is stored with a data descriptor, so stream readers cannot find its end")
    }
  }
}

extension CentralHeader {
  /// Takes values that the header omits from the ZIP64 field.
  ///
  /// Returns `false` if the field is missing, too short, too long, or contradicts the header.
  mutating func applyZip64(_ field: ArraySlice<UInt8>?) -> Bool {
    let omitted = UInt64(UInt32.max)
    let isNeeded =
      size == omitted || compressedSize == omitted || localOffset == omitted
      || disk == UInt32(UInt16.max)
    guard let field else { return !isNeeded }
    guard isNeeded else { return matchesRedundant(field) }
    var reader = LittleEndianReader(field)
    if size == omitted { size = reader.uint64() }
    if compressedSize == omitted { compressedSize = reader.uint64() }
    if localOffset == omitted { localOffset = reader.uint64() }
    if disk == UInt32(UInt16.max) { disk = reader.uint32() }
    return !reader.isOverrun && reader.remaining == 0
  }

  /// Returns `true` if a redundant field repeats the header's values, as some writers do.
  private func matchesRedundant(_ field: ArraySlice<UInt8>) -> Bool {
    var reader = LittleEndianReader(field)
    let values = [size, compressedSize, localOffset]
    for value in values where reader.remaining >= 8 {
      guard reader.uint64() == value else { return false }
    }
    if reader.remaining == 4 { return reader.uint32() == disk }
    return reader.remaining == 0
  }
}

/// Reads a range of a zip sequentially, with a buffer.
struct ZipWindow<Source: ZipSource> {
  private static var size: Int { 256 * 1024 }

  private let source: Source
  private let end: UInt64
  private(set) var position: UInt64
  private var bytes: [UInt8] = []
  private var start = 0

  init(_ source: Source, from position: UInt64, to end: UInt64) {
    self.source = source
    self.position = position
    self.end = end
  }

  /// Returns the next `count` bytes.
  ///
  /// - Throws: ``ZipFinding`` if the central directory is truncated, or `FileError`.
  mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    if bytes.count - start < count {
      let remainder = Array(bytes[start...])
      let next = position + UInt64(remainder.count)
      bytes =
        remainder + (try source.read(at: next, count: Int(min(UInt64(Self.size), end - next))))
      start = 0
    }
    guard bytes.count - start >= count else {
      throw ZipFinding(
        .directoryInvalid, "the central directory is truncated at offset \(position)")
    }
    defer {
      start += count
      position += UInt64(count)
    }
    return bytes[start..<(start + count)]
  }
}
