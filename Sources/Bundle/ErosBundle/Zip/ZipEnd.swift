import ErosCore
import ErosFiles

/// Location of the central directory, according to the records at a zip's end.
struct ZipEnd {
  private static let recordSize = 22
  private static let locatorSize = 20
  private static let zip64RecordSize = 56
  private static let maximumCommentSize = 0xFFFF

  let entryCount: UInt64
  let directoryOffset: UInt64
  let directorySize: UInt64
  /// The first end record's offset.
  ///
  /// The directory must end there.
  let offset: UInt64

  /// Finds and checks the end records.
  ///
  /// - Throws: ``ZipFinding`` if the records are invalid, or `FileError`.
  init(_ source: some ZipSource) throws {
    let tailSize = min(
      source.size, UInt64(Self.locatorSize + Self.recordSize + Self.maximumCommentSize))
    let tail = try source.read(at: source.size - tailSize, count: Int(tailSize))
    let position = try Self.position(in: tail)
    let recordOffset = source.size - tailSize + UInt64(position)
    try Self.checkLocators(in: tail, before: position, source)
    var reader = LittleEndianReader(tail[(position + 4)...])
    let (disk, directoryDisk) = (reader.uint16(), reader.uint16())
    let (diskEntries, entries) = (reader.uint16(), reader.uint16())
    let (size, offset) = (reader.uint32(), reader.uint32())
    guard disk == 0 || disk == .max, directoryDisk == 0 || directoryDisk == .max,
      diskEntries == entries
    else {
      throw ZipFinding(.splitArchive, "the end-of-central-directory record declares several disks")
    }
    guard let zip64 = try Self.zip64Record(source, before: recordOffset) else {
      guard disk == 0, directoryDisk == 0 else {
        throw ZipFinding(
          .splitArchive, "the end-of-central-directory record declares several disks")
      }
      entryCount = UInt64(entries)
      directorySize = UInt64(size)
      directoryOffset = UInt64(offset)
      self.offset = recordOffset
      return
    }
    guard entries == .max || UInt64(entries) == zip64.entries,
      size == .max || UInt64(size) == zip64.size,
      offset == .max || UInt64(offset) == zip64.directory
    else {
      throw ZipFinding(
        .zip64Invalid, "the end-of-central-directory record and its ZIP64 record differ")
    }
    entryCount = zip64.entries
    directorySize = zip64.size
    directoryOffset = zip64.directory
    self.offset = zip64.offset
  }

  /// Finds the end record: the last signature, with a comment that ends with the file.
  ///
  /// Readers search in different ways, so a second valid position is rejected.
  private static func position(in tail: [UInt8]) throws -> Int {
    let positions = Self.positions(of: ZipSignature.endRecord, in: tail)
    guard let last = positions.last else {
      throw ZipFinding(
        .notAZip,
        "not a zip archive, or truncated: end-of-central-directory record not found")
    }
    let complete = positions.filter { endsWithFile(tail, at: $0) }
    guard complete.count < 2 else {
      throw ZipFinding(
        .endRecordInvalid,
        "two end-of-central-directory records found; readers could use either")
    }
    guard complete == [last] else {
      throw ZipFinding(
        .endRecordInvalid,
        "the end-of-central-directory record does not end with the file: bytes are missing or follow it"
      )
    }
    return last
  }

  private static func endsWithFile(_ tail: [UInt8], at position: Int) -> Bool {
    guard position + recordSize <= tail.count else { return false }
    let length = Int(tail[position + 20]) | Int(tail[position + 21]) << 8
    return position + recordSize + length == tail.count
  }

  private static func positions(of signature: UInt32, in tail: [UInt8]) -> [Int] {
    let search = ByteSearch(littleEndianBytes(signature))
    var positions: [Int] = []
    let slice = tail[...]
    while let position = search.first(
      in: slice.span, from: positions.last.map { $0 + 1 } ?? 0)
    {
      positions.append(position)
    }
    return positions
  }

  /// Rejects a ZIP64 locator that is not directly before the end record.
  ///
  /// minizip, which iOS clients use, reads the last locator near the file's end at any position,
  /// even in a comment or in data, and even if the end record has no ZIP64 values. It uses a
  /// locator that declares one disk and points to a ZIP64 end record, and ignores all others.
  private static func checkLocators(
    in tail: [UInt8], before end: Int, _ source: some ZipSource
  ) throws {
    for position in positions(of: ZipSignature.zip64Locator, in: tail)
    where position != end - locatorSize {
      let locator = Zip64Locator(tail[position...])
      guard locator.isSingleDisk, locator.offset < source.size else { continue }
      let signature = littleEndianBytes(ZipSignature.zip64EndRecord)
      if try source.read(at: locator.offset, count: signature.count) == signature {
        throw ZipFinding(
          .endRecordInvalid,
          "second ZIP64 end record with a locator found; readers could use either")
      }
    }
  }

  private static func zip64Record(
    _ source: some ZipSource, before end: UInt64
  ) throws -> (entries: UInt64, size: UInt64, directory: UInt64, offset: UInt64)? {
    guard end >= UInt64(locatorSize) else { return nil }
    let locatorOffset = end - UInt64(locatorSize)
    let locator = Zip64Locator(try source.read(at: locatorOffset, count: locatorSize)[...])
    guard locator.signature == ZipSignature.zip64Locator else { return nil }
    let offset = locator.offset
    guard locator.isSingleDisk else {
      throw ZipFinding(.splitArchive, "the ZIP64 locator declares several disks")
    }
    guard locatorOffset >= UInt64(zip64RecordSize),
      offset == locatorOffset - UInt64(zip64RecordSize)
    else {
      throw ZipFinding(
        .zip64Invalid, "the ZIP64 end record is not directly before its locator")
    }
    var record = LittleEndianReader(try source.read(at: offset, count: zip64RecordSize))
    guard record.uint32() == ZipSignature.zip64EndRecord,
      record.uint64() == UInt64(zip64RecordSize - 12)
    else {
      throw ZipFinding(.zip64Invalid, "the ZIP64 end record has a wrong signature or size")
    }
    _ = record.uint32()  // version made by, version needed
    let (thisDisk, directoryDisk) = (record.uint32(), record.uint32())
    let (diskEntries, entries) = (record.uint64(), record.uint64())
    guard thisDisk == 0, directoryDisk == 0, diskEntries == entries else {
      throw ZipFinding(.splitArchive, "the ZIP64 end record declares several disks")
    }
    return (entries, record.uint64(), record.uint64(), offset)
  }
}

/// Points to the ZIP64 end record.
///
/// Missing bytes are read as 0.
private struct Zip64Locator {
  let signature: UInt32
  let offset: UInt64
  let isSingleDisk: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    var reader = LittleEndianReader(bytes)
    signature = reader.uint32()
    let disk = reader.uint32()
    offset = reader.uint64()
    let disks = reader.uint32()
    isSingleDisk = disk == 0 && disks == 1
  }
}

/// A finding that ends the structure check.
struct ZipFinding: Error {
  let finding: Finding

  init(_ code: BundleFindingCode, subject: String? = nil, _ message: Message) {
    finding = Finding(code, subject: subject, message)
  }
}

/// Returns a signature's four bytes in file order.
func littleEndianBytes(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
