import ErosCore

/// A range that is copied from the reference.
package struct Copy: Equatable, Sendable {
  /// The number of literal bytes before the copy.
  package var gap: Int
  /// An offset in the reference.
  var start: Int
  package var count: Int

  package init(gap: Int, start: Int, count: Int) {
    self.gap = gap
    self.start = start
    self.count = count
  }

  var end: Int { start + count }
}

/// Copies that make up new content, with literal bytes in the gaps between them.
package struct CopyList: Equatable, Sendable {
  package var copies: [Copy] = []
  /// The number of literal bytes after the last copy.
  var tail: Int

  package init(copies: [Copy] = [], tail: Int) {
    self.copies = copies
    self.tail = tail
  }

  /// Number of bytes that are not copied.
  package var literalSize: Int { copies.reduce(tail) { $0 + $1.gap } }

  /// Returns ranges in a reference of `size` bytes that probably resemble the gaps.
  ///
  /// Covers `radius` bytes on each side of every gap. If the sides are close, also covers the range
  /// between them. The ranges are sorted and do not touch.
  func windows(radius: Int, in size: Int) -> [Range<Int>] {
    var windows: [Range<Int>] = []
    var last = 0
    for copy in copies + [Copy(gap: tail, start: size, count: 0)] {
      if copy.gap > 0 {
        let distance = copy.start - last
        if distance >= 0, distance - 2 * radius <= 2 * copy.gap {
          windows.append(Self.window(from: last, to: copy.start, radius, size))
        } else {
          windows.append(Self.window(from: last, to: last, radius, size))
          windows.append(Self.window(from: copy.start, to: copy.start, radius, size))
        }
      }
      last = copy.end
    }
    return Self.joined(windows)
  }

  private static func window(
    from start: Int, to end: Int, _ radius: Int, _ size: Int
  ) -> Range<Int> {
    max(0, start - min(radius, start))..<(end + min(radius, size - end))
  }

  private static func joined(_ windows: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for window in windows.sorted(by: { $0.lowerBound < $1.lowerBound }) where !window.isEmpty {
      if let last = joined.last, window.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, window.upperBound)
      } else {
        joined.append(window)
      }
    }
    return joined
  }
}

// MARK: - Encoding

extension CopyList {
  /// Predicts a copy's offset: the gap replaces a range of equal length.
  private static func predictedStart(after last: Int, gap: Int) -> Int { last + gap }

  func write(to writer: inout ColumnWriter) {
    for copy in copies { writer.write(copy.gap) }
    var last = 0
    for copy in copies {
      writer.write(UInt64(zigzag: copy.start - Self.predictedStart(after: last, gap: copy.gap)))
      last = copy.end
    }
    for copy in copies { writer.write(copy.count) }
  }

  /// Reads `count` copies that make `size` bytes from a reference of `referenceSize` bytes.
  init(
    from reader: inout ColumnReader, count: Int, size: Int, referenceSize: Int
  ) throws(DeltaFormatError) {
    tail = size
    var shifts: [Int] = []
    for _ in 0..<count {
      let gap = try reader.count(upTo: tail, "gap before a copy")
      tail -= gap
      copies.append(Copy(gap: gap, start: 0, count: 0))
    }
    for _ in 0..<count { shifts.append(try reader.number().unzigzagged) }
    var last = 0
    for index in copies.indices {
      let expected = Self.predictedStart(after: last, gap: copies[index].gap)
      let (start, overflow) = expected.addingReportingOverflow(shifts[index])
      guard !overflow, start >= 0, start < referenceSize else {
        throw .malformed("a copy is outside the old files")
      }
      let count = try reader.count(upTo: min(tail, referenceSize - start), "copy length")
      guard count > 0 else { throw .malformed("a copy is empty") }
      // Two adjacent copies must be encoded as one.
      guard index == 0 || copies[index].gap > 0 || start != last else {
        throw .malformed("two adjacent copies are not merged")
      }
      copies[index].start = start
      copies[index].count = count
      tail -= count
      last = start + count
    }
  }
}
