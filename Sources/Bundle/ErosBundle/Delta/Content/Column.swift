import ErosCore

/// An error in a delta, thrown where the delta's path is not known.
enum DeltaFormatError: Error, Equatable {
  case malformed(Message)
  /// Only a development version made this format.
  case developmentVersion
  case laterVersion(UInt64)
  /// A value exceeds a limit.
  ///
  /// The string names the option that raises it, or is `nil` if it is fixed.
  case overLimit(Message, String?)
}

extension UInt64 {
  /// Encodes 0, -1, 1, -2, 2, … as 0, 1, 2, 3, 4, …, so that small numbers of either sign are
  /// short.
  init(zigzag number: Int) { self.init(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63) }

  /// Undoes ``init(zigzag:)``.
  var unzigzagged: Int { Int(Int64(bitPattern: self >> 1) ^ -Int64(self & 1)) }
}

/// Writes numbers, strings and raw bytes.
struct ColumnWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes 7 bits per byte, lowest first.
  ///
  /// Bit 7 is set in all bytes but the last.
  mutating func write(_ number: UInt64) {
    var remainder = number
    while remainder >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: remainder) | 0x80)
      remainder >>= 7
    }
    bytes.append(UInt8(remainder))
  }

  mutating func write(_ number: Int) { write(UInt64(number)) }

  mutating func write(raw bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

  /// Writes the length in bytes, then UTF-8.
  mutating func write(_ string: String) {
    write(string.utf8.count)
    write(raw: string.utf8)
  }
}

/// Reads what ``ColumnWriter`` has written.
///
/// Any other encoding of the same value is an error.
struct ColumnReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  var left: Int { bytes.count - position }

  mutating func number() throws(DeltaFormatError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < bytes.count else { throw .malformed("it ends within a number") }
      let byte = bytes[position]
      position += 1
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { throw .malformed("a number is too large") }
      value |= bits << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 else {
          throw .malformed("a number has superfluous bytes")
        }
        return value
      }
    }
    throw .malformed("a number is too large")
  }

  /// Reads a number of at most `limit`.
  ///
  /// Errors call it `field`.
  mutating func count(upTo limit: Int, _ field: Message) throws(DeltaFormatError) -> Int {
    let value = try number()
    guard value <= UInt64(limit) else {
      throw .malformed("its \(field) is \(value); the maximum is \(limit)")
    }
    return Int(value)
  }

  mutating func take(_ count: Int) throws(DeltaFormatError) -> ArraySlice<UInt8> {
    guard count <= left else { throw .malformed("it is truncated") }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func string(upTo limit: Int) throws(DeltaFormatError) -> String {
    let count = try count(upTo: limit, "string length")
    guard let string = String(wellFormed: try take(count)) else {
      throw .malformed("a string is not UTF-8")
    }
    return string
  }
}
