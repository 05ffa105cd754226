/// A namespace for spelling suggestions.
package enum Spelling {
  /// The maximum length in bytes of a word to look up, far longer than any known word.
  private static let maximumLength = 64

  /// Returns the word that is most similar to `misspelled`, or `nil` if none is similar enough.
  ///
  /// The allowed edit distance is 1 for a word of up to four characters and 2 for a longer one. A
  /// swap of two adjacent characters counts as one edit.
  package static func nearest(to misspelled: String, among words: [String]) -> String? {
    guard misspelled.utf8.count <= maximumLength else { return nil }
    let lowercased = misspelled.lowercased()
    if let word = words.first(where: { $0.lowercased() == lowercased }) { return word }
    let allowed = misspelled.count <= 4 ? 1 : 2
    let rated = words.map { (word: $0, distance: distance($0, misspelled, atMost: allowed)) }
    let best = rated.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= allowed ? $0.word : nil }
  }

  /// Returns the remedy `did you mean 'word'?`, or `nil` if no word is similar enough.
  package static func hint(for misspelled: String, among words: [String]) -> String? {
    nearest(to: misspelled, among: words).map { "did you mean '\($0)'?" }
  }

  /// Returns the number of insertions, deletions, replacements and adjacent swaps that turn `left`
  /// into `right`, or a number above `limit` if the lengths differ by more than `limit`.
  private static func distance(_ left: String, _ right: String, atMost limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    let left = Array(left)
    let right = Array(right)
    var before: [Int] = []
    var row = Array(0...right.count)
    for index in left.indices {
      var next = [index + 1]
      for column in right.indices {
        let replaced = row[column] + (right[column] == left[index] ? 0 : 1)
        var best = min(replaced, row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, left[index] == right[column - 1], left[index - 1] == right[column]
        {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
