/// Properties that the standard library has only for `Character`, which takes them from its first
/// scalar.
extension Unicode.Scalar {
  package var isLetter: Bool { properties.isAlphabetic }

  package var isNumber: Bool { properties.numericType != nil }

  package var isWhitespace: Bool { properties.isWhitespace }

  package var isNewline: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  package var isUppercase: Bool { properties.isUppercase }

  package var isLowercase: Bool { properties.isLowercase }

  package var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  package func uppercased() -> String { properties.uppercaseMapping }

  package func lowercased() -> String { properties.lowercaseMapping }

  /// `nil` if the scalar is not an ASCII hexadecimal digit.
  package var hexDigitValue: Int? { isASCII ? Character(self).hexDigitValue : nil }
}
