// The classes of ASCII bytes that names and numbers in foreign text are made of.
extension UInt8 {
  /// Whether the byte is a space or a control character between tab and carriage return.
  package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  package var isAlphanumeric: Bool { isLetter || isDigit }

  /// Whether an identifier can start with the byte: a letter or `_`.
  package var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

  /// Whether the byte can follow in an identifier: a letter, a digit or `_`.
  package var isIdentifierPart: Bool { isIdentifierStart || isDigit }

  /// Whether the byte can follow in a name such as `web-view`: an identifier's part or `-`.
  package var isDashedNamePart: Bool { isIdentifierPart || self == UInt8(ascii: "-") }
}
