extension RouteExpression {
  /// The literal prefix of every string that the expression matches.
  ///
  /// The prefix is empty if the expression is not anchored or does not start with a literal.
  var prefix: String {
    var scalars = String.UnicodeScalarView()
    var isAnchored = false
    for instruction in program.instructions {
      switch instruction {
      case .check(.textStart): isAnchored = true
      case .consume(let set):
        guard isAnchored, let scalar = set.onlyScalar else { return String(scalars) }
        scalars.append(scalar)
      default: return String(scalars)
      }
    }
    return String(scalars)
  }
}

extension ScalarSet {
  /// The only scalar of the set, or `nil` if the set may contain several.
  fileprivate var onlyScalar: Unicode.Scalar? {
    guard !isNegated, !ignoresCase, kinds.isEmpty, ranges.count == 1, ranges[0].count == 1 else {
      return nil
    }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}
