/// Joins streams of one block each into one stream, which is no whole number of bytes each.
struct BZip2Joint {
  private var bytes = BZip2Format.header
  /// Bits that do not make a byte yet, and how many.
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private var checksum: UInt32 = 0

  /// Adds the block of `stream`.
  mutating func append(_ stream: [UInt8]) throws(DeltaError) {
    let start = BZip2Format.header.count
    guard let end = Self.endOfBlock(stream) else {
      throw .library("bzip2 made more or less than one block")
    }
    checksum = (checksum << 1 | checksum >> 31) ^ Self.checksum(of: stream)
    bytes.reserveCapacity(bytes.count + stream.count)
    let whole = end / 8
    let span = stream.span
    for index in start..<whole { append(UInt64(span[index]), count: 8) }
    if end % 8 > 0 { append(UInt64(stream[whole]) >> UInt64(8 - end % 8), count: end % 8) }
  }

  /// Ends the stream and returns it.
  consuming func finish() -> [UInt8] {
    append(BZip2Format.endMark, count: BZip2Format.markBits)
    append(UInt64(checksum), count: BZip2Format.checksumBits)
    if pendingCount > 0 { append(0, count: 8 - pendingCount) }
    return bytes
  }

  private mutating func append(_ bits: UInt64, count: Int) {
    pending = pending << UInt64(count) | bits
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  /// The checksum of the first block, which stands behind the block's mark.
  private static func checksum(of stream: [UInt8]) -> UInt32 {
    UInt32(bits(of: stream, from: headerBits + BZip2Format.markBits, count: 32))
  }

  /// Where, in bits, the only block of `stream` ends.
  ///
  /// The mark behind it is searched from the end, since up to seven bits fill the last byte. That of
  /// the whole stream is then the checksum of the only block.
  private static func endOfBlock(_ stream: [UInt8]) -> Int? {
    let tail = BZip2Format.markBits + BZip2Format.checksumBits
    guard stream.count * 8 >= headerBits + tail * 2 else { return nil }
    guard bits(of: stream, from: headerBits, count: BZip2Format.markBits) == BZip2Format.blockMark
    else { return nil }
    return (0..<8).lazy.map { stream.count * 8 - $0 - tail }.first { end in
      bits(of: stream, from: end, count: BZip2Format.markBits) == BZip2Format.endMark
        && bits(of: stream, from: end + BZip2Format.markBits, count: 32) == checksum(of: stream)
    }
  }

  private static var headerBits: Int { BZip2Format.header.count * 8 }

  private static func bits(of stream: [UInt8], from start: Int, count: Int) -> UInt64 {
    (start..<(start + count)).reduce(0) { bits, place in
      bits << 1 | UInt64(stream[place / 8] >> UInt8(7 - place % 8) & 1)
    }
  }
}
