/// Suggests spellings.
package enum Spelling {
  /// Limits the work for many suggestions.
  ///
  /// Each unknown name is compared with every known one, so the time grows with the product of both
  /// counts. Share one budget between a document's suggestions. Once it is used up, the rest get
  /// none.
  package final class Budget {
    /// Scalars that may still be compared.
    ///
    /// Enough for 500 unknown names among 500.
    fileprivate var remaining = 10_000_000

    package init() {}
  }

  /// The work to list one word, in compared scalars.
  private static let wordCost = 16

  /// In bytes, far longer than any known word.
  private static let maximumLength = 64

  /// Returns the word most similar to `misspelled`.
  ///
  /// Returns `nil` if none is similar enough, or if `budget` is used up. Then `words` is not
  /// evaluated.
  ///
  /// The allowed edit distance is 1 for a word with up to four scalars and 2 for a longer one. A
  /// swap of two adjacent scalars counts as one edit.
  package static func nearest(
    to misspelled: String, among words: @autoclosure () -> [String],
    within budget: Budget = Budget()
  ) -> String? {
    guard misspelled.utf8.count <= maximumLength, budget.remaining > 0 else { return nil }
    let words = words()
    budget.remaining -= words.count * wordCost
    let lowercased = misspelled.lowercased()
    let scalars = Array(misspelled.unicodeScalars)
    let allowed = scalars.count <= 4 ? 1 : 2
    var best: (word: String, distance: Int)?
    for word in words {
      if word.lowercased() == lowercased { return word }
      // A longer word cannot be similar enough. This check needs no scalars.
      guard word.utf8.count <= 4 * (scalars.count + allowed) else { continue }
      let other = Array(word.unicodeScalars)
      guard abs(other.count - scalars.count) <= allowed else { continue }
      budget.remaining -= other.count * (2 * allowed + 1)
      let distance = distance(other, scalars, atMost: allowed)
      if distance <= allowed, distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
  }

  /// Returns the remedy `did you mean 'word'?`, or `nil` if no word is similar enough.
  package static func hint(
    for misspelled: String, among words: @autoclosure () -> [String],
    within budget: Budget = Budget()
  ) -> Message? {
    nearest(to: misspelled, among: words(), within: budget).map { "did you mean '\($0)'?" }
  }

  /// Returns the edit distance between two words, or a number above `limit`.
  ///
  /// Insertions, deletions, replacements and adjacent swaps count as one. Lengths differ by at most
  /// `limit`, so only prefixes count whose lengths do.
  private static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
  ) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for index in left.indices {
      var next = [Int](repeating: limit + 1, count: right.count + 1)
      next[0] = index + 1
      for column in right.indices.clamped(to: max(0, index - limit)..<(index + limit + 1)) {
        let replaced = row[column] + (right[column] == left[index] ? 0 : 1)
        var best = min(replaced, row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, left[index] == right[column - 1], left[index - 1] == right[column]
        {
          best = min(best, before[column - 1] + 1)
        }
        next[column + 1] = best
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
