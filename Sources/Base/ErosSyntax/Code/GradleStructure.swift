/// Matching brackets and expression ends in a Gradle script, computed in one pass.
package struct GradleStructure {
  private static let none = -1

  /// For each bracket, its partner.
  private var partners: [Int]
  /// For each token, the innermost open bracket.
  private var openings: [Int]
  /// For each token, the end of an expression that starts there.
  private var ends: [Int]

  /// Brackets in `tokens` must match.
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

  /// Returns `nil` if there is no bracket at `index`.
  package func partner(_ index: Int) -> Int? { known(partners, index) }

  /// Returns `nil` at the top level.
  package func enclosing(_ index: Int) -> Int? { known(openings, index) }

  /// Returns the index after the expression's last token.
  package func endOfExpression(from start: Int) -> Int { ends[min(max(start, 0), ends.count - 1)] }

  private func known(_ table: [Int], _ index: Int) -> Int? {
    guard table.indices.contains(index), table[index] != Self.none else { return nil }
    return table[index]
  }
}
