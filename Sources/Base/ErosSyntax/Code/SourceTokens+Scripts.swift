/// Functions and declarations in JavaScript.
extension SourceTokens {
  /// Returns `true` if `=>` starts here.
  package func isArrow(_ index: Int) -> Bool {
    isPunctuation(index, "=") && isPunctuation(index + 1, ">") && touchesNext(index)
  }

  /// Returns where the expression at `start` ends, within 128 tokens.
  package func expressionEnd(_ start: Int) -> Int {
    var index = start
    for _ in 0..<128 where index < count {
      if isPunctuation(index, in: ",;)]}") { break }
      let isStatement =
        index > start && beginsLine(index) && word(index) != nil
        && (punctuation(index - 1) == nil || isPunctuation(index - 1, in: ")]}"))
      if isStatement { break }
      index = self.index(after: index)
    }
    return index
  }

  /// Returns the parameter names if a function's body starts at `index`.
  package func functionParameters(before index: Int) -> [String]? {
    var close = index - 1
    if isPunctuation(close, ">"), isPunctuation(close - 1, "=") {
      close -= 2
      if let parameter = word(close) { return [parameter] }
    }
    guard isPunctuation(close, ")"), let open = open(close) else { return nil }
    let name = word(open - 1)
    let statements = ["if", "for", "while", "switch", "catch", "with"]
    if let name, statements.contains(name) { return nil }
    let isArrow = close < index - 1
    guard isArrow || name != nil else { return nil }
    return parts(of: open).flatMap { names(at: $0.lowerBound) }
  }

  /// Returns the names that the `const`, `let`, `var`, `function` or `class` at `index` declares.
  package func declaredNames(at index: Int) -> [String] {
    guard let word = word(index) else { return [] }
    switch word {
    // A loop's header belongs to its block.
    case "const", "let", "var":
      return isWord(index - 2, "for") && isPunctuation(index - 1, "(") ? [] : names(at: index + 1)
    case "function", "class": return [self.word(index + 1)].compactMap { $0 }
    default: return []
    }
  }

  /// Returns the name at `index`, or the names in the pattern `{ a, b: c }` or `[a, b]`.
  package func names(at index: Int) -> [String] {
    guard isPunctuation(index, in: "{[") else { return words(index..<index + 1) }
    return parts(of: index).compactMap { part in
      let start = part.lowerBound
      return word(isPunctuation(start + 1, ":") ? start + 2 : start)
    }
  }

  /// Reads `.name`, `?.name`, `!.name` or `['name']` at `start`.
  ///
  /// Returns the index after it as well.
  package func memberName(after start: Int) -> (name: String, next: Int)? {
    var dot = start
    if isPunctuation(dot, "!") { dot += 1 }
    if isPunctuation(dot, "?"), isPunctuation(dot + 1, ".") { dot += 1 }
    if isPunctuation(dot, "."), let name = word(dot + 1) { return (name, dot + 2) }
    if isPunctuation(dot, "["), let name = string(dot + 1), isPunctuation(dot + 2, "]") {
      return (name, dot + 3)
    }
    return nil
  }

  /// Returns the names in the loop's or `catch`'s header before the block at `index`.
  package func headerNames(before index: Int) -> [String] {
    guard isPunctuation(index - 1, ")"), let open = open(index - 1) else { return [] }
    if isWord(open - 1, "catch") { return names(at: open + 1) }
    let words = ["const", "let", "var"]
    guard isWord(open - 1, "for"), let word = word(open + 1), words.contains(word) else {
      return []
    }
    return names(at: open + 2)
  }
}
