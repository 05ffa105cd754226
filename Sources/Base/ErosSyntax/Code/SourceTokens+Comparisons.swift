/// A loop over a list: `for (String name : NAMES) …` or `for name in names { … }`.
package struct SourceLoop: Sendable {
  /// The variable's token, or the first variable's.
  package let variable: Int
  /// The list's last token.
  package let listEnd: Int
  /// The block or statement.
  package let body: Range<Int>
}

/// Comparisons, and loops over the values to compare with.
extension SourceTokens {
  /// In tokens.
  ///
  /// Limits the work on hostile sources.
  private static var maximumOperandLength: Int { 16 }

  /// In tokens, between `switch` and its block.
  private static var maximumSwitchLength: Int { 8 }

  /// In tokens, between `for` and its block.
  private static var maximumLoopLength: Int { 32 }

  /// Returns both operands of `a.equals(b)`, `equals(a, b)` or `[a isEqualToString:b]`.
  ///
  /// The called name is at `index`.
  package func operands(ofComparison index: Int) -> [Range<Int>] {
    var operands: [Range<Int>] = []
    if isPunctuation(index + 1, "(") {
      operands = parts(of: index + 1)
      if operands.count == 1, isPunctuation(index - 1, ".") {
        operands.append(pathStart(index - 2)..<(index - 1))
      }
    } else if isPunctuation(index + 1, ":") {
      let limit = min(index + Self.maximumOperandLength, count)
      let end = (index..<limit).first { isPunctuation($0, "]") }
      guard let end else { return [] }
      let start = isPunctuation(index - 2, "@") ? index - 2 : index - 1
      operands = [start..<index, (index + 2)..<end]
    }
    return operands.count == 2 ? operands : []
  }

  /// Returns what the `switch` or `when` at `index` compares, and its block.
  package func comparedValue(ofSwitch index: Int) -> (value: Range<Int>, block: Int)? {
    var block = index + 1
    var value = block..<block
    if isPunctuation(block, "(") {
      value = content(of: block)
      block = self.index(after: block)
    } else {
      while block < min(index + Self.maximumSwitchLength, count), !isPunctuation(block, "{") {
        block += 1
      }
      value = (index + 1)..<block
    }
    return isPunctuation(block, "{") ? (value, block) : nil
  }

  /// Returns the values before the branches in the block of a `switch` or `when`.
  package func branchValues(in block: Int) -> [Range<Int>] {
    let end = min(close(block), count)
    var values: [Range<Int>] = []
    var start = block + 1
    var next = start
    while next < end {
      if isWord(next, "case") { start = next + 1 }
      let beginsBranch = language == .kotlin && beginsLine(next) && !isPunctuation(next - 1, ",")
      if beginsBranch { start = next }
      let isArrow = isPunctuation(next, "-") && isPunctuation(next + 1, ">")
      if isPunctuation(next, ":") || isArrow, start <= next {
        values += parts(joinedBy: ",", in: start..<next).filter { !$0.isEmpty }
        start = end
      }
      next = self.index(after: next)
    }
    return values
  }

  /// Returns the loop over a list whose `for` is at `index`, or `nil` for any other loop.
  package func loop(at index: Int) -> SourceLoop? {
    var header = content(of: index + 1)
    var body = header.upperBound + 1
    if !isPunctuation(index + 1, "(") || isWord(body, "in") {
      let limit = min(index + Self.maximumLoopLength, count)
      let start = (index..<limit).first { isPunctuation($0, "{") }
      guard let start else { return nil }
      header = (index + 1)..<start
      body = start
    }
    let mark = header.first { isWord($0, "in") || isPunctuation($0, ":") }
    guard let mark else { return nil }
    let end = isPunctuation(body, "{") ? close(body) : statementEnd(body)
    return SourceLoop(
      variable: open(mark - 1).map { $0 + 1 } ?? mark - 1, listEnd: header.upperBound - 1,
      body: body..<max(body, end))
  }

  /// Returns a value's path.
  ///
  /// The value ends at `end`.
  ///
  /// It reads `TABLE`, `self.table`, `[self table]`, `table()` and `Arrays.asList(TABLE)`.
  package func valuePath(endingAt end: Int) -> [String]? {
    var path: [String] = []
    var index = end
    while true {
      while isPunctuation(index, in: "?!") { index -= 1 }
      if let open = open(index) {
        let content = parts(of: open)
        if isPunctuation(index, "]") {
          guard index - open == 3, let name = word(index - 1) else { return nil }
          path.insert(name, at: 0)
          index = open + 1
        } else if content.count == 1, content[0].count == 1, path.isEmpty {
          index = content[0].lowerBound
        } else {
          guard open + 1 == index else { return nil }
          index = open - 1
        }
      }
      guard let word = word(index) else { return nil }
      path.insert(word, at: 0)
      guard isPunctuation(index - 1, "."), path.count < Self.maximumMemberCount else { break }
      index -= 2
    }
    return path
  }
}
