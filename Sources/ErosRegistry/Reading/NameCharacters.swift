/// Which bytes names are made of.
enum NameCharacters {
  static func letter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func digit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func alphanumeric(_ byte: UInt8) -> Bool { letter(byte) || digit(byte) }

  static func wordStart(_ byte: UInt8) -> Bool { letter(byte) || byte == UInt8(ascii: "_") }

  static func word(_ byte: UInt8) -> Bool { wordStart(byte) || digit(byte) }

  static func dashedWord(_ byte: UInt8) -> Bool { word(byte) || byte == UInt8(ascii: "-") }
}
