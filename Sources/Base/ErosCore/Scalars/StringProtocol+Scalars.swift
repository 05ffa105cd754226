// The elements of a string are `Character`s, and a character swallows the marks after it and some
// letters before it: neither "/\u{301}" nor "\u{D4E}|" contains the character "/" or "|". File
// systems, browsers, shells and Markdown see scalars, so text from outside must not hide a
// delimiter in this way.
//
// These members have the standard library's names, and replace its members in every file that
// imports this module. `scripts/lib/scalars` finds files that use them but lack the import.

extension StringProtocol {
  // MARK: - Parts

  @inlinable package var first: Unicode.Scalar? { unicodeScalars.first }

  @inlinable package var last: Unicode.Scalar? { unicodeScalars.last }

  @inlinable package func dropFirst(_ count: Int = 1) -> SubSequence {
    self[index(startIndex, scalars: count)...]
  }

  @inlinable package func dropLast(_ count: Int = 1) -> SubSequence {
    self[..<index(endIndex, scalars: -count)]
  }

  @inlinable package func prefix(_ count: Int) -> SubSequence {
    self[..<index(startIndex, scalars: count)]
  }

  @inlinable package func suffix(_ count: Int) -> SubSequence {
    self[index(endIndex, scalars: -count)...]
  }

  @inlinable package func prefix(
    while predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> SubSequence {
    self[..<(try unicodeScalars.firstIndex { try !predicate($0) } ?? endIndex)]
  }

  @inlinable package func drop(
    while predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> SubSequence {
    self[(try unicodeScalars.firstIndex { try !predicate($0) } ?? endIndex)...]
  }

  @usableFromInline package func index(_ index: Index, scalars count: Int) -> Index {
    let limit = count < 0 ? startIndex : endIndex
    return unicodeScalars.index(index, offsetBy: count, limitedBy: limit) ?? limit
  }

  // MARK: - Searching

  /// Compares bytes.
  @inlinable package func hasPrefix(_ prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// Compares bytes.
  @inlinable package func hasSuffix(_ suffix: some StringProtocol) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  @inlinable package func starts(with prefix: some StringProtocol) -> Bool { hasPrefix(prefix) }

  @inlinable package func contains(_ scalar: Unicode.Scalar) -> Bool {
    unicodeScalars.contains(scalar)
  }

  @inlinable package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

  @inlinable package func contains(_ text: Substring) -> Bool { firstRange(of: text) != nil }

  @inlinable package func contains(
    where predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> Bool {
    try unicodeScalars.contains(where: predicate)
  }

  @inlinable package func allSatisfy(
    _ predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> Bool {
    try unicodeScalars.allSatisfy(predicate)
  }

  @inlinable package func first(
    where predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> Unicode.Scalar? {
    try unicodeScalars.first(where: predicate)
  }

  @inlinable package func firstIndex(
    where predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> Index? {
    try unicodeScalars.firstIndex(where: predicate)
  }

  @inlinable package func lastIndex(
    where predicate: (Unicode.Scalar) throws -> Bool
  ) rethrows -> Index? {
    try unicodeScalars.lastIndex(where: predicate)
  }

  @inlinable package func firstIndex(of text: some StringProtocol) -> Index? {
    firstRange(of: text)?.lowerBound
  }

  package func lastIndex(of text: some StringProtocol) -> Index? {
    var index = endIndex
    while index > startIndex {
      index = unicodeScalars.index(before: index)
      if utf8[index...].starts(with: text.utf8) { return index }
    }
    return nil
  }

  /// Compares bytes.
  @inlinable package func firstRange(of text: some StringProtocol) -> Range<Index>? {
    guard let first = text.utf8.first else { return startIndex..<startIndex }
    var start = startIndex
    while let index = utf8[start...].firstIndex(of: first) {
      if utf8[index...].starts(with: text.utf8) {
        return index..<utf8.index(index, offsetBy: text.utf8.count)
      }
      start = utf8.index(after: index)
    }
    return nil
  }

  package func ranges(of text: some StringProtocol) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while !text.isEmpty, let range = self[start...].firstRange(of: text) {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }

  // MARK: - Splitting and changing

  package func split(
    separator: some StringProtocol, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for range in ranges(of: separator) where parts.count < maxSplits {
      if !omittingEmptySubsequences || start < range.lowerBound {
        parts.append(self[start..<range.lowerBound])
      }
      start = range.upperBound
    }
    if !omittingEmptySubsequences || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  @inlinable package func split(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true,
    whereSeparator isSeparator: (Unicode.Scalar) throws -> Bool
  ) rethrows -> [SubSequence] {
    try unicodeScalars.split(
      maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences,
      whereSeparator: isSeparator
    ).map { self[$0.startIndex..<$0.endIndex] }
  }

  package func replacing(
    _ text: some StringProtocol, with replacement: some StringProtocol
  ) -> String {
    var result = ""
    var start = startIndex
    for range in ranges(of: text) {
      result += self[start..<range.lowerBound]
      result += replacement
      start = range.upperBound
    }
    return result + self[start...]
  }

  @inlinable package func map<Value>(_ transform: (Unicode.Scalar) throws -> Value) rethrows
    -> [Value]
  {
    try unicodeScalars.map(transform)
  }

  @inlinable package func flatMap<Values: Sequence>(
    _ transform: (Unicode.Scalar) throws -> Values
  ) rethrows -> [Values.Element] {
    try unicodeScalars.flatMap(transform)
  }

  @inlinable package func compactMap<Value>(
    _ transform: (Unicode.Scalar) throws -> Value?
  ) rethrows -> [Value] {
    try unicodeScalars.compactMap(transform)
  }

  @inlinable package func filter(
    _ isIncluded: (Unicode.Scalar) throws -> Bool
  ) rethrows -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars where try isIncluded(scalar) { result.append(scalar) }
    return String(result)
  }

  @inlinable package func reduce<Result>(
    _ initial: Result, _ next: (Result, Unicode.Scalar) throws -> Result
  ) rethrows -> Result {
    try unicodeScalars.reduce(initial, next)
  }

  @inlinable package func reduce<Result>(
    into initial: Result, _ update: (inout Result, Unicode.Scalar) throws -> Void
  ) rethrows -> Result {
    try unicodeScalars.reduce(into: initial, update)
  }

  @inlinable package func forEach(_ body: (Unicode.Scalar) throws -> Void) rethrows {
    try unicodeScalars.forEach(body)
  }

  @inlinable package func reversed() -> ReversedCollection<UnicodeScalarView> {
    unicodeScalars.reversed()
  }

  @inlinable package func enumerated() -> EnumeratedSequence<UnicodeScalarView> {
    unicodeScalars.enumerated()
  }
}

// The standard library declares these for each type.

extension String {
  @inlinable package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  @inlinable package func hasSuffix(_ suffix: String) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  @inlinable package var count: Int { unicodeScalars.count }

  @inlinable package func index(after index: Index) -> Index { unicodeScalars.index(after: index) }

  @inlinable package func index(before index: Index) -> Index {
    unicodeScalars.index(before: index)
  }

  @inlinable package func index(_ index: Index, offsetBy count: Int) -> Index {
    unicodeScalars.index(index, offsetBy: count)
  }

  @available(*, deprecated, message: "use unicodeScalars[index]")
  subscript(index: Index) -> Character { Character(unicodeScalars[index]) }

  @inlinable package mutating func append(_ scalar: Unicode.Scalar) {
    unicodeScalars.append(scalar)
  }

  @discardableResult
  @inlinable package mutating func removeFirst() -> Unicode.Scalar { unicodeScalars.removeFirst() }

  @discardableResult
  @inlinable package mutating func removeLast() -> Unicode.Scalar { unicodeScalars.removeLast() }

  @inlinable package mutating func removeFirst(_ count: Int) { unicodeScalars.removeFirst(count) }

  @inlinable package mutating func removeLast(_ count: Int) { unicodeScalars.removeLast(count) }
}

extension Substring {
  @inlinable package var count: Int { unicodeScalars.count }

  @inlinable package func index(after index: Index) -> Index { unicodeScalars.index(after: index) }

  @inlinable package func index(before index: Index) -> Index {
    unicodeScalars.index(before: index)
  }

  @inlinable package func index(_ index: Index, offsetBy count: Int) -> Index {
    unicodeScalars.index(index, offsetBy: count)
  }

  @available(*, deprecated, message: "use unicodeScalars[index]")
  subscript(index: Index) -> Character { Character(unicodeScalars[index]) }

  @discardableResult
  @inlinable package mutating func removeFirst() -> Unicode.Scalar { unicodeScalars.removeFirst() }

  @discardableResult
  @inlinable package mutating func removeLast() -> Unicode.Scalar { unicodeScalars.removeLast() }
}

extension Array where Element == Character {
  @available(*, unavailable, message: "use an array of the text's unicodeScalars")
  init(_ text: some StringProtocol) { self = [] }
}

extension Set where Element == Character {
  @available(*, unavailable, message: "use a set of the text's unicodeScalars")
  init(_ text: some StringProtocol) { self = [] }
}
