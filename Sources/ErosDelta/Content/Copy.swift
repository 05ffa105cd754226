/// A piece of the new content that is copied from the reference.
struct Copy: Equatable, Sendable {
  /// How many bytes of the rest come before it.
  var gap: Int
  /// Where it begins in the reference.
  var start: Int
  var count: Int

  var end: Int { start + count }
}

/// All pieces of the new content that are copied, in its order; between them lies the rest.
struct CopyList: Equatable, Sendable {
  var copies: [Copy] = []
  /// How many bytes of the rest come behind the last piece.
  var tail: Int

  /// How many bytes are not copied.
  var restSize: Int { copies.reduce(tail) { $0 + $1.gap } }

  /// The parts of a reference of `size` bytes in which text like that of the gaps is to be expected.
  ///
  /// That is what lies up to `radius` bytes around the places where a gap begins and ends, and what
  /// lies between the two places if it is not much longer than the gap. The ranges are in ascending
  /// order and do not touch.
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

// MARK: - As columns

extension CopyList {
  /// Where a copy begins if what is between it and the one before has stayed as long as it was.
  private static func expectedStart(after last: Int, gap: Int) -> Int { last + gap }

  func write(to writer: inout ColumnWriter) {
    for copy in copies { writer.write(copy.gap) }
    var last = 0
    for copy in copies {
      writer.write(UInt64(zigzag: copy.start - Self.expectedStart(after: last, gap: copy.gap)))
      last = copy.end
    }
    for copy in copies { writer.write(copy.count) }
  }

  /// Reads `count` copies that make new content of `size` bytes from a reference of `referenceSize`.
  init(
    from reader: inout ColumnReader, count: Int, size: Int, referenceSize: Int
  ) throws(DeltaFinding) {
    tail = size
    var shifts: [Int] = []
    for _ in 0..<count {
      let gap = try reader.count(upTo: tail, "new bytes")
      tail -= gap
      copies.append(Copy(gap: gap, start: 0, count: 0))
    }
    for _ in 0..<count { shifts.append(try reader.number().unzigzagged) }
    var last = 0
    for index in copies.indices {
      let expected = Self.expectedStart(after: last, gap: copies[index].gap)
      let (start, overflow) = expected.addingReportingOverflow(shifts[index])
      guard !overflow, start >= 0, start < referenceSize else {
        throw .malformed("a piece is copied from outside the old files")
      }
      let count = try reader.count(upTo: min(tail, referenceSize - start), "bytes to copy")
      guard count > 0 else { throw .malformed("a piece has no bytes") }
      // One piece that goes on where the one before ends would be written as one.
      guard index == 0 || copies[index].gap > 0 || start != last else {
        throw .malformed("a piece is cut in two")
      }
      copies[index].start = start
      copies[index].count = count
      tail -= count
      last = start + count
    }
  }
}
