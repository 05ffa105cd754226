import ErosCore

/// Checks local headers and the layout of entries.
extension ZipStructureCheck {
  mutating func checkLayout(_ headers: [CentralHeader], end: UInt64) throws {
    var dataOffsets = [UInt64](repeating: 0, count: headers.count)
    var expected: UInt64 = 0
    let order = headers.indices.sorted { headers[$0].localOffset < headers[$1].localOffset }
    for (position, index) in order.enumerated() {
      let header = headers[index]
      try checkStart(of: header, expected: expected)
      let next = position + 1 < order.count ? headers[order[position + 1]].localOffset : end
      let local = try readLocalHeader(header, end: end)
      compare(local, with: header)
      dataOffsets[index] = header.localOffset + local.length
      expected = try dataEnd(of: header, local: local, next: next)
    }
    guard expected == end else {
      throw ZipFinding(
        .bytesUnaccounted,
        "\(end - expected) bytes at offset \(expected), before the central directory, do not belong to an entry"
      )
    }
    entries = zip(headers, dataOffsets).compactMap { ZipEntry($0, dataOffset: $1) }
  }

  private func checkStart(of header: CentralHeader, expected: UInt64) throws {
    guard header.localOffset >= expected else {
      throw ZipFinding(
        .recordsOverlap, subject: header.shownName,
        "it starts at offset \(header.localOffset), before the end of the previous entry (offset \(expected))"
      )
    }
    guard header.localOffset == expected else {
      throw ZipFinding(
        .bytesUnaccounted, subject: header.shownName,
        "\(header.localOffset - expected) bytes before it, at offset \(expected), do not belong to an entry"
      )
    }
  }

  private func readLocalHeader(_ header: CentralHeader, end: UInt64) throws -> LocalHeader {
    func invalid(_ message: Message) -> ZipFinding {
      ZipFinding(.localHeaderInvalid, subject: header.shownName, message)
    }
    // Usually the complete header, because local extra fields are rarely longer than central ones.
    let guess = LocalHeader.fixedSize + header.name.count + header.extra.count + 64
    var bytes = try read(at: header.localOffset, count: guess, end: end)
    var reader = LittleEndianReader(bytes)
    guard reader.uint32() == ZipSignature.localHeader else {
      throw invalid("no local header found at offset \(header.localOffset)")
    }
    var local = LocalHeader(
      versionNeeded: reader.uint16(), flags: reader.uint16(), method: reader.uint16(),
      time: reader.uint16(),
      date: reader.uint16(), crc32: reader.uint32(), compressedSize: UInt64(reader.uint32()),
      size: UInt64(reader.uint32()), name: [], extra: [])
    let (nameLength, extraLength) = (Int(reader.uint16()), Int(reader.uint16()))
    let length = LocalHeader.fixedSize + nameLength + extraLength
    if length > bytes.count {
      bytes = try read(at: header.localOffset, count: length, end: end)
    }
    guard length <= bytes.count else { throw invalid("its local header is truncated") }
    local.name = Array(bytes[LocalHeader.fixedSize...].prefix(nameLength))
    local.extra = Array(bytes[(LocalHeader.fixedSize + nameLength)...].prefix(extraLength))
    return local
  }

  private func read(at offset: UInt64, count: Int, end: UInt64) throws -> [UInt8] {
    guard offset < end else { return [] }
    return try source.read(at: offset, count: Int(min(UInt64(count), end - offset)))
  }

  // MARK: - Local and central header

  private mutating func compare(_ local: LocalHeader, with header: CentralHeader) {
    func differs(_ field: Message) {
      report(
        .localHeaderMismatch, header,
        "its local header and the central directory differ in the \(field)")
    }
    var local = local
    checkExtra(&local, header)
    if ZipVersion.needed(local.versionNeeded) != ZipVersion.needed(header.versionNeeded) {
      checkVersion(local.versionNeeded, of: header)
    }
    if local.name != header.name { differs("name") }
    if local.flags != header.flags { differs("flags") }
    if local.method != header.method { differs("method") }
    if local.time != header.time || local.date != header.date { differs("time") }
    // A local header with a data descriptor may have 0 instead of these values.
    let mayBeZero = header.hasDescriptor
    if local.crc32 != header.crc32, !(mayBeZero && local.crc32 == 0) { differs("checksum") }
    if local.size != header.size, !(mayBeZero && local.size == 0) { differs("size") }
    if local.compressedSize != header.compressedSize, !(mayBeZero && local.compressedSize == 0) {
      differs("compressed size")
    }
  }

