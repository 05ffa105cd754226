extension RouteExpression {
  /// How every text begins that the expression matches, as far as the program says so at once; empty
  /// where a match may begin anywhere.
  var beginning: String {
    var scalars = String.UnicodeScalarView()
    var isAnchored = false
    for instruction in program.instructions {
      switch instruction {
      case .check(.textStart): isAnchored = true
      case .take(let set):
        guard isAnchored, let scalar = set.onlyScalar else { return String(scalars) }
        scalars.append(scalar)
      default: return String(scalars)
      }
    }
    return String(scalars)
  }
}

extension ScalarSet {
  /// The scalar that is the only one in the set.
  fileprivate var onlyScalar: Unicode.Scalar? {
    guard !isNegated, !ignoresCase, kinds.isEmpty, ranges.count == 1, ranges[0].count == 1 else {
      return nil
    }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}
