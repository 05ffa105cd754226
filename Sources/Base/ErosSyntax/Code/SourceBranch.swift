/// A condition or loop, such as `if (isDebug)`, before a block or a single statement.
package struct SourceBranch: Sendable {
  fileprivate static let keywords: Set<String> = [
    "if", "else", "for", "while", "switch", "when", "catch", "case", "forEach", "guard",
  ]
  private static let loops: Set<String> = ["for", "while", "forEach"]

  package let keyword: String
  /// The tokens of the header, from the keyword to the block or statement.
  package let header: Range<Int>
  /// Whether the block returns, so that the code after it depends on the condition.
  fileprivate var returns = false

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

  /// The branch of `if (isDebug) start();`, `else start();` and `isDebug && start()`.
  private func branch(ofStatement start: Int) -> SourceBranch? {
    for mark in ["&", "|"] where isPunctuation(start - 1, in: mark) {
      guard isPunctuation(start - 2, in: mark) else { return nil }
      return SourceBranch(keyword: mark + mark, header: operandStart(before: start - 2)..<start)
    }
    if isWord(start - 1, "else") {
      return SourceBranch(keyword: "else", header: (start - 1)..<start)
    }
    guard isPunctuation(start - 1, ")"), let open = open(start - 1), let word = word(open - 1),
      ["if", "for", "while"].contains(word)
    else { return nil }
    return SourceBranch(keyword: word, header: (open - 1)..<start)
  }

  /// The start of the left operand of the `&&` or `||` at `index`.
  private func operandStart(before index: Int) -> Int {
    var start = index
    for _ in 0..<Self.maximumHeaderLength where start > 0 {
      if isPunctuation(start - 1, in: ";{}(,") || endsStatementsWithLines && beginsLine(start) {
        break
      }
      start = open(start - 1) ?? start - 1
    }
    return start
  }

  // MARK: Returns

  /// The last branch before `end` in the block at `brace` that returns: `if (!isMain) return;`.
  private func exit(before end: Int, in brace: Int) -> SourceBranch? {
    guard isPunctuation(brace, "{") else { return nil }
    var index = end - 1
    for _ in 0..<Self.maximumBlockLength where index > brace {
      index = open(index) ?? index
      if isWord(index, "if") || isWord(index, "guard"), let exit = exit(at: index, before: end),
        !checksSelf(exit), !runsOnce(exit, in: index..<close(brace))
      {
        return exit
      }
      index -= 1
    }
    return nil
  }

  /// The branch with its `if` or `guard` at `index`, if its block or statement ends before `limit`
  /// and returns.
  private func exit(at index: Int, before limit: Int) -> SourceBranch? {
    var body = index + 1
    if language == .swift {
      while body < limit, !isPunctuation(body, "{") { body = self.index(after: body) }
    } else {
      body = self.index(after: body)
    }
    guard self.index(after: body) <= limit else { return nil }
    let exit = SourceBranch(keyword: written(index), header: index..<body, returns: true)
    guard isPunctuation(body, "{") else { return isWord(body, "return") ? exit : nil }
    let end = close(body)
    var next = body + 1
    for _ in 0..<Self.maximumBlockLength where next < end {
      // The `return` in `{ if (isMain) return; … }` belongs to another branch.
      let isOwn = !isPunctuation(next - 1, ")") && !isWord(next - 1, "else")
      if isWord(next, "return"), isOwn { return exit }
      next = self.index(after: next)
    }
    return nil
  }

  // MARK: Conditions

  /// The innermost condition around the statement at `start`, as written, or `nil`.
  ///
  /// A branch that returns is a condition of the statements after it.
  package func condition(
    around start: Int, in brackets: some BidirectionalCollection<Int>
  ) -> String? {
    if let branch = branch(ofStatement: start), isCondition(branch) { return text(of: branch) }
    var position = start
    for bracket in brackets.reversed() {
      if let exit = exit(before: position, in: bracket) { return text(of: exit) + " return; …" }
      if let branch = branch(ofBlock: bracket), isCondition(branch) { return text(of: branch) }
      position = bracket
    }
    return nil
  }

  private func isCondition(_ branch: SourceBranch) -> Bool {
    let block = branch.header.upperBound
    let isOnce =
      branch.keyword == "if" && isPunctuation(block, "{")
      && runsOnce(branch, in: content(of: block))
    return !branch.isLoop && !checksSelf(branch) && !isOnce
  }

  /// Whether the branch is `if (self = [super init])`, `if (self == [Acme class])` or `if let self`.
  private func checksSelf(_ branch: SourceBranch) -> Bool {
    let first = branch.header.dropFirst().first { index in
      !isPunctuation(index, in: "(!") && !isWord(index, "let")
    }
    return first.map { isWord($0, "self") && !isPunctuation($0 + 1, in: ".-") } ?? false
  }

  /// Whether the branch is `if (!isReady) { isReady = true; … }`, `if (shared == null) { … }` or
  /// `if (isReady) return; isReady = true;`; `code` runs under its condition.
  private func runsOnce(_ branch: SourceBranch, in code: Range<Int>) -> Bool {
    let header = branch.header.dropFirst().prefix(Self.maximumHeaderLength)
    let words = words(header).filter { !["this", "self", "else"].contains($0) }
    let names = words.filter { !["null", "nil", "NULL", "false", "NO"].contains($0) }
    let comparesNull = words.count > names.count
    // `!isReady` or `shared == null`, but not `shared != null`.
    let isUnset = header.contains { isPunctuation($0, "!") } != comparesNull
    // `isReady` or `shared != null`, but not `mode == 1`.
    let isSet = !isUnset && (comparesNull || !header.contains { isPunctuation($0, "=") })
    let returnsIfTrue = branch.returns && branch.keyword == "if"
    guard returnsIfTrue ? isSet : isUnset, names.count == 1 else { return false }
    return code.prefix(Self.maximumBlockLength).contains { index in
      isWord(index, names[0]) && isPunctuation(index + 1, "=") && !isPunctuation(index + 2, "=")
    }
  }

  /// The maximum number of tokens of a block to read.
  private static var maximumBlockLength: Int { 1 << 10 }

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
