import ErosCore
import ErosFiles

/// Where the central directory lies, as the records at the end of a zip say.
struct ZipEnd {
  private static let recordSize = 22
  private static let locatorSize = 20
  private static let zip64RecordSize = 56
  private static let longestComment = 0xFFFF

  let entryCount: UInt64
  let directoryOffset: UInt64
  let directorySize: UInt64
  /// Where the first of the end records begins; the directory must end there.
  let offset: UInt64

  /// Finds and checks the records.
  ///
  /// - Throws: the one finding that makes it useless to read on, or `FileError`.
  init(_ source: some ZipSource) throws {
    let tailSize = min(
      source.size, UInt64(Self.locatorSize + Self.recordSize + Self.longestComment))
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
      throw ZipFinding(.splitArchive, "the end record speaks of several disks")
    }
    guard let zip64 = try Self.zip64Record(source, before: recordOffset) else {
      guard disk == 0, directoryDisk == 0 else {
        throw ZipFinding(.splitArchive, "the end record speaks of several disks")
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
      throw ZipFinding(.zip64Invalid, "the end record and its ZIP64 form contradict each other")
    }
    entryCount = zip64.entries
    directorySize = zip64.size
    directoryOffset = zip64.directory
    self.offset = zip64.offset
  }

  /// Finds the end record: the last signature, whose comment ends with the file.
  ///
  /// Readers search in different ways, so a second place that fits is refused.
  private static func position(in tail: [UInt8]) throws -> Int {
    let positions = Self.positions(of: ZipSignature.endRecord, in: tail)
    guard let last = positions.last else {
      throw ZipFinding(.notAZip, "there is no end record, so this is no zip, or it is cut")
    }
    let fitting = positions.filter { fits(tail, at: $0) }
    guard fitting.count < 2 else {
      throw ZipFinding(.endRecordInvalid, "there are two end records; readers could take either")
    }
    guard fitting == [last] else {
      throw ZipFinding(
        .endRecordInvalid,
        "the end record and its comment do not end where the file does: bytes are missing or follow"
      )
    }
    return last
  }

  private static func fits(_ tail: [UInt8], at position: Int) -> Bool {
    guard position + recordSize <= tail.count else { return false }
    let length = Int(tail[position + 20]) | Int(tail[position + 21]) << 8
    return position + recordSize + length == tail.count
  }

  private static func positions(of signature: UInt32, in tail: [UInt8]) -> [Int] {
    let bytes = littleEndianBytes(signature)
    // Most bytes are not the first one, and comparing slices takes long.
    return tail.indices.dropLast(bytes.count - 1).filter {
      tail[$0] == bytes[0] && tail[$0..<($0 + bytes.count)].elementsEqual(bytes)
    }
  }

  /// Refuses a ZIP64 locator that stands elsewhere than before the end record.
  ///
  /// minizip, which iOS clients unzip with, takes the last locator near the end of the file wherever
  /// it is, in a comment or in data, and whether or not the end record leaves anything to ZIP64. It
  /// believes one that speaks of one disk and points at a ZIP64 end record, and ignores others.
  private static func checkLocators(
    in tail: [UInt8], before end: Int, _ source: some ZipSource
  ) throws {
    for position in positions(of: ZipSignature.zip64Locator, in: tail)
    where position != end - locatorSize {
      let locator = Zip64Locator(tail[position...])
      guard locator.isOfOneDisk, locator.offset < source.size else { continue }
      let signature = littleEndianBytes(ZipSignature.zip64EndRecord)
      if try source.read(at: locator.offset, count: signature.count) == signature {
        throw ZipFinding(
          .endRecordInvalid,
          "there is a second ZIP64 end record with a locator; readers could take either")
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
    guard locator.isOfOneDisk else {
      throw ZipFinding(.splitArchive, "the ZIP64 locator speaks of several disks")
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
    _ = record.uint32()  // the versions of the writer and of the reader that is needed
    let (thisDisk, directoryDisk) = (record.uint32(), record.uint32())
    let (diskEntries, entries) = (record.uint64(), record.uint64())
    guard thisDisk == 0, directoryDisk == 0, diskEntries == entries else {
      throw ZipFinding(.splitArchive, "the ZIP64 end record speaks of several disks")
    }
    return (entries, record.uint64(), record.uint64(), offset)
  }
}

/// The record that tells where the ZIP64 end record is; of one that is cut the rest is zeros.
private struct Zip64Locator {
  let signature: UInt32
  let offset: UInt64
  let isOfOneDisk: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    var reader = LittleEndianReader(bytes)
    signature = reader.uint32()
    let disk = reader.uint32()
    offset = reader.uint64()
    let disks = reader.uint32()
    isOfOneDisk = disk == 0 && disks == 1
  }
}

/// A finding after which the structure cannot be read on.
struct ZipFinding: Error {
  let finding: Finding

  init(_ code: BundleFindingCode, subject: String? = nil, _ message: String) {
    finding = Finding(code, subject: subject, message)
  }
}

/// The four bytes of a signature as they stand in the file.
func littleEndianBytes(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
