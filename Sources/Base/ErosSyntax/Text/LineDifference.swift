import ErosCore

/// Differences between two documents, in the format of `diff -u`.
package struct LineDifference {
  private static let context = 3
  /// Maximum lines in both documents together for a search for the smallest difference.
  ///
  /// The work grows with the square of this number, even if one document has few lines.
  private static let maximumComparedLines = 1024

  private enum Mark: String {
    case same = " "
    case removed = "-"
    case added = "+"
  }

  /// Includes the line feed, which a document's last line may lack.
  private typealias Line = ArraySlice<UInt8>

  private struct Row {
    let mark: Mark
    let text: Line
    /// Counts the lines before the hunk in each document.
    let old: Int
    let new: Int
  }

  private var rows: [Row] = []

  /// Compares two documents line by line.
  ///
  /// A line feed at the end is part of the last line.
  package init(from old: [UInt8], to new: [UInt8]) {
    let old = Self.lines(old)
    let new = Self.lines(new)
    var position = (old: 0, new: 0)
    for pair in Self.anchors(old, new) + [(old: old.count, new: new.count)] {
      add(old, position.old..<pair.old, new, position.new..<pair.new)
      if pair.old < old.count {
        rows.append(Row(mark: .same, text: old[pair.old], old: pair.old, new: pair.new))
      }
      position = (pair.old + 1, pair.new + 1)
    }
  }

  /// Returns at most `limit` lines with their markers, escaped for a terminal.
  package func lines(atMost limit: Int) -> [String] {
    let all = patchLines()
    let lines = all.prefix(limit).map { line in
      String(decoding: line.dropLast(), as: UTF8.self).escapedForDisplay
    }
    return all.count > limit ? lines + ["… \(all.count - limit) more lines"] : lines
  }

  /// Returns the exact differences as a patch for `git apply` and `patch -p1`.
  ///
  /// `path` is relative to the folder that the patch is applied to. Pass `true` as `isNew` if the
  /// patch creates the file. If there are no differences, the patch is empty. Otherwise it ends
  /// with a line feed.
  package func patch(path: String, isNew: Bool) -> [UInt8] {
    let lines = patchLines()
    guard !lines.isEmpty else { return [] }
    // A tab ends a name with spaces.
    let end = path.contains(" ") ? "\t\n" : "\n"
    let old = isNew ? "/dev/null\n" : "a/\(path)\(end)"
    return Array("--- \(old)+++ b/\(path)\(end)".utf8) + lines.joined()
  }

  /// Returns all hunks.
  ///
  /// Each line ends with a line feed.
  private func patchLines() -> [[UInt8]] {
    hunks().flatMap { hunk in
      [Array("\(Self.title(rows[hunk]))\n".utf8)] + rows[hunk].flatMap(Self.lines(of:))
    }
  }

  private static func lines(of row: Row) -> [[UInt8]] {
    let line = Array(row.mark.rawValue.utf8) + row.text
    guard row.text.last != lineFeed else { return [line] }
    return [line + [lineFeed], Array("\\ No newline at end of file\n".utf8)]
  }

  private static let lineFeed: UInt8 = 0x0A

  private static func lines(_ text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: lineFeed).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  // MARK: Common lines

  /// Returns pairs of equal lines, in order.
  ///
  /// These are the common lines at both ends and, between them, the longest sequence of lines that
  /// are unique in both documents.
  private static func anchors(_ old: [Line], _ new: [Line]) -> [(old: Int, new: Int)] {
    let shorter = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = min(shorter - head, zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count)
    let indices = indices(of: new[head..<(new.count - tail)])
    let pairs = Self.indices(of: old[head..<(old.count - tail)])
      .compactMap { line, index in indices[line].map { (old: index, new: $0) } }
      .sorted { $0.old < $1.old }
    return (0..<head).map { ($0, $0) } + longestIncreasing(pairs)
      + (0..<tail).map { (old.count - tail + $0, new.count - tail + $0) }
  }

  /// Returns each unique line's index.
  private static func indices(of lines: ArraySlice<Line>) -> [Line: Int] {
    var indices: [Line: Int?] = [:]
    for (index, line) in zip(lines.indices, lines) {
      indices.updateValue(indices.keys.contains(line) ? nil : index, forKey: line)
    }
    return indices.compactMapValues { $0 }
  }

  /// Returns the longest subsequence whose second indices increase.
  private static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length, `ends` has the best subsequence's last pair. `before` has the predecessors.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var row: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      row.append(pairs[index])
      next = before[index]
    }
    return row.reversed()
  }

  /// Adds the lines of two parts between common lines.
  private mutating func add(
    _ old: [Line], _ oldRange: Range<Int>, _ new: [Line], _ newRange: Range<Int>
  ) {
    var removed = Set(oldRange)
    var added = Set(newRange)
    if oldRange.count + newRange.count <= Self.maximumComparedLines {
      let difference = new[newRange].difference(from: old[oldRange])
      removed = Set(difference.removals.map { oldRange.lowerBound + $0.offset })
      added = Set(difference.insertions.map { newRange.lowerBound + $0.offset })
    }
    var (oldIndex, newIndex) = (oldRange.lowerBound, newRange.lowerBound)
    while oldIndex < oldRange.upperBound || newIndex < newRange.upperBound {
      let isRemoved = removed.contains(oldIndex)
      let isAdded = !isRemoved && added.contains(newIndex)
      let mark: Mark = isRemoved ? .removed : isAdded ? .added : .same
      let text = isAdded ? new[newIndex] : old[oldIndex]
      rows.append(Row(mark: mark, text: text, old: oldIndex, new: newIndex))
      if !isAdded { oldIndex += 1 }
      if !isRemoved { newIndex += 1 }
    }
  }

  // MARK: Hunks

  /// Returns changes with context lines.
  ///
  /// Adjacent changes share a hunk.
  private func hunks() -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in rows.indices where rows[index].mark != .same {
      let start = max(0, index - Self.context)
      let end = min(rows.count, index + 1 + Self.context)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private static func title(_ rows: ArraySlice<Row>) -> String {
    guard let first = rows.first else { return "" }
    let oldCount = rows.count { $0.mark != .added }
    let newCount = rows.count { $0.mark != .removed }
    // An empty range begins at the line before it.
    let oldStart = oldCount == 0 ? first.old : first.old + 1
    let newStart = newCount == 0 ? first.new : first.new + 1
    return "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@"
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
