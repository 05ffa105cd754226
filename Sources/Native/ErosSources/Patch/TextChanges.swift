/// Non-overlapping replacements of byte ranges in a text.
struct TextChanges {
  private struct Change {
    let range: Range<Int>
    let text: String
  }

  private var changes: [Change] = []

  mutating func replace(_ range: Range<Int>, with text: String) {
    changes.append(Change(range: range, text: text))
  }

  /// Returns the unified diff with three lines of context; empty without changes.
  func unifiedDiff(of bytes: [UInt8], path: String) -> [UInt8] {
    let hunks = hunks(of: bytes)
    guard !hunks.isEmpty else { return [] }
    // A tab ends a name with spaces.
    let end = path.contains(" ") ? "\t\n" : "\n"
    return Array("--- a/\(path)\(end)+++ b/\(path)\(end)".utf8) + hunks
  }

  // MARK: Lines

  /// The replaced lines and their new contents.
  private struct LineChange {
    var lines: Range<Int>
    var text: [UInt8]
  }

  private static let context = 3

  private func hunks(of bytes: [UInt8]) -> [UInt8] {
    let lines = Self.lines(of: bytes)
    let found = lineChanges(lines, bytes)
    var result: [UInt8] = []
    var shift = 0
    var index = 0
    while index < found.count {
      // Changes whose context overlaps share a hunk.
      var end = index + 1
      while end < found.count,
        found[end].lines.lowerBound - found[end - 1].lines.upperBound <= 2 * Self.context
      { end += 1 }
      result += hunk(Array(found[index..<end]), lines, bytes, &shift)
      index = end
    }
    return result
  }

  private func hunk(
    _ changes: [LineChange], _ lines: [Range<Int>], _ bytes: [UInt8], _ shift: inout Int
  ) -> [UInt8] {
    let start = max(0, changes[0].lines.lowerBound - Self.context)
    let end = min(lines.count, (changes.last?.lines.upperBound ?? 0) + Self.context)
    var body: [UInt8] = []
    var position = start
    var added = 0
    var removed = 0
    for change in changes {
      for line in lines[position..<change.lines.lowerBound] { body += Self.row(" ", bytes[line]) }
      for line in lines[change.lines] { body += Self.row("-", bytes[line]) }
      let new = Self.lines(of: change.text)
      for line in new { body += Self.row("+", change.text[line]) }
      position = change.lines.upperBound
      added += new.count
      removed += change.lines.count
    }
    for line in lines[position..<end] { body += Self.row(" ", bytes[line]) }
    let count = end - start
    let newCount = count + added - removed
    let title =
      "@@ -\(count == 0 ? start : start + 1),\(count) "
      + "+\(newCount == 0 ? start + shift : start + shift + 1),\(newCount) @@\n"
    shift += added - removed
    return Array(title.utf8) + body
  }

  /// The changes by line, merged if they are in the same line.
  private func lineChanges(_ lines: [Range<Int>], _ bytes: [UInt8]) -> [LineChange] {
    var groups: [(lines: Range<Int>, changes: [Change])] = []
    for change in changes.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }) {
      let touched = Self.touched(change.range, lines)
      if let last = groups.last, touched.lowerBound < last.lines.upperBound {
        let end = max(last.lines.upperBound, touched.upperBound)
        groups[groups.count - 1].lines = last.lines.lowerBound..<end
        groups[groups.count - 1].changes.append(change)
      } else {
        groups.append((touched, [change]))
      }
    }
    return groups.map { group in
      let isInsertion = group.lines.isEmpty
      let start =
        isInsertion ? group.changes[0].range.lowerBound : lines[group.lines.lowerBound].lowerBound
      let end = isInsertion ? start : lines[group.lines.upperBound - 1].upperBound
      return LineChange(
        lines: group.lines, text: Self.text(of: bytes, start..<end, applying: group.changes))
    }
  }

  /// The bytes in `range` with its sorted `changes`.
  private static func text(
    of bytes: [UInt8], _ range: Range<Int>, applying changes: [Change]
  ) -> [UInt8] {
    var text: [UInt8] = []
    var position = range.lowerBound
    for change in changes {
      text += bytes[position..<change.range.lowerBound] + Array(change.text.utf8)
      position = change.range.upperBound
    }
    return text + bytes[position..<max(position, range.upperBound)]
  }

  /// The lines that a range touches; empty for an insertion between lines.
  private static func touched(_ range: Range<Int>, _ lines: [Range<Int>]) -> Range<Int> {
    let first = lines.partitioningIndex { $0.upperBound > range.lowerBound }
    guard first < lines.count else { return lines.count..<lines.count }
    if range.isEmpty, lines[first].lowerBound == range.lowerBound { return first..<first }
    let last = lines.partitioningIndex { $0.upperBound >= range.upperBound }
    return first..<min(lines.count, max(first, last) + 1)
  }

  /// The ranges of the lines, each with its line feed.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(start..<(index + 1))
      start = index + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  private static func row(_ mark: String, _ line: ArraySlice<UInt8>) -> [UInt8] {
    let row = Array(mark.utf8) + line
    return line.last == 0x0A ? row : row + Array("\n\\ No newline at end of file\n".utf8)
  }
}

extension Array {
  /// The index from which all elements satisfy `predicate`.
  fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
