extension RouteExpression {
  /// The literal start of every match.
  ///
  /// It is empty if the expression is not anchored, or starts with something else.
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
  /// The literal end of every match.
  ///
  /// A line break may follow it.
  ///
  /// It is empty if the expression is not anchored, or ends with something else.
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
  /// The set's only scalar, or `nil` if there may be several.
  fileprivate var onlyScalar: Unicode.Scalar? {
    guard !isNegated, !ignoresCase, kinds.isEmpty, ranges.count == 1, ranges[0].count == 1 else {
      return nil
    }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}
