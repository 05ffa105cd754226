import ErosCore

extension SourceMap {
  /// Returns how many bytes in `script` come from each source.
  ///
  /// Bytes from no source are not counted.
  ///
  /// `skippedLines` lines were added at the start of `script` after the map was written.
  ///
  /// - Throws: ``Problem`` if the mappings are malformed or refer to positions outside `script`.
  package func sizes(
    in script: [UInt8], skippingLines skippedLines: Int
  ) throws(Problem) -> [Int] {
    var counter = SourceSizeCounter(script, skippingLines: skippedLines, count: sources.count)
    var firstSource = 0
    for section in sections {
      try section.forEachSegment { segment throws(Problem) in
        try counter.add(segment, firstSource: firstSource)
        return true
      }
      firstSource += section.sources.count
    }
    return counter.finish()
  }
}

/// Counts the bytes from each source in a script.
private struct SourceSizeCounter {
  private var cursor: ScriptCursor
  private var sizes: [Int]
  /// Source of the last segment, which goes on until the line's next segment.
  private var current: (source: Int, offset: Int)?

  init(_ script: [UInt8], skippingLines skippedLines: Int, count: Int) {
    cursor = ScriptCursor(script, skippingLines: skippedLines)
    sizes = [Int](repeating: 0, count: count)
  }

  mutating func add(
    _ segment: MappingReader.Segment, firstSource: Int
  ) throws(SourceMap.Problem) {
    guard segment.line >= cursor.line else {
      throw .init("line \(segment.line + 1) is in two sections")
    }
    if cursor.line < segment.line { endSource(at: cursor.lineEnd) }
    guard let offset = cursor.offset(ofLine: segment.line, column: segment.column) else {
      throw .init(
        "line \(segment.line + 1) has a mapping for column \(segment.column + 1), which is outside the script's line"
      )
    }
    endSource(at: offset)
    current = segment.original.map { (firstSource + $0.source, offset) }
  }

  mutating func finish() -> [Int] {
    endSource(at: cursor.lineEnd)
    return sizes
  }

  private mutating func endSource(at offset: Int) {
    if let current { sizes[current.source] += offset - current.offset }
    current = nil
  }
}
