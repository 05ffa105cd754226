/// The letters that a search tries: one scalar stands for all that behave alike.
enum ExpressionAlphabet {
  /// The maximum number of scalars beyond ASCII to try.
  ///
  /// Real expressions need a few.
  private static let maximumNonASCII = 512

  /// The characters that operating systems pass to apps in URIs.
  static let uriCharacters =
    ".abcdefghijklmnopqrstuvwxyz0123456789/:?=&-_~%+#,;@!$'()*[]ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// The remaining printable characters.
  ///
  /// No system creates URIs with control characters.
  private static let otherASCII = " \"<>\\^`{|}"

  /// An example of each kind beyond ASCII: a letter, a letter with two cases, a digit, a space, a
  /// mark, a symbol, and a scalar outside the Basic Multilingual Plane.
  private static let nonASCII = "中é٣\u{3000}\u{301}→😀"

  /// Returns one scalar for each group that neither the sets nor the shape tell apart.
  ///
  /// Returns `nil` if there are too many to try.
  static func scalars(for sets: Set<ScalarSet>, _ shape: URIShape) -> [Unicode.Scalar]? {
    let sets = Array(sets)
    guard size(for: Set(sets), shape) <= 2 * maximumNonASCII else { return nil }
    var seen: Set<[Bool]> = []
    return candidates(sets, shape).filter { scalar in
      let shapes: [URIShape.Progress] = [.start, .scheme, .colon, .rest]
      let signature =
        sets.map { $0.contains(scalar) }
        + shapes.map { URIShape.ordinary($0).step(over: scalar) != nil }
        + [scalar == ":", scalar == "/", ScalarSet.Kind.word.contains(scalar)]
      return seen.insert(signature).inserted
    }
  }

  /// Returns an upper bound for the number of scalars to test.
  static func size(for sets: Set<ScalarSet>, _ shape: URIShape) -> Int {
    let ascii = uriCharacters.utf8.count + otherASCII.utf8.count
    return ascii + (shape.isText ? sets.reduce(0) { $0 + 4 * $1.nonASCIIRanges.count } : 0)
  }

  private static func candidates(_ sets: [ScalarSet], _ shape: URIShape) -> [Unicode.Scalar] {
    guard shape.isText else { return Array(uriCharacters.unicodeScalars) }
    // Membership changes only where a range ends or a new kind begins.
    let ends = sets.flatMap { set in
      set.nonASCIIRanges.flatMap { range in
        [range.lowerBound, range.upperBound, max(range.lowerBound, 1) - 1, range.upperBound + 1]
      }
    }
    let nonASCIIEnds = ends.filter { $0 >= 0xA0 }.compactMap(Unicode.Scalar.init)
    return Array((uriCharacters + otherASCII + nonASCII).unicodeScalars) + nonASCIIEnds
  }
}

extension ScalarSet {
  fileprivate var nonASCIIRanges: [ClosedRange<UInt32>] { ranges.filter { $0.upperBound >= 0x80 } }
}
