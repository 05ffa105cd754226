import ErosCore

/// The scalars that may stand at one position: ranges and kinds, or everything else.
struct ScalarSet: Hashable, Sendable {
  /// A kind of scalar that has an escape.
  ///
  /// Both platforms use ICU's definition.
  enum Kind: Hashable, Sendable {
    case digit, word, space, lineEnd

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .word: Self.isWord(scalar)
      case .space: scalar.properties.isWhitespace
      case .lineEnd: [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].contains(scalar.value)
      }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.properties.isAlphabetic { return true }
      switch scalar.properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
        return true
      default: return scalar.value == 0x200C || scalar.value == 0x200D
      }
    }
  }

  struct KindMember: Hashable, Sendable {
    let kind: Kind
    let isNegated: Bool
  }

  var ranges: [ClosedRange<UInt32>] = []
  var kinds: [KindMember] = []
  var isNegated = false
  var ignoresCase = false

  init() {}

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  init(_ kind: Kind, isNegated: Bool = false) {
    kinds = [KindMember(kind: kind, isNegated: isNegated)]
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isMember =
      ignoresCase ? Self.cases(of: scalar).contains(where: hasMember) : hasMember(scalar)
    return isMember != isNegated
  }

  private func hasMember(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
  }

  /// Returns the case variants that are single scalars, including the scalar itself.
  ///
  /// Some lowercase letters share an uppercase letter.
  private static func cases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // The uppercase form of the dotless i is 'I', but ICU does not treat them as equal.
    if scalar == "ı" { return [scalar] }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    let lower = single(scalar.properties.lowercaseMapping) ?? scalar
    return [scalar, upper, lower, single(upper.properties.lowercaseMapping) ?? scalar]
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
