extension String {
  /// Drops ASCII white space at both ends.
  package var trimmed: String {
    let bytes = Array(utf8)
    return String(decoding: bytes[bytes.trimmed(bytes.indices)], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Returns `range` without ASCII white space at both ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isSpace { start += 1 }
    while end > start, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }
}
