/// What is wrong with a delta, before it is known how the delta is called.
enum DeltaFinding: Error, Equatable {
  case malformed(String)
  case laterVersion(UInt64)
  /// What is over which limit, and the option that raises it, if there is one.
  case overLimit(String, String?)
}

extension UInt64 {
  /// 0, -1, 1, -2, 2, … as 0, 1, 2, 3, 4, …, so that small numbers of both signs are short.
  init(zigzag number: Int) { self.init(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63) }

  /// The number that ``init(zigzag:)`` took.
  var unzigzagged: Int { Int(Int64(bitPattern: self >> 1) ^ -Int64(self & 1)) }
}

/// Writes numbers and texts one after the other.
struct ColumnWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes seven bits a byte, the lowest first; all but the last byte have the highest bit set.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ number: Int) { write(UInt64(number)) }

  mutating func write(raw bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

  /// Writes how long a text is, and the text.
  mutating func write(_ text: String) {
    write(text.utf8.count)
    write(raw: text.utf8)
  }
}

/// Reads what a ``ColumnWriter`` wrote, and nothing that it would have written in another way.
struct ColumnReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// How many bytes are still to come.
  var left: Int { bytes.count - position }

  mutating func number() throws(DeltaFinding) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < bytes.count else { throw .malformed("it ends in the middle of a number") }
      let byte = bytes[position]
      position += 1
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { throw .malformed("a number is too large") }
      value |= bits << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 else {
          throw .malformed("a number is longer than it need be")
        }
        return value
      }
    }
    throw .malformed("a number is too large")
  }

  /// Reads a number that something in memory is counted with.
  mutating func count(upTo limit: Int, _ what: String) throws(DeltaFinding) -> Int {
    let value = try number()
    guard value <= UInt64(limit) else {
      throw .malformed("it says \(value) \(what), where \(limit) are possible")
    }
    return Int(value)
  }

  mutating func take(_ count: Int) throws(DeltaFinding) -> ArraySlice<UInt8> {
    guard count <= left else { throw .malformed("it ends in the middle of a text") }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func text(upTo limit: Int) throws(DeltaFinding) -> String {
    let count = try count(upTo: limit, "bytes of text")
    guard let text = String(validating: try take(count), as: UTF8.self) else {
      throw .malformed("a text is not UTF-8")
    }
    return text
  }
}
