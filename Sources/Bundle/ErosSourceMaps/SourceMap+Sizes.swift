extension SourceMap {
  /// Returns the bytes of `script` by source; bytes without a source are not counted.
  ///
  /// `skippedLines` lines were added at the start of the script after the map was written.
  ///
  /// - Throws: ``Problem`` if the mappings are malformed or refer to positions outside the script.
  package func sizes(
    in script: [UInt8], skippingLines skippedLines: Int
  ) throws(Problem) -> [Int] {
    var counter = SourceSizeCounter(script, skippingLines: skippedLines, count: sources.count)
    var firstSource = 0
    for section in sections {
      try section.forEachSegment { segment throws(Problem) in
        try counter.add(segment, firstSource: firstSource)
      }
      firstSource += section.sources.count
    }
    return counter.finish()
  }
}

/// A counter of the bytes of each source in a script.
private struct SourceSizeCounter {
  private let script: [UInt8]
  private var sizes: [Int]
  private var line = 0
  private var lineStart = 0
  private var lineEnd: Int
  private var columns: ColumnReader
  /// The source of the last segment, which continues until the next segment of the line.
  private var current: (source: Int, offset: Int)?

  init(_ script: [UInt8], skippingLines skippedLines: Int, count: Int) {
    self.script = script
    sizes = [Int](repeating: 0, count: count)
    for _ in 0..<skippedLines { lineStart = Self.end(ofLineAt: lineStart, in: script) }
    lineEnd = Self.end(ofLineAt: lineStart, in: script)
    columns = ColumnReader(script, lineStart..<lineEnd)
  }

  mutating func add(
    _ segment: MappingReader.Segment, firstSource: Int
  ) throws(SourceMap.Problem) {
    guard segment.line >= line else {
      throw .init("line \(segment.line + 1) is in two sections")
    }
    while line < segment.line, lineStart < script.count { nextLine() }
    line = segment.line
    guard let offset = columns.offset(of: segment.column) else {
      throw .init(
        "line \(line + 1) has a mapping for column \(segment.column + 1), which is outside the script's line"
      )
    }
    endSource(at: offset)
    current = segment.original.map { (firstSource + $0.source, offset) }
  }

  mutating func finish() -> [Int] {
    endSource(at: lineEnd)
    return sizes
  }

  private mutating func nextLine() {
    endSource(at: lineEnd)
    line += 1
    lineStart = lineEnd
    lineEnd = Self.end(ofLineAt: lineStart, in: script)
    columns = ColumnReader(script, lineStart..<lineEnd)
  }

  private mutating func endSource(at offset: Int) {
    if let current { sizes[current.source] += offset - current.offset }
    current = nil
  }

  /// Returns the offset after the line break that ends a line.
  private static func end(ofLineAt start: Int, in script: [UInt8]) -> Int {
    let end = script[start...].firstIndex(of: UInt8(ascii: "\n"))
    return end.map { $0 + 1 } ?? script.count
  }
}

/// A converter of ascending columns to byte offsets; columns count UTF-16 code units.
private struct ColumnReader {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var column = 0
  private var offset: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    offset = range.lowerBound
  }

  /// Returns the offset of a column; `nil` if it is before the previous column or outside the line.
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
