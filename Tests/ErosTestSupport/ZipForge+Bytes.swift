extension ZipForge {
  public func bytes() -> [UInt8] {
    var out = ForgedBytes(bytes: prefix)
    let base = isPrefixCounted ? 0 : prefix.count
    var offsets: [UInt32] = []
    for entry in entries {
      if !entry.isPhantom { out.add(entry.before) }
      offsets.append(UInt32(out.bytes.count - base))
      guard !entry.isPhantom else { continue }
      entry.addLocal(to: &out)
      out.add(entry.stream)
      entry.addDescriptor(to: &out)
      out.add(entry.after)
    }
    out.add(beforeDirectory)
    let directory = out.bytes.count
    let named = (directoryOrder ?? Array(entries.indices)).filter { !entries[$0].isHidden }
    if hasDirectory {
      for index in named { entries[index].addCentral(to: &out, offset: offsets[index]) }
    }
    let size = out.bytes.count - directory
    out.add(afterDirectory)
    addZip64(to: &out, entries: named.count, offset: directory - base, size: size)
    out.add(beforeEnd)
    guard hasEnd else { return out.bytes + suffix }
    let isZip64 = zip64 != nil
    out.add(end.signature)
    out.add(end.disk)
    out.add(end.directoryDisk)
    out.add(end.diskEntries ?? (isZip64 ? .max : UInt16(truncatingIfNeeded: named.count)))
    out.add(end.entries ?? (isZip64 ? .max : UInt16(truncatingIfNeeded: named.count)))
    out.add(end.directorySize ?? (isZip64 ? .max : UInt32(size)))
    out.add(end.directoryOffset ?? (isZip64 ? .max : UInt32(directory - base)))
    out.add(end.commentLength ?? UInt16(comment.count))
    out.add(comment)
    out.add(suffix)
    return out.bytes
  }

  private func addZip64(to out: inout ForgedBytes, entries: Int, offset: Int, size: Int) {
    guard let zip64 else { return }
    let start = UInt64(out.bytes.count)
    out.add(zip64.signature)
    out.add(zip64.recordSize)
    out.add(UInt16(45))
    out.add(UInt16(45))
    out.add(zip64.disk)
    out.add(zip64.directoryDisk)
    out.add(zip64.diskEntries ?? UInt64(entries))
    out.add(zip64.entries ?? UInt64(entries))
    out.add(zip64.directorySize ?? UInt64(size))
    out.add(zip64.directoryOffset ?? UInt64(offset))
    out.add(zip64.after)
    out.add(zip64.locatorSignature)
    out.add(zip64.locatorDisk)
    out.add(zip64.locatorOffset ?? start)
    out.add(zip64.locatorDisks)
  }
}

extension ZipForge.Entry {
  /// Data between local header and descriptor.
  public var stream: [UInt8] { packed ?? (method == 8 ? deflateStored(content) : content) }

  private var defaultFlags: UInt16 { flags | (descriptor == .none ? 0 : 1 << 3) }
  private var defaultCRC: UInt32 { crc ?? crc32(of: content) }
  private var defaultSize: UInt64 { size ?? UInt64(content.count) }
  private var defaultPackedSize: UInt64 { packedSize ?? UInt64(stream.count) }

  fileprivate func addLocal(to out: inout ForgedBytes) {
    let name = local.name ?? name
    out.add(local.signature ?? 0x0403_4B50)
    addCommon(local, to: &out)
    out.add(local.nameLength ?? UInt16(truncatingIfNeeded: name.count))
    out.add(local.extraLength ?? UInt16(truncatingIfNeeded: localExtra.count))
    out.add(name)
    out.add(localExtra)
  }

  fileprivate func addCentral(to out: inout ForgedBytes, offset: UInt32) {
    let name = central.name ?? name
    out.add(central.signature ?? 0x0201_4B50)
    out.add(versionMadeBy)
    addCommon(central, to: &out)
    out.add(central.nameLength ?? UInt16(truncatingIfNeeded: name.count))
    out.add(central.extraLength ?? UInt16(truncatingIfNeeded: extra.count))
    out.add(central.commentLength ?? UInt16(truncatingIfNeeded: comment.count))
    out.add(central.disk ?? 0)
    out.add(internalAttributes)
    out.add(attributes)
    out.add(central.offset ?? offset)
    out.add(name)
    out.add(extra)
    out.add(comment)
  }

  /// Adds the fields that both headers share, from the needed version to the sizes.
  private func addCommon(_ header: ZipForge.Header, to out: inout ForgedBytes) {
    out.add(header.versionNeeded ?? versionNeeded)
    out.add(header.flags ?? defaultFlags)
    out.add(header.method ?? method)
    out.add(header.time ?? time)
    out.add(header.date ?? date)
    out.add(header.crc ?? defaultCRC)
    out.add(UInt32(truncatingIfNeeded: header.packedSize ?? defaultPackedSize))
    out.add(UInt32(truncatingIfNeeded: header.size ?? defaultSize))
  }

  fileprivate func addDescriptor(to out: inout ForgedBytes) {
    guard descriptor != .none else { return }
    if descriptor == .signed || descriptor == .signed64 {
      out.add(described.signature ?? 0x0807_4B50)
    }
    out.add(described.crc ?? defaultCRC)
    let sizes = [described.packedSize ?? defaultPackedSize, described.size ?? defaultSize]
    for size in sizes {
      if descriptor == .signed64 || descriptor == .unsigned64 {
        out.add(size)
      } else {
        out.add(UInt32(truncatingIfNeeded: size))
      }
    }
  }
}

/// A buffer for little-endian numbers.
struct ForgedBytes {
  var bytes: [UInt8] = []

  mutating func add(_ more: [UInt8]) { bytes += more }

  mutating func add(_ number: some FixedWidthInteger) { bytes += littleEndian(number) }
}

public func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

public func extraField(_ id: UInt16, _ data: [UInt8]) -> [UInt8] {
  littleEndian(id) + littleEndian(UInt16(data.count)) + data
}

public func zip64Field(_ values: UInt64...) -> [UInt8] {
  extraField(1, values.flatMap { littleEndian($0) })
}

/// Returns a deflate stream of stored blocks.
public func deflateStored(_ content: [UInt8], blockSize: Int = 0xFFFF) -> [UInt8] {
  var stream: [UInt8] = []
  var position = 0
  repeat {
    let block = content[position...].prefix(blockSize)
    position += block.count
    let length = UInt16(block.count)
    stream.append(position == content.count ? 1 : 0)
    stream += littleEndian(length) + littleEndian(~length) + block
  } while position < content.count
  return stream
}

/// Returns the CRC-32 as used in zips.
public func crc32(of bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(UInt32.max) { crc, byte in
    CRCTable.values[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8
  }
}

private enum CRCTable {
  static let values: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
