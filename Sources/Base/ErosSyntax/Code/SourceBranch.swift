/// A condition or loop, such as `if (isDebug)`, before a block or a single statement.
package struct SourceBranch: Sendable {
  fileprivate static let keywords: Set<String> = [
    "if", "else", "for", "while", "switch", "when", "catch", "case", "forEach", "guard",
  ]
  private static let loops: Set<String> = ["for", "while", "forEach"]

  package let keyword: String
  /// The tokens of the header, from the keyword to the block or statement.
  package let header: Range<Int>

  package var isLoop: Bool { Self.loops.contains(keyword) }
}

/// Conditions and loops around statements.
extension SourceTokens {
  /// The branches around the statement at `start`, the innermost last; `brackets` are around it.
  package func branches(around start: Int, in brackets: some Sequence<Int>) -> [SourceBranch] {
    brackets.compactMap { branch(ofBlock: $0) } + [branch(ofStatement: start)].compactMap { $0 }
  }

  private func branch(ofBlock brace: Int) -> SourceBranch? {
    guard isPunctuation(brace, "{") else { return nil }
    var before = brace - 1
    for _ in 0..<Self.maximumHeaderLength where before >= 0 {
      if let word = word(before), SourceBranch.keywords.contains(word) {
        return SourceBranch(keyword: word, header: before..<brace)
      }
      if isPunctuation(before, in: ";{}") { return nil }
      if isPunctuation(before, in: ")]"), let open = open(before) { before = open }
      if endsStatementsWithLines, beginsLine(before) { return nil }
      before -= 1
    }
    return nil
  }

  /// The branch of `if (isDebug) start();` and `else start();`.
  private func branch(ofStatement start: Int) -> SourceBranch? {
    if isWord(start - 1, "else") {
      return SourceBranch(keyword: "else", header: (start - 1)..<start)
    }
    guard isPunctuation(start - 1, ")"), let open = open(start - 1), let word = word(open - 1),
      ["if", "for", "while"].contains(word)
    else { return nil }
    return SourceBranch(keyword: word, header: (open - 1)..<start)
  }

  // MARK: Conditions

  /// The innermost condition around the statement at `start`, as written, or `nil`.
  package func condition(around start: Int, in brackets: some Sequence<Int>) -> String? {
    branches(around: start, in: brackets).last { branch in
      !branch.isLoop && !checksSelf(branch) && !runsOnce(branch)
    }.map { text(of: $0) }
  }

  /// Whether the branch is `if (self = [super init])`, `if (self == [Acme class])` or `if let self`.
  private func checksSelf(_ branch: SourceBranch) -> Bool {
    let first = branch.header.dropFirst().first { index in
      !isPunctuation(index, "(") && !isWord(index, "let")
    }
    return first.map { isWord($0, "self") && !isPunctuation($0 + 1, in: ".-") } ?? false
  }

  /// Whether the branch is `if (!isReady) { isReady = true; … }` or `if (shared == null) { … }`.
  private func runsOnce(_ branch: SourceBranch) -> Bool {
    let header = branch.header.dropFirst().prefix(Self.maximumHeaderLength)
    let words = words(header).filter { !["this", "self"].contains($0) }
    let names = words.filter { !["null", "nil", "NULL", "false", "NO"].contains($0) }
    // `!isReady` or `shared == null`, but not `shared != null`.
    let isUnset = header.contains { isPunctuation($0, "!") } != (words.count > names.count)
    let block = branch.header.upperBound
    guard branch.keyword == "if", isUnset, names.count == 1, isPunctuation(block, "{") else {
      return false
    }
    return content(of: block).prefix(1 << 10).contains { index in
      isWord(index, names[0]) && isPunctuation(index + 1, "=") && !isPunctuation(index + 2, "=")
    }
  }

  /// The maximum number of tokens of a header to read, which limits the work on hostile sources.
  private static var maximumHeaderLength: Int { 64 }

  /// The header of a branch on one line: `if (isDebug)`, or `if (isDebug) … else`.
  private func text(of branch: SourceBranch) -> String {
    let own = text(of: branch.header)
    guard branch.keyword == "else", let open = open(branch.header.lowerBound - 1),
      let first = self.branch(ofBlock: open)
    else { return own }
    return text(of: first.header) + " … " + own
  }

  /// The maximum number of characters of a condition in a message.
  private static var maximumConditionLength: Int { 80 }

  private func text(of range: Range<Int>) -> String {
    let limit = Self.maximumConditionLength
    let bytes = file.bytes[
      self.range(range.lowerBound).lowerBound..<self.range(range.upperBound - 1).upperBound]
    // A header may contain a long literal.
    let text = String(decoding: bytes.prefix(16 * limit), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > limit ? String(text.prefix(limit)) + "…" : text
  }
}
