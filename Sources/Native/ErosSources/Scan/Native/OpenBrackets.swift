import ErosSyntax

/// The open brackets around a token that only moves forward.
///
/// Searching for the brackets around each of many tokens would read the file again for each.
struct OpenBrackets {
  /// The brackets around the token, the innermost last.
  private(set) var indexes: [Int] = []
  private let tokens: SourceTokens
  private var next = 0

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  /// Moves forward to the token at `index`.
  mutating func move(to index: Int) {
    while next < index {
      removeClosed(before: next)
      if tokens.isOpening(next) { indexes.append(next) }
      next += 1
    }
    removeClosed(before: index)
  }

  private mutating func removeClosed(before index: Int) {
    while let last = indexes.last, tokens.close(last) <= index { indexes.removeLast() }
  }
}
