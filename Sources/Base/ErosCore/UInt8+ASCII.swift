extension UInt8 {
  /// Whether the byte is an ASCII space, tab or line break.
  @inlinable package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// Whether the byte is an ASCII digit.
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte is an ASCII letter.
  @inlinable package var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable package var isAlphanumeric: Bool { isLetter || isDigit }

  /// Whether an identifier can start with the byte: an ASCII letter or `_`.
  @inlinable package var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

  /// Whether an identifier can contain the byte: an ASCII letter, a digit or `_`.
  @inlinable package var isIdentifierPart: Bool { isIdentifierStart || isDigit }

  /// Whether a name such as `web-view` can contain the byte: an identifier's part or `-`.
  @inlinable package var isDashedNamePart: Bool {
    isIdentifierPart || self == UInt8(ascii: "-")
  }
}
