import ErosCore

/// A Gradle script's tokens in Groovy or Kotlin, with matching brackets and expression ends.
package struct GradleTokens: Sendable {
  private static let none = -1

  private let tokens: [GradleLexer.Token]
  /// For each bracket, its partner.
  private var partners: [Int]
  /// For each token, the innermost open bracket.
  private var openings: [Int]
  /// For each token, the end of an expression that starts there.
  private var ends: [Int]

  /// Splits a script, whose language depends on the suffix of `file`.
  ///
  /// - Throws: ``SyntaxError`` if a string, a comment or a bracket does not end.
  package init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    let isKotlin = file.hasSuffix(".kts") || file.hasSuffix(".kt")
    tokens = try GradleLexer.tokens(of: bytes, file: file, isKotlin: isKotlin)
    partners = Array(repeating: Self.none, count: tokens.count)
    openings = partners
    ends = Array(repeating: tokens.count, count: tokens.count + 1)
    var open: [Int] = []
    for index in tokens.indices {
      if isSymbol(in: ")]}", index), let opening = open.popLast() {
        partners[index] = opening
        partners[opening] = index
      }
      openings[index] = open.last ?? Self.none
      if isSymbol(in: "([{", index) { open.append(index) }
    }
    for index in tokens.indices.reversed() {
      if kind(index) == .newline || isSymbol(in: ")]};,", index) {
        ends[index] = index
      } else {
        let last = partners[index] == Self.none ? index : partners[index]
        ends[index] = ends[last + 1]
      }
    }
  }

  package var indices: Range<Int> { tokens.indices }

  /// Returns a token's kind, or `nil` outside the script.
  package func kind(_ index: Int) -> GradleLexer.Token.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  /// Returns the token's bytes, for a string without its quotes.
  package func range(_ index: Int) -> Range<Int> { tokens[index].range }

  package func word(_ index: Int) -> String? {
    guard case .word(let word) = kind(index) else { return nil }
    return word
  }

  /// Returns a string that has neither escapes nor interpolation.
  package func string(_ index: Int) -> String? {
    guard case .string(let text, isPlain: true) = kind(index) else { return nil }
    return text
  }

  package func isSymbol(_ symbol: Unicode.Scalar, _ index: Int) -> Bool {
    kind(index) == .symbol(UInt8(ascii: symbol))
  }

  package func isSymbol(in symbols: String, _ index: Int) -> Bool {
    guard case .symbol(let byte) = kind(index) else { return false }
    return symbols.utf8.contains(byte)
  }

  /// Returns `true` if a statement can start at a token.
  package func isFirst(_ index: Int) -> Bool {
    index == 0 || kind(index - 1) == .newline || isSymbol(in: "{;}", index - 1)
  }

  /// Returns the bracket that matches the one at `index`, or `nil` if no bracket is there.
  package func partner(_ index: Int) -> Int? { entry(index, of: partners) }

  /// Returns the innermost bracket around a token, or `nil` at the top level.
  package func enclosing(_ index: Int) -> Int? { entry(index, of: openings) }

  /// Returns the index after the expression's last token.
  package func endOfExpression(from start: Int) -> Int { ends[min(max(start, 0), ends.count - 1)] }

  private func entry(_ index: Int, of table: [Int]) -> Int? {
    guard table.indices.contains(index), table[index] != Self.none else { return nil }
    return table[index]
  }
}
