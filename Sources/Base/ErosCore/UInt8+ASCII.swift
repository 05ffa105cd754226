extension UInt8 {
  /// ASCII space, tab or line break.
  @inlinable package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// ASCII only.
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// ASCII only.
  @inlinable package var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// ASCII only.
  @inlinable package var isAlphanumeric: Bool { isLetter || isDigit }

  /// An ASCII letter or `_`.
  @inlinable package var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

  /// An ASCII letter, a digit or `_`.
  @inlinable package var isIdentifierPart: Bool { isIdentifierStart || isDigit }

  /// Part of a name such as `web-view`: an identifier's part or `-`.
  @inlinable package var isDashedNamePart: Bool {
    isIdentifierPart || self == UInt8(ascii: "-")
  }
}
