public import ErosCore

/// The entries of a zip that every reader reads in the same way.
///
/// libzip and other readers are lenient, and each in another way: what iOS installs by the central
/// directory need not be what Android unpacks from the stream. So before anything is decompressed,
/// every byte of the zip is accounted for: the entries back to back from the first byte on, each with
/// a local header that says what the central directory says, then the directory, then the end
/// records. Whatever leaves room for a second reading is refused.
public struct ZipStructure: Sendable {
  /// The files and folders in the order of the central directory; empty when there are errors.
  public let entries: [ZipEntry]

  /// What was found: the first findings, and how many more there are.
  public var findings: [Finding] { list.all }

  /// Whether the zip may be unpacked: no finding is an error.
  public var isSafe: Bool { !list.hasErrors }

  let list: BundleFindingList

  /// Reads the structure of a zip.
  ///
  /// Memory grows with the number of entries, never with a size that the zip declares.
  ///
  /// - Throws: `FileError` when the zip cannot be read; what is wrong with it is in ``findings``.
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

/// The steps of the check, from the end of the zip to its entries.
struct ZipStructureCheck<Source: ZipSource> {
  let source: Source
  let limits: ZipLimits
  var entries: [ZipEntry] = []
  var findings = BundleFindingList()

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
        "the central directory (\(end.directorySize) bytes at \(end.directoryOffset)) does not end where the end record begins (\(end.offset))"
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
    _ code: BundleFindingCode, _ header: CentralHeader, _ message: @autoclosure () -> String
  ) {
    findings.add(code, subject: header.shownName, message())
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
        "the central directory has \(end.offset - window.position) bytes behind its \(end.entryCount) entries"
      )
    }
    return headers
  }

  private mutating func readHeader(_ window: inout ZipWindow<Source>) throws -> CentralHeader {
    let offset = window.position
    var reader = LittleEndianReader(try window.take(CentralHeader.fixedSize))
    guard reader.uint32() == ZipSignature.centralHeader else {
      throw ZipFinding(.directoryInvalid, "there is no directory entry at offset \(offset)")
    }
    _ = reader.uint16()  // the version of the writer
    var header = CentralHeader(
      versionNeeded: reader.uint16(), flags: reader.uint16(), method: reader.uint16(),
      time: reader.uint16(),
      date: reader.uint16(), crc32: reader.uint32(), compressedSize: UInt64(reader.uint32()),
      size: UInt64(reader.uint32()), disk: 0, attributes: 0, localOffset: 0, name: [], extra: [])
    let nameLength = Int(reader.uint16())
    let extraLength = Int(reader.uint16())
    let commentLength = Int(reader.uint16())
    header.disk = UInt32(reader.uint16())
    _ = reader.uint16()  // whether the writer took it for text
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
      return report(.extraFieldInvalid, header, "its extra fields do not fill their length")
    }
    let zip64 = fields.filter { $0.id == ZipExtra.zip64 }
    if zip64.count > 1 || !header.takeZip64(zip64.first?.data) {
      report(.zip64Invalid, header, "its ZIP64 field does not hold what the header leaves to it")
    }
    checkFields(fields, header, "extra field")
    for id in Set(fields.map(\.id)).sorted() where !ZipExtra.isKnown(id) {
      report(
        .extraFieldUnknown, header, "extra field 0x\(String(id, radix: 16)) is unknown")
    }
  }

  /// Refuses fields by which some readers find something else, or nothing at all.
  mutating func checkFields(_ fields: [ZipExtra.Field], _ header: CentralHeader, _ what: String) {
    // A header has room for thousands of fields; one finding for each kind is enough.
    var refused: Set<UInt16> = []
    for (id, data) in fields {
      let fault: String
      if ZipExtra.dangerous.contains(id) {
        fault = "gives some readers another name, type or data"
      } else if id == ZipExtra.times, data.isEmpty {
        fault = "is empty, which makes bsdtar give up"
      } else {
        continue
      }
      if refused.insert(id).inserted {
        report(.extraFieldInvalid, header, "\(what) 0x\(String(id, radix: 16)) \(fault)")
      }
    }
  }

  // MARK: - Names and attributes

  private mutating func checkNames(_ headers: inout [CentralHeader]) throws {
    var names = NameTable()
    for (index, header) in headers.enumerated() {
      guard names.count <= limits.entries else {
        throw ZipFinding(
          .limitEntries, "its names make more than \(limits.entries) files and folders")
      }
      guard let path = checkedName(of: header) else { continue }
      headers[index].path = path
      switch names.add(path, isFolder: header.isFolder) {
      case nil: break
      case .same: report(.nameClash, header, "the name is there twice")
      case .spelling(let other):
        report(
          .nameClash, header,
          "on systems that ignore case it is one with '\(other.escapedForDisplay)'")
      case .fileAndFolder(let other):
        report(.nameClash, header, "'\(other.escapedForDisplay)' is both a file and a folder")
      }
    }
  }

  private mutating func checkedName(of header: CentralHeader) -> BundlePath? {
    guard let text = String(validating: header.name, as: UTF8.self) else {
      report(.nameInvalid, header, "\(BundlePathProblem.notUTF8)")
      return nil
    }
    do throws(BundlePathProblem) {
      // By bytes: the slash can be one character with the sign before it.
      let name = header.isFolder ? String(text.unicodeScalars.dropLast()) : text
      let path = try BundlePath(name)
      if !path.string.utf8.elementsEqual(name.utf8) {
        report(.nameNotComposed, header, "the name is not in Unicode's composed form")
      }
      return path
    } catch {
      report(.nameInvalid, header, "\(error)")
      return nil
    }
  }

  private mutating func checkSizes(_ headers: [CentralHeader]) {
    let limits = limits
    var total: UInt64 = 0
    for header in headers {
      let (sum, overflow) = total.addingReportingOverflow(header.size)
      total = overflow ? .max : sum
      let (most, isUnlimited) = header.compressedSize.multipliedReportingOverflow(by: limits.ratio)
      if header.size > limits.ratioFreeSize, !isUnlimited, header.size > most {
        report(
          .limitRatio, header,
          "it would grow from \(header.compressedSize) to \(header.size) bytes; the limit is \(limits.ratio) times"
        )
      }
    }
    if total > limits.totalSize {
      findings.add(
        .limitSize, "its files have \(total) bytes together; the limit is \(limits.totalSize)")
    }
  }

  private mutating func checkAttributes(of header: CentralHeader) {
    if header.flags & ZipFlags.encrypted != 0 { report(.encrypted, header, "it is encrypted") }
    let unknown = header.flags & ~ZipFlags.known & ~ZipFlags.encrypted
    if unknown != 0 {
      report(
        .unsupportedFlags, header, "its flags 0x\(String(unknown, radix: 16)) are not known here")
    }
    if header.method != 0, header.method != 8 {
      report(
        .unsupportedMethod, header,
        "its method \(header.method) is neither stored (0) nor deflated (8)")
    }
    checkVersion(header.versionNeeded, of: header)
    if header.disk != 0 { report(.splitArchive, header, "it lies on another disk") }
    // Whatever system the writer claims: readers look at these bits too.
    switch header.attributes >> 16 & 0xF000 {
    case 0: break
    case 0x8000 where !header.isFolder: break
    case 0x4000 where header.isFolder: break
    case 0x8000, 0x4000:
      report(.folderInvalid, header, "its mode and its name disagree whether it is a folder")
    default: report(.unsupportedType, header, "it is neither a file nor a folder")
    }
    if header.attributes & 0x10 != 0, !header.isFolder {
      report(.folderInvalid, header, "its attributes say folder, its name says file")
    }
    if header.isFolder, header.size > 0 || header.compressedSize > 16 {
      report(.folderInvalid, header, "a folder cannot hold bytes")
    }
    checkStored(header)
  }

  /// Some readers skip what they are told not to understand.
  mutating func checkVersion(_ field: UInt16, of header: CentralHeader) {
    let version = ZipVersion.needed(field)
    if version > ZipVersion.newest {
      report(
        .unsupportedMethod, header,
        "it asks for a reader of version \(version / 10).\(version % 10) of the format")
    }
  }

  private mutating func checkStored(_ header: CentralHeader) {
    guard header.method == 0 else { return }
    if header.size != header.compressedSize {
      report(
        .storedSizeInvalid, header,
        "it is stored, but says \(header.compressedSize) bytes in the zip and \(header.size) outside"
      )
    }
    // Also where there is nothing to find the end of: Java's stream reader gives up all the same.
    if header.hasDescriptor {
      report(
        .descriptorInvalid, header,
        "it is stored with a data descriptor: readers of a stream cannot know where it ends")
    }
  }
}

