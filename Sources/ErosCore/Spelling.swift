/// Finds the word that somebody meant.
package enum Spelling {
  /// In bytes; no known word is nearly as long.
  private static let longestMisspelt = 64

  /// The word that `misspelt` was probably meant to be, or `nil`.
  ///
  /// A word of up to four letters may be one letter off, a longer one two; two letters that changed
  /// places count as one.
  package static func nearest(to misspelt: String, among words: [String]) -> String? {
    guard misspelt.utf8.count <= longestMisspelt else { return nil }
    let lowercased = misspelt.lowercased()
    if let word = words.first(where: { $0.lowercased() == lowercased }) { return word }
    let allowed = misspelt.count <= 4 ? 1 : 2
    let rated = words.map { (word: $0, distance: distance($0, misspelt, atMost: allowed)) }
    let best = rated.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= allowed ? $0.word : nil }
  }

  /// How many letters must be changed, added, left out or swapped with the next one; more than
  /// `limit` is not counted.
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
