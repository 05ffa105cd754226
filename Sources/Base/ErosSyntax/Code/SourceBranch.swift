import ErosCore

/// A condition or loop, such as `if (isDebug)`, before a block or a single statement.
package struct SourceBranch: Sendable {
  fileprivate static let keywords: Set<String> = [
    "if", "else", "for", "while", "switch", "when", "catch", "case", "forEach", "guard",
  ]
  private static let loops: Set<String> = ["for", "while", "forEach"]

  let keyword: String
  /// From the keyword to the block or statement.
  let header: Range<Int>
  /// `true` if the block returns, so that the code after it depends on the condition.
  fileprivate var returns = false

  var isLoop: Bool { Self.loops.contains(keyword) }
  /// `true` if the code after the branch only runs if the condition is false.
  fileprivate var returnsIfTrue: Bool { returns && keyword == "if" }
}

/// Remembers which branches return in a block, so that each block is read once for all statements
/// in it.
package struct EarlyReturns: Sendable {
  fileprivate struct Block {
    /// Tokens and groups in the block, but nothing inside groups.
    var parts: [Int] = []
    var exits: [Exit] = []
  }

  /// A branch that returns, or a `case` label, which cancels those before it.
  fileprivate struct Exit {
    /// An index in ``Block/parts``.
    let part: Int
    let branch: SourceBranch?
    /// The branch with the condition.
    let check: SourceBranch?
  }

  fileprivate var blocks: [Int: Block] = [:]

  package init() {}

  /// Counts the first `items` that are `included`.
  ///
  /// No later ones are.
  fileprivate static func count<Item>(
    of items: [Item], included: (Item) -> Bool
  ) -> Int {
    var range = items.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      range = included(items[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// Conditions and loops around statements.
extension SourceTokens {
  /// Returns the branches around the statement at `start`, innermost last.
  ///
  /// `brackets` are around it.
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

  /// Recognizes `if (isDebug) start();`, `else start();` and `isDebug && start()`.
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

  /// Returns where the left operand of the `&&` or `||` at `index` starts.
  private func operandStart(before index: Int) -> Int {
    var start = index
    for _ in 0..<Self.maximumHeaderLength where start > 0 {
      if isPunctuation(start - 1, in: ";{}(,") || isWord(start - 1, "return") { break }
      if isAssignment(start - 1) { break }
      // An operator may begin a line.
      if endsStatementsWithLines, start < index, beginsLine(start) { break }
      start = open(start - 1) ?? start - 1
    }
    return start
  }

  /// Returns `true` for a `=` that is not part of `==` or another comparison.
  private func isAssignment(_ index: Int) -> Bool {
    isPunctuation(index, "=") && !isPunctuation(index - 1, in: "=!<>")
      && !isPunctuation(index + 1, "=")
  }

  // MARK: Returns

  /// Returns the last branch before `end` in the block at `brace` that returns.
  ///
  /// Examples are `if (!isMain) return;`, `else { return }` and `?: return`. In a `switch`, the
  /// branch is in the same case.
  private func earlyReturn(
    before end: Int, in brace: Int, of function: some Collection<Int>,
    _ returns: inout EarlyReturns
  ) -> SourceBranch? {
    guard isPunctuation(brace, "{") else { return nil }
    if returns.blocks[brace] == nil { returns.blocks[brace] = earlyReturns(in: brace) }
    guard let block = returns.blocks[brace] else { return nil }
    let count = EarlyReturns.count(of: block.parts) { $0 < end }
    let exits = block.exits.prefix(EarlyReturns.count(of: block.exits) { $0.part < count })
    for exit in exits.reversed() {
      guard exit.part >= count - Self.maximumBlockLength, let branch = exit.branch else {
        return nil
      }
      if index(after: branch.header.upperBound) <= end,
        !checksParameter(exit.check ?? branch, of: function)
      {
        return branch
      }
    }
    return nil
  }

  /// Reads the block at `brace` once, for all statements in it.
  private func earlyReturns(in brace: Int) -> EarlyReturns.Block {
    let end = close(brace)
    var block = EarlyReturns.Block()
    var index = brace + 1
    while index < end {
      if isLabel(index) {
        block.exits.append(.init(part: block.parts.count, branch: nil, check: nil))
      } else if let exit = exit(at: index, before: end) {
        // An `else` has the condition of the block before it.
        let body = isWord(index, "else") ? open(index - 1) : nil
        let check = body.flatMap(branch(ofBlock:)) ?? exit
        if !checksSelf(check), !runsOnce(check, in: (body ?? index)..<end) {
          block.exits.append(.init(part: block.parts.count, branch: exit, check: check))
        }
      }
      block.parts.append(index)
      // A bracket that is left open has no group of its own.
      index = open(close(index)) == index ? close(index) + 1 : index + 1
    }
    return block
  }

  /// Returns `true` for `case` or `default` in a label, but not for `if case`.
  private func isLabel(_ index: Int) -> Bool {
    if isWord(index, "default") { return isPunctuation(index + 1, ":") }
    return isWord(index, "case") && !isPunctuation(index - 1, ",")
      && !["if", "guard", "for", "while"].contains(word(index - 1))
  }

  /// Returns the branch at `index` if its block or statement ends before `limit` and returns.
  ///
  /// It starts with `if`, `guard`, `else`, or the operands of `?: return`.
  private func exit(at index: Int, before limit: Int) -> SourceBranch? {
    if isWord(index, "return"), isPunctuation(index - 1, ":"), isPunctuation(index - 2, "?") {
      let start = operandStart(before: index - 2)
      return SourceBranch(keyword: "?:", header: start..<index, returns: true)
    }
    let isElse = isWord(index, "else") && !endsGuard(index)
    guard isElse || isWord(index, "if") || isWord(index, "guard") else { return nil }
    var body = index + 1
    if isElse {
      // Its block or statement follows.
    } else if language == .swift {
      // A statement after a longer header is too far from it.
      for _ in 0..<Self.maximumBlockLength {
        if body >= limit || isPunctuation(body, "{") { break }
        body = self.index(after: body)
      }
      guard isPunctuation(body, "{") else { return nil }
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
      if isWord(next, "return"), branch(ofStatement: next) == nil { return exit }
      next = self.index(after: next)
    }
    return nil
  }

  /// Returns `true` if the `else` at `index` belongs to a `guard`.
  ///
  /// For an `if`, it follows a block.
  private func endsGuard(_ index: Int) -> Bool {
    language == .swift && !isPunctuation(index - 1, "}")
  }

  // MARK: Conditions

  /// Returns the innermost condition around the statement at `start`, as written.
  ///
  /// A branch that returns is a condition for the statements after it. Pass the same `returns` for
  /// all statements in a function.
  package func condition(
    around start: Int, in brackets: some BidirectionalCollection<Int>,
    _ returns: inout EarlyReturns
  ) -> String? {
    if let branch = branch(ofStatement: start), isCondition(branch, of: brackets) {
      return text(of: branch)
    }
    var position = start
    for bracket in brackets.reversed() {
      if let exit = earlyReturn(before: position, in: bracket, of: brackets, &returns) {
        return text(of: exit) + (language == .swift ? " { return } …" : " return; …")
      }
      if let branch = branch(ofBlock: bracket), isCondition(branch, of: brackets) {
        return text(of: branch)
      }
      position = bracket
    }
    return nil
  }

  private func isCondition(_ branch: SourceBranch, of function: some Collection<Int>) -> Bool {
    let block = branch.header.upperBound
    let isOnce =
      branch.keyword == "if" && isPunctuation(block, "{")
      && runsOnce(branch, in: content(of: block))
    return !branch.isLoop && !checksSelf(branch) && !isOnce
      && !checksParameter(branch, of: function)
  }

  /// Returns `true` for checks such as `if (self = [super init])` and `guard let owner = self
  /// else`.
  ///
  /// Others are `if (self == [Acme class])` and `if let self`.
  private func checksSelf(_ branch: SourceBranch) -> Bool {
    let first = branch.header.dropFirst().first { index in
      !isPunctuation(index, in: "(!") && !isWord(index, "let")
    }
    guard let first else { return false }
    let isBound = isWord(first - 1, "let") && isAssignment(first + 1)
    let value = isBound ? first + 2 : first
    return ["self", "strongSelf", "weakSelf"].contains(word(value))
      && !isPunctuation(value + 1, in: ".-&|,?") && !isWord(value + 1, "as")
  }

  /// Returns `true` if the branch only checks that a surrounding function's parameter is not null.
  ///
  /// Examples are `if (app == null) return;` and `app ?: return`.
  private func checksParameter(
    _ branch: SourceBranch, of function: some Collection<Int>
  ) -> Bool {
    let words = words(limited(branch.header))
    let check = Check(of: words)
    let isCheck =
      ["if", "guard"].contains(branch.keyword) && !isWord(branch.header.lowerBound - 1, "else")
      && check.comparesNull && branch.returnsIfTrue != isNegated(branch)
    let names = isCheck ? check.names : branch.keyword == "?:" ? words : []
    guard names.count == 1 else { return false }
    return function.contains { isPunctuation($0, "{") && self.names(names[0], beforeBlock: $0) }
  }

  /// Returns `true` if a function's header before the block at `brace` contains `name`.
  private func names(_ name: String, beforeBlock brace: Int) -> Bool {
    guard branch(ofBlock: brace) == nil else { return false }
    var before = brace - 1
    // The parameters may be on several lines, but nothing before them is.
    var group = brace
    for _ in 0..<Self.maximumHeaderLength where !isPunctuation(before, in: ";{}") {
      if isWord(before, name) { return true }
      if let open = open(before) { group = min(group, open) }
      if endsStatementsWithLines, before <= group, beginsLine(before) { return false }
      before -= 1
    }
    return false
  }

  /// Returns `true` if the branch lets `code` run only once.
  ///
  /// ```
  /// if (!isReady) { isReady = true; … }
  /// if (shared == null) { … }
  /// if (isReady) return; isReady = true;
  /// if (isReady.getAndSet(true)) return;
  /// ```
  private func runsOnce(_ branch: SourceBranch, in code: Range<Int>) -> Bool {
    let check = Check(of: words(limited(branch.header)))
    let isNegated = isNegated(branch)
    if check.names.count == 2, ["getAndSet", "compareAndSet"].contains(check.names[1]) {
      // `getAndSet(true)` is false at first, unlike the others.
      let isFalseAtFirst = check.names[1] == "getAndSet" && check.setsTrue
      return isNegated == (isFalseAtFirst != branch.returnsIfTrue)
    }
    // `!isReady` or `shared == null`, but not `shared != null`.
    let isUnset = isNegated != check.comparesUnset
    // `isReady` or `shared != null`, but not `mode == 1`.
    let isSet =
      !isUnset
      && (check.comparesLiteral || !limited(branch.header).contains { isPunctuation($0, "=") })
    guard branch.returnsIfTrue ? isSet : isUnset, check.names.count == 1 else { return false }
    return code.prefix(Self.maximumBlockLength).contains { index in
      isWord(index, check.names[0]) && isPunctuation(index + 1, "=")
        && !isPunctuation(index + 2, "=")
    }
  }

  private func isNegated(_ branch: SourceBranch) -> Bool {
    limited(branch.header).contains { isPunctuation($0, "!") }
  }

  private func limited(_ range: Range<Int>) -> Range<Int> {
    range.prefix(Self.maximumHeaderLength)
  }

  /// The words in a condition.
  private struct Check {
    /// Words that are not literals.
    let names: [String]
    let comparesNull: Bool
    /// `true` if the condition has `null` or `false`.
    let comparesUnset: Bool
    /// `true` if the condition has `null`, `false` or `true`.
    let comparesLiteral: Bool
    /// `true` if the last argument is `true`.
    let setsTrue: Bool

    /// Takes the words in a header.
    init(of header: [String]) {
      let words = header.dropFirst().filter { !["this", "self", "else"].contains($0) }
      let nulls: Set = ["null", "nil", "NULL"]
      let unset = nulls.union(["false", "NO"])
      let literals = unset.union(["true", "YES"])
      names = words.filter { !literals.contains($0) }
      comparesNull = !nulls.isDisjoint(with: words)
      comparesUnset = !unset.isDisjoint(with: words)
      comparesLiteral = !literals.isDisjoint(with: words)
      setsTrue = words.last == "true"
    }
  }

  /// In tokens.
  private static var maximumBlockLength: Int { 1 << 10 }

  /// In tokens.
  ///
  /// Limits the work on hostile sources.
  private static var maximumHeaderLength: Int { 64 }

  /// Returns a branch's header on one line: `if (isDebug)`, or `if (isDebug) … else`.
  private func text(of branch: SourceBranch) -> String {
    let header = text(of: branch.header)
    guard branch.keyword == "else", let open = open(branch.header.lowerBound - 1),
      let first = self.branch(ofBlock: open)
    else { return header }
    return text(of: first.header) + " … " + header
  }

  /// In characters, for a message.
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
