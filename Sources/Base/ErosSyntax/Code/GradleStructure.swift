/// The matching brackets and expression ends of a Gradle script, computed in one pass.
package struct GradleStructure {
  private static let none = -1

  /// The matching bracket of each bracket.
  private var partners: [Int]
  /// The innermost open bracket at each token.
  private var openings: [Int]
  /// The end of the expression that starts at each token.
  private var ends: [Int]

  /// Analyzes tokens whose brackets match.
  package init(_ tokens: [GradleLexer.Token]) {
    partners = Array(repeating: Self.none, count: tokens.count)
    openings = partners
    ends = Array(repeating: tokens.count, count: tokens.count + 1)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if Self.isOne(of: ")]}", token.kind), let opening = open.popLast() {
        partners[index] = opening
        partners[opening] = index
      }
      openings[index] = open.last ?? Self.none
      if Self.isOne(of: "([{", token.kind) { open.append(index) }
    }
    for index in tokens.indices.reversed() {
      let kind = tokens[index].kind
      if kind == .newline || Self.isOne(of: ")]};,", kind) {
        ends[index] = index
      } else {
        let last = partners[index] == Self.none ? index : partners[index]
        ends[index] = ends[last + 1]
      }
    }
  }

  private static func isOne(of symbols: String, _ kind: GradleLexer.Token.Kind) -> Bool {
    guard case .symbol(let byte) = kind else { return false }
    return symbols.utf8.contains(byte)
  }

  /// Returns the bracket that matches the bracket at `index`, or `nil` if `index` is not a bracket.
  package func partner(_ index: Int) -> Int? { known(partners, index) }

  /// Returns the innermost bracket that encloses the token at `index`, or `nil` at the top level.
  package func enclosing(_ index: Int) -> Int? { known(openings, index) }

  /// Returns the index after the last token of the expression that starts at `start`.
  package func endOfExpression(from start: Int) -> Int { ends[min(max(start, 0), ends.count - 1)] }

  private func known(_ table: [Int], _ index: Int) -> Int? {
    guard table.indices.contains(index), table[index] != Self.none else { return nil }
    return table[index]
  }
}
