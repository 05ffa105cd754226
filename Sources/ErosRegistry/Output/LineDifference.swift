import ErosCore

/// The lines in which two texts differ, as `diff -u` shows them.
///
/// One block from the first line that differs to the last one: simple, and never wrong.
public struct LineDifference {
  private static let context = 3

  private let old: [Substring]
  private let new: [Substring]
  /// How many lines are the same at the start and at the end.
  private let head: Int
  private let tail: Int

  /// Compares two texts line by line.
  public init(from old: [UInt8], to new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    let shorter = min(self.old.count, self.new.count)
    let head = zip(self.old, self.new).prefix { $0 == $1 }.count
    self.head = head
    tail = min(
      shorter - head, zip(self.old.reversed(), self.new.reversed()).prefix { $0 == $1 }.count)
  }

  /// At most `limit` lines, each with its mark, ready for a terminal.
  public func lines(atMost limit: Int) -> [String] {
    let start = max(0, head - Self.context)
    let oldEnd = min(old.count, old.count - tail + Self.context)
    let newEnd = min(new.count, new.count - tail + Self.context)
    var all = ["@@ -\(start + 1),\(oldEnd - start) +\(start + 1),\(newEnd - start) @@"]
    all += old[start..<head].map { " \($0)" }
    all += old[head..<(old.count - tail)].map { "-\($0)" }
    all += new[head..<(new.count - tail)].map { "+\($0)" }
    all += old[(old.count - tail)..<oldEnd].map { " \($0)" }
    let shown = all.prefix(limit).map(\.escapedForDisplay)
    return all.count > limit ? shown + ["… \(all.count - limit) more lines"] : shown
  }

  private static func lines(_ text: [UInt8]) -> [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
