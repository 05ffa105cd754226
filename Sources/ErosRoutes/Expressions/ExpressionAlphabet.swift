/// The scalars that a search through all URIs has to try: one for all those that nothing tells apart.
enum ExpressionAlphabet {
  /// How many scalars beyond ASCII are tried; real expressions need a few.
  private static let mostForeign = 512

  /// What stands in URIs as the systems pass them on.
  static let ofURIs =
    ".abcdefghijklmnopqrstuvwxyz0123456789/:?=&-_~%+#,;@!$'()*[]ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// What else is printable in ASCII; no system makes a URI of control characters.
  private static let otherASCII = " \"<>\\^`{|}"

  /// One scalar beyond ASCII of each kind: a letter, one with two cases, a digit, a space, a mark, a
  /// sign, and one beyond the first plane.
  private static let foreign = "中é٣\u{3000}\u{301}→😀"

  private static let uriScalars = Set(ofURIs.unicodeScalars)

  static func isOfURIs(_ scalar: Unicode.Scalar) -> Bool { uriScalars.contains(scalar) }

  /// One scalar for all those that neither the sets nor the shape tell apart, the plain ones first.
  ///
  /// Returns `nil` when there are too many to try.
  static func of(_ sets: Set<ScalarSet>, _ shape: URIShape) -> [Unicode.Scalar]? {
    let sets = Array(sets)
    guard size(for: Set(sets), shape) <= 2 * mostForeign else { return nil }
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

  /// How many scalars are looked at, at most.
  static func size(for sets: Set<ScalarSet>, _ shape: URIShape) -> Int {
    let all = ofURIs.utf8.count + otherASCII.utf8.count
    return all + (shape.isText ? sets.reduce(0) { $0 + 4 * $1.foreignRanges.count } : 0)
  }

  private static func candidates(_ sets: [ScalarSet], _ shape: URIShape) -> [Unicode.Scalar] {
    guard shape.isText else { return Array(ofURIs.unicodeScalars) }
    // The kinds of scalars change at the ends of ranges, and nowhere else but between kinds.
    let ends = sets.flatMap { set in
      set.foreignRanges.flatMap { range in
        [range.lowerBound, range.upperBound, max(range.lowerBound, 1) - 1, range.upperBound + 1]
      }
    }
    let foreignEnds = ends.filter { $0 >= 0xA0 }.compactMap(Unicode.Scalar.init)
    return Array((ofURIs + otherASCII + foreign).unicodeScalars) + foreignEnds
  }
}

extension ScalarSet {
  /// The ranges that reach beyond ASCII.
  fileprivate var foreignRanges: [ClosedRange<UInt32>] { ranges.filter { $0.upperBound >= 0x80 } }
}