  private mutating func checkExtra(_ local: inout LocalHeader, _ header: CentralHeader) {
    guard let fields = ZipExtra.fields(local.extra) else {
      return report(.extraFieldInvalid, header, "its local extra fields do not match their length")
    }
    checkFields(fields, header, "local extra field")
    let zip64 = fields.filter { $0.id == ZipExtra.zip64 }
    let omitted = UInt64(UInt32.max)
    let isNeeded = local.size == omitted || local.compressedSize == omitted
    guard let field = zip64.first?.data else {
      if isNeeded { report(.zip64Invalid, header, "its local header has no ZIP64 field") }
      return
    }
    var reader = LittleEndianReader(field)
    let (size, compressedSize) = (reader.uint64(), reader.uint64())
    let isZero = header.hasDescriptor && size == 0 && compressedSize == 0
    let agrees = size == header.size && compressedSize == header.compressedSize
    guard zip64.count == 1, !reader.isOverrun, reader.remaining == 0, isZero || agrees else {
      return report(
        .zip64Invalid, header, "its local ZIP64 field does not match both sizes")
    }
    if header.hasDescriptor, !header.hasLongDescriptor {
      reportDescriptor(
        header, "its ZIP64 field makes some readers expect a 64-bit data descriptor")
    }
    if local.size == omitted { local.size = size }
    if local.compressedSize == omitted { local.compressedSize = compressedSize }
  }

  // MARK: - End of the data

  /// Returns the next record's offset.
  private mutating func dataEnd(
    of header: CentralHeader, local: LocalHeader, next: UInt64
  ) throws -> UInt64 {
    let dataOffset = header.localOffset + local.length
    let (end, overflow) = dataOffset.addingReportingOverflow(header.compressedSize)
    guard !overflow, end <= next else {
      throw ZipFinding(
        .recordsOverlap, subject: header.shownName,
        "its \(header.compressedSize) bytes at offset \(dataOffset) overlap the next record at offset \(next)"
      )
    }
    guard header.hasDescriptor else { return end }
    return try checkDescriptor(of: header, at: end, next: next)
  }

  /// With a signature and sizes of 64 bits.
  private static var longestDescriptor: Int { 24 }

  /// Checks the data descriptor, and returns where it ends.
  ///
  /// A descriptor has an optional signature, and sizes of 32 bits, or of 64 bits if one requires
  /// it. Stream readers use the same rules.
  private mutating func checkDescriptor(
    of header: CentralHeader, at offset: UInt64, next: UInt64
  ) throws -> UInt64 {
    let isLong = header.hasLongDescriptor
    let length = isLong ? 20 : 12
    let bytes = try read(at: offset, count: length + 4, end: next)
    var reader = LittleEndianReader(bytes)
    let isSigned = bytes.starts(with: littleEndianBytes(ZipSignature.descriptor))
    if isSigned { _ = reader.uint32() }
    let crc32 = reader.uint32()
    let compressedSize = isLong ? reader.uint64() : UInt64(reader.uint32())
    let size = isLong ? reader.uint64() : UInt64(reader.uint32())
    guard !reader.isOverrun else {
      reportDescriptor(header, "its data descriptor is missing or truncated")
      return next
    }
    if crc32 != header.crc32 || compressedSize != header.compressedSize || size != header.size {
      reportDescriptor(
        header, "its data descriptor and the central directory differ in checksum or size")
      // A wrong signature or another form of the descriptor is not a second error.
      if next - offset <= UInt64(Self.longestDescriptor) { return next }
    }
    return offset + UInt64(length + (isSigned ? 4 : 0))
  }
}

extension ZipEntry {
  /// Returns `nil` if the name is invalid.
  init?(_ header: CentralHeader, dataOffset: UInt64) {
    guard let path = header.path else { return nil }
    self.init(
      path: path, isFolder: header.isFolder, method: header.method == 0 ? .stored : .deflated,
      crc32: header.crc32, compressedSize: header.compressedSize, size: header.size,
      dataOffset: dataOffset)
  }
}
