package import ErosCore
import ErosCrypto
package import ErosFiles

/// Writes uncompressed zips.
///
/// Needs neither libzip nor a compressor.
///
/// For the same folders and files, it writes the same bytes as the packer with compression off. All
/// times are 1980-01-01 and all permissions 0644 or 0755.
package struct StoredZipWriter {
  private static let earliestDate: UInt16 = 0x21
  private static let madeBy: UInt16 = 3 << 8 | 63

  private let file: StagedFile
  private var offset: UInt64 = 0
  private var directory: [UInt8] = []
  private var entryCount = 0

  /// Starts a zip in the empty file `file`, which the caller commits.
  package init(_ file: StagedFile) {
    self.file = file
  }

  /// Adds an empty folder.
  mutating func addFolder(_ path: BundlePath) throws(FileError) {
    let entry = Entry(name: Array((path.string + "/").utf8), isFolder: true, offset: offset)
    try file.write(entry.localHeader, at: offset)
    finish(entry)
  }

  /// Adds the file at `source` and returns its digest.
  ///
  /// - Throws: `FileError` if a file cannot be read or written, `CryptoError` if hashing fails.
  package mutating func addFile(
    _ path: BundlePath, _ source: ReadableFile
  ) throws -> FileDigest {
    var entry = Entry(
      name: Array(path.string.utf8), size: source.status.size, offset: offset)
    var hasher = try FileHasher()
    var position = offset + UInt64(entry.localHeader.count)
    entry.size = 0
    try source.forEachChunk { chunk in
      try hasher.update(chunk)
      entry.crc32 = CRC32.update(entry.crc32, chunk)
      entry.size += UInt64(chunk.count)
      try file.write(chunk, at: position)
      position += UInt64(chunk.count)
    }
    // The header has the checksum, so it is written after the contents.
    try file.write(entry.localHeader, at: offset)
    finish(entry)
    return try hasher.finish()
  }

  package mutating func addFile(_ path: BundlePath, _ bytes: [UInt8]) throws(FileError) {
    var entry = Entry(name: Array(path.string.utf8), size: UInt64(bytes.count), offset: offset)
    entry.crc32 = CRC32.update(0, bytes)
    try file.write(entry.localHeader + bytes, at: offset)
    finish(entry)
  }

  /// Writes the central directory.
  package func finish() throws(FileError) {
    try file.write(directory + endRecords(), at: offset)
  }

  private mutating func finish(_ entry: Entry) {
    directory += entry.centralHeader
    entryCount += 1
    offset += UInt64(entry.localHeader.count) + entry.size
  }

  /// Returns the end record, after the ZIP64 records if a number does not fit into it.
  private func endRecords() -> [UInt8] {
    var bytes: [UInt8] = []
    let size = UInt64(directory.count)
    let count = UInt64(entryCount)
    if max(size, offset) >= UInt64(UInt32.max) || count >= UInt64(UInt16.max) {
      bytes.append(littleEndian: ZipSignature.zip64EndRecord)
      bytes.append(littleEndian: UInt64(44))
      bytes.append(littleEndian: Self.madeBy)
      bytes.append(littleEndian: ZipVersion.maximum)
      bytes.append(littleEndian: UInt64(0))  // both disk numbers
      for number in [count, count, size, offset] { bytes.append(littleEndian: number) }
      bytes.append(littleEndian: ZipSignature.zip64Locator)
      bytes.append(littleEndian: UInt32(0))
      bytes.append(littleEndian: offset + size)
      bytes.append(littleEndian: UInt32(1))
    }
    bytes.append(littleEndian: ZipSignature.endRecord)
    bytes.append(littleEndian: UInt32(0))  // both disk numbers
    for _ in 0..<2 { bytes.append(littleEndian: UInt16(clamping: count)) }
    for number in [size, offset] { bytes.append(littleEndian: UInt32(clamping: number)) }
    bytes.append(littleEndian: UInt16(0))  // no comment
    return bytes
  }

  private struct Entry {
    private static let utf8Name: UInt16 = 1 << 11
    private static let unixFile: UInt32 = 0o100644 << 16
    /// The low bits mark a folder for readers that know only DOS attributes.
    private static let unixFolder: UInt32 = 0o040755 << 16 | 0x10

    let name: [UInt8]
    var isFolder = false
    var size: UInt64 = 0
    var crc32: UInt32 = 0
    let offset: UInt64

    private var needsLongSize: Bool { size >= UInt64(UInt32.max) }

    private var versionNeeded: UInt16 {
      needsLongSize || offset >= UInt64(UInt32.max) ? ZipVersion.maximum : isFolder ? 20 : 10
    }

    var localHeader: [UInt8] {
      var extra: [UInt8] = []
      if needsLongSize { extra = Self.zip64Field([size, size]) }
      var bytes: [UInt8] = []
      bytes.append(littleEndian: ZipSignature.localHeader)
      bytes.append(littleEndian: needsLongSize ? ZipVersion.maximum : isFolder ? 20 : 10)
      appendCommonFields(to: &bytes, extraSize: extra.count)
      return bytes + name + extra
    }

    var centralHeader: [UInt8] {
      var long: [UInt64] = needsLongSize ? [size, size] : []
      if offset >= UInt64(UInt32.max) { long.append(offset) }
      let extra = long.isEmpty ? [] : Self.zip64Field(long)
      var bytes: [UInt8] = []
      bytes.append(littleEndian: ZipSignature.centralHeader)
      bytes.append(littleEndian: StoredZipWriter.madeBy)
      bytes.append(littleEndian: versionNeeded)
      appendCommonFields(to: &bytes, extraSize: extra.count)
      bytes += [0, 0, 0, 0, 0, 0]  // no comment, first disk, binary data
      bytes.append(littleEndian: isFolder ? Self.unixFolder : Self.unixFile)
      bytes.append(littleEndian: UInt32(clamping: offset))
      return bytes + name + extra
    }

    /// Appends what both headers share, from the flags to the extra field's size.
    private func appendCommonFields(to bytes: inout [UInt8], extraSize: Int) {
      bytes.append(littleEndian: name.allSatisfy { $0 < 0x80 } ? 0 : Self.utf8Name)
      bytes.append(littleEndian: UInt16(0))  // stored
      bytes.append(littleEndian: UInt16(0))  // midnight
      bytes.append(littleEndian: StoredZipWriter.earliestDate)
      bytes.append(littleEndian: crc32)
      for _ in 0..<2 { bytes.append(littleEndian: UInt32(clamping: size)) }
      bytes.append(littleEndian: UInt16(name.count))
      bytes.append(littleEndian: UInt16(extraSize))
    }

    private static func zip64Field(_ values: [UInt64]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: ZipExtra.zip64)
      bytes.append(littleEndian: UInt16(8 * values.count))
      for value in values { bytes.append(littleEndian: value) }
      return bytes
    }
  }
}

extension [UInt8] {
  /// Lowest byte first.
  fileprivate mutating func append<Number: FixedWidthInteger & UnsignedInteger>(
    littleEndian number: Number
  ) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
