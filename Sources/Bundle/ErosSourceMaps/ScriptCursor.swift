/// Converts ascending positions in a script to byte offsets.
struct ScriptCursor {
  private let script: [UInt8]
  private var lineStart = 0
  private var columns: UTF16Columns
  /// Line of the last position, from 0.
  private(set) var line = 0
  /// Offset after the line break at the end of this line.
  private(set) var lineEnd: Int

  /// Starts after `skippedLines` lines, which do not count.
  init(_ script: [UInt8], skippingLines skippedLines: Int) {
    self.script = script
    var remainingLines = skippedLines
    while remainingLines > 0, lineStart < script.count {
      lineStart = Self.end(ofLineAt: lineStart, in: script)
      remainingLines -= 1
    }
    lineEnd = Self.end(ofLineAt: lineStart, in: script)
    columns = UTF16Columns(script, lineStart..<lineEnd)
  }

  /// Returns the offset of a position, whose line and column are counted from 0.
  ///
  /// - Returns: `nil` if the position is before the last one or outside its line.
  mutating func offset(ofLine wanted: Int, column: Int) -> Int? {
    guard wanted >= line else { return nil }
    while line < wanted, lineStart < script.count {
      line += 1
      lineStart = lineEnd
      lineEnd = Self.end(ofLineAt: lineStart, in: script)
      columns = UTF16Columns(script, lineStart..<lineEnd)
    }
    line = wanted
    return columns.offset(of: column)
  }

  private static func end(ofLineAt start: Int, in script: [UInt8]) -> Int {
    let end = script[start...].firstIndex(of: UInt8(ascii: "\n"))
    return end.map { $0 + 1 } ?? script.count
  }
}

/// Converts ascending columns, counted in UTF-16 code units, to byte offsets.
private struct UTF16Columns {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var column = 0
  private var offset: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    offset = range.lowerBound
  }

  /// Returns a column's offset, or `nil` if it is before the previous one or outside the line.
  mutating func offset(of wanted: Int) -> Int? {
    guard wanted >= column else { return nil }
    while column < wanted {
      guard offset < range.upperBound else { return nil }
      let byte = bytes[offset]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      offset = min(offset + length, range.upperBound)
      column += length == 4 ? 2 : 1
    }
    return offset
  }
}
