/// Replacements in a text that do not overlap.
struct TextChanges {
  private var changes: [(range: Range<Int>, text: String)] = []

  mutating func replace(_ range: Range<Int>, with text: String) { changes.append((range, text)) }

  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, with: text) }

  /// Returns `bytes` with the replacements.
  ///
  /// Insertions at the same offset keep their order.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let sorted = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, change) in sorted {
      result += bytes[position..<change.range.lowerBound] + Array(change.text.utf8)
      position = change.range.upperBound
    }
    return result + bytes[position...]
  }
}
