import ErosBundle
import ErosCore

/// Joins bzip2 streams that have one block each, bit by bit.
struct BZip2Joint {
  private var bytes = BZip2Format.header
  /// Bits that do not fill a byte yet.
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private var checksum: UInt32 = 0

  /// Appends the only block of `stream`.
  mutating func append(_ stream: [UInt8]) throws(DeltaError) {
    let start = BZip2Format.header.count
    guard let end = Self.endOfBlock(stream) else {
      throw .library("bzip2 did not write exactly one block")
    }
    checksum = (checksum << 1 | checksum >> 31) ^ Self.checksum(of: stream)
    bytes.reserveCapacity(bytes.count + stream.count)
    let byteCount = end / 8
    let spanSlice = stream[...]
    let span = spanSlice.span
    for index in start..<byteCount { append(UInt64(span[index]), count: 8) }
    if end % 8 > 0 { append(UInt64(stream[byteCount]) >> UInt64(8 - end % 8), count: end % 8) }
  }

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

  /// Checksum of the first block, stored after its block mark.
  private static func checksum(of stream: [UInt8]) -> UInt32 {
    UInt32(bits(of: stream, from: headerBits + BZip2Format.markBits, count: 32))
  }

  /// Returns the bit offset where the only block of `stream` ends.
  ///
  /// The search for the end mark starts at the end, because up to seven bits pad the last byte.
  /// With a single block, stream and block have the same checksum.
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
    (start..<(start + count)).reduce(0) { bits, bit in
      bits << 1 | UInt64(stream[bit / 8] >> UInt8(7 - bit % 8) & 1)
    }
  }
}