extension CentralHeader {
  /// Puts the values of the ZIP64 field where the header leaves them to it.
  ///
  /// - Returns: false when the field is missing, too short, too long, or contradicts the header.
  mutating func takeZip64(_ field: ArraySlice<UInt8>?) -> Bool {
    let isLeft32 = UInt64(UInt32.max)
    let isNeeded =
      size == isLeft32 || compressedSize == isLeft32 || localOffset == isLeft32
      || disk == UInt32(UInt16.max)
    guard let field else { return !isNeeded }
    guard isNeeded else { return agrees(withUnneeded: field) }
    var reader = LittleEndianReader(field)
    if size == isLeft32 { size = reader.uint64() }
    if compressedSize == isLeft32 { compressedSize = reader.uint64() }
    if localOffset == isLeft32 { localOffset = reader.uint64() }
    if disk == UInt32(UInt16.max) { disk = reader.uint32() }
    return !reader.isOverrun && reader.remaining == 0
  }

  /// Some writers repeat in the field what the header says already.
  private func agrees(withUnneeded field: ArraySlice<UInt8>) -> Bool {
    var reader = LittleEndianReader(field)
    let values = [size, compressedSize, localOffset]
    for value in values where reader.remaining >= 8 {
      guard reader.uint64() == value else { return false }
    }
    if reader.remaining == 4 { return reader.uint32() == disk }
    return reader.remaining == 0
  }
}

/// Reads on from an offset in pieces of moderate size.
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

  /// The next `count` bytes.
  ///
  /// - Throws: ``ZipFinding`` when the directory ends before.
  mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    if bytes.count - start < count {
      let rest = Array(bytes[start...])
      let next = position + UInt64(rest.count)
      bytes = rest + (try source.read(at: next, count: Int(min(UInt64(Self.size), end - next))))
      start = 0
    }
    guard bytes.count - start >= count else {
      throw ZipFinding(
        .directoryInvalid, "the central directory is cut at offset \(position)")
    }
    defer {
      start += count
      position += UInt64(count)
    }
    return bytes[start..<(start + count)]
  }
}
