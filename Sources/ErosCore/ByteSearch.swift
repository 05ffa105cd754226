/// Finds one text in others; made once, it looks at only a part of their bytes (Horspool's way).
package struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// How far a byte under the needle's end lets it be moved.
  private let shifts: [Int]

  /// Takes what is looked for, which must not be empty.
  package init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "nothing to look for")
    var shifts = [Int](repeating: needle.count, count: 256)
    for (index, byte) in needle.dropLast().enumerated() {
      shifts[Int(byte)] = needle.count - 1 - index
    }
    self.needle = needle
    self.shifts = shifts
  }

  /// Where the needle begins for the first time from `start` on.
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
