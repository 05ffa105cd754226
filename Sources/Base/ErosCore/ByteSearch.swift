/// A reusable search for bytes (Boyer–Moore–Horspool).
package struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// The needle's shift for each value of the byte at its end.
  private let shifts: [Int]

  /// `needle` must not be empty.
  package init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "the needle is empty")
    var shifts = [Int](repeating: needle.count, count: 256)
    for (index, byte) in needle.dropLast().enumerated() {
      shifts[Int(byte)] = needle.count - 1 - index
    }
    self.needle = needle
    self.shifts = shifts
  }

  /// Returns the first match at or after `start`.
  package func first(in bytes: Span<UInt8>, from start: Int = 0) -> Int? {
    let last = needle.count - 1
    var index = start
    while index + last < bytes.count {
      let end = bytes[index + last]
      if end == needle[last] {
        var length = 0
        while length < last, bytes[index + length] == needle[length] { length += 1 }
        if length == last { return index }
      }
      index += shifts[Int(end)]
    }
    return nil
  }
}
