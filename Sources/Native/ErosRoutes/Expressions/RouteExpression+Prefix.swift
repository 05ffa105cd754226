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

extension RouteExpression {
  /// The literal suffix of every string that the expression matches, before a line break at the end.
  ///
  /// The suffix is empty if the expression is not anchored or does not end with a literal.
  var suffix: String {
    var instructions = program.instructions[...]
    guard case .match? = instructions.popLast(),
      case .check(let assertion)? = instructions.popLast(),
      [.textEnd, .lastLineEnd].contains(assertion)
    else { return "" }
    // A thread that continues at an instruction skips the ones before.
    let first = program.instructions.reduce(0) { first, instruction in
      switch instruction {
      case .split(let one, let other): max(first, one, other)
      case .jump(let target): max(first, target)
      default: first
      }
    }
    var scalars: [Unicode.Scalar] = []
    while instructions.endIndex > first, case .consume(let set)? = instructions.popLast(),
      let scalar = set.onlyScalar
    {
      scalars.append(scalar)
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
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
