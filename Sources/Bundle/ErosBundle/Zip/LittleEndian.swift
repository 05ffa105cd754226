/// Reads little-endian numbers.
///
/// Beyond the end it returns 0 and sets ``isOverrun``.
struct LittleEndianReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int
  /// `true` after a read beyond the end.
  private(set) var isOverrun = false

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  var remaining: Int { bytes.endIndex - position }

  mutating func uint16() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }

  mutating func uint32() -> UInt32 { UInt32(truncatingIfNeeded: number(4)) }

  mutating func uint64() -> UInt64 { number(8) }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard count <= remaining else {
      isOverrun = true
      position = bytes.endIndex
      return []
    }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  private mutating func number(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in take(count).reversed() { value = value << 8 | UInt64(byte) }
    return value
  }
}
