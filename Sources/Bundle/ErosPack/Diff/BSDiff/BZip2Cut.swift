import ErosBundle

/// Splits input where bzip2 starts a new block.
enum BZip2Cut {
  /// Returns the ranges of `bytes` that fill one block each.
  ///
  /// As in bzip2, a run of 4 to 255 equal bytes counts as 5 bytes and is not split. If long runs
  /// counted in full, blocks would become too small, and each needs its own tables.
  static func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
    let bytesSlice = bytes[...]
    let bytes = bytesSlice.span
    var ranges: [Range<Int>] = []
    var start = 0
    var filled = 0
    var index = 0
    while index < bytes.count {
      if filled >= BZip2Format.blockSize {
        ranges.append(start..<index)
        start = index
        filled = 0
      }
      let length = runLength(bytes, at: index)
      filled += length < 4 ? length : 5
      index += length
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }

  private static func runLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let limit = min(bytes.count, index + BZip2Format.longestRun)
    var end = index + 1
    while end < limit, bytes[end] == bytes[index] { end += 1 }
    return end - index
  }
}
