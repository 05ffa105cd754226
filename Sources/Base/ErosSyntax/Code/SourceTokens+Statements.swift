/// Statements and calls.
extension SourceTokens {
  /// `true` if a statement may end with its line.
  package var endsStatementsWithLines: Bool { language == .kotlin || language == .swift }

  /// Returns the tokens of the call whose name, keyword or bracket is at `index`.
  ///
  /// `brackets` are around it.
  package func call(at index: Int, in brackets: [Int]) -> Range<Int>? {
    if isPunctuation(index, "[") { return index..<self.index(after: index) }
    guard word(index) != nil else { return nil }
    if isPunctuation(index + 1, "(") { return chainStart(index)..<self.index(after: index + 1) }
    guard isPunctuation(index + 1, ":"), let group = brackets.last, isPunctuation(group, "[")
    else { return nil }
    return group..<self.index(after: group)
  }

  /// Members in a path.
  ///
  /// Limits the work on hostile sources.
  static var maximumMemberCount: Int { 16 }

  /// In tokens.
  static var maximumTypeLength: Int { 24 }

  /// In tokens.
  private static var maximumStatementLength: Int { 64 }

  /// Returns where the member chain `a.b().c` starts that ends at `index`.
  package func chainStart(_ index: Int) -> Int {
    var start = index
    for _ in 0..<Self.maximumMemberCount where isPunctuation(start - 1, ".") {
      if word(start - 2) != nil {
        start -= 2
      } else if isPunctuation(start - 2, ")"), let open = open(start - 2) {
        // `weex().…`, but not `return (weex).…`.
        let isCall = word(open - 1) != nil && touchesNext(open - 1)
        start = isCall ? open - 1 : open
      } else {
        break
      }
    }
    return start
  }

  /// Returns the variable before the `=` at `index`: `name =` or `name: Type =`.
  package func assignedName(_ index: Int) -> String? {
    var start = index - 1
    for _ in 0..<Self.maximumTypeLength where start > 0 {
      if isPunctuation(start, ":"), !isPunctuation(start - 1, ":"), !isPunctuation(start + 1, ":") {
        return word(start - 1)
      }
      if !isPunctuation(start, "}"), let open = open(start) {
        start = open - 1
        continue
      }
      if beginsLine(start) || isPunctuation(start, in: ";{}()=") { break }
      start -= 1
    }
    return word(index - 1)
  }

  /// Returns where the statement at `start` ends.
  package func statementEnd(_ start: Int) -> Int {
    var index = start
    while index < min(start + Self.maximumStatementLength, count) {
      if isPunctuation(index, in: ";,)]}") { return index }
      if endsStatementsWithLines, index > start, beginsLine(index), !isPunctuation(index, in: ".+"),
        !isPunctuation(index - 1, "+")
      {
        return index
      }
      index = self.index(after: index)
    }
    return index
  }
}
