package enum Selector {
  /// Returns the JavaScript name: the selector up to its first colon.
  package static func jsName(_ selector: String) -> String {
    String(selector.prefix { $0 != ":" })
  }

  /// Returns the selector for a Swift function.
  ///
  /// The label `_` stands for no label.
  ///
  /// The compiler adds `With` unless the label starts or the name ends with a preposition:
  /// `seek(to:)` is `seekTo:`, and `play(_:)` is `play:`.
  package static func name(of name: String, labels: [String]) -> String {
    guard let first = labels.first else { return name }
    let isLinked = [words(in: first).first, words(in: name).last].contains { word in
      word.map { prepositions.contains($0.lowercased()) } ?? false
    }
    let head =
      first == "_"
      ? name : name + (isLinked ? "" : "With") + first.prefix(1).uppercased() + first.dropFirst()
    return head + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
  }

  /// Prepositions that the Swift compiler knows.
  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]

  /// Divides a name in camel case as the Swift compiler does: `load`, `URL`, `For`.
  private static func words(in name: String) -> [String] {
    let letters = Array(name.unicodeScalars)
    let isUpper = { (index: Int) in ("A"..."Z").contains(letters[index]) }
    let isEnd = { (index: Int) in index == letters.count || isUpper(index) || letters[index] == "_"
    }
    var words: [String] = []
    var start = 0
    while start < letters.count {
      var end = start + 1
      if letters[start] != "_" {
        while isUpper(start), end < letters.count, isUpper(end) { end += 1 }
        let isAcronym = end - start > 1
        if !isAcronym {
          while !isEnd(end) { end += 1 }
        } else if end < letters.count, letters[end] != "_" {
          // The plural of an acronym, such as `URLs`, or the first letter of the next word.
          end += letters[end] == "s" && isEnd(end + 1) ? 1 : -1
        }
      }
      var word = String.UnicodeScalarView()
      word.append(contentsOf: letters[start..<end])
      words.append(String(word))
      start = end
    }
    return words
  }

  package static func arity(_ selector: String) -> Int {
    selector.utf8.count { $0 == UInt8(ascii: ":") }
  }
}
