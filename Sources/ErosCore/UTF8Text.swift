/// What the bytes of a text are in UTF-8.
enum UTF8Text {
  /// U+FEFF, which some editors put in front of a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where the first byte stands that is not part of a well-formed sequence, or `nil`.
  static func firstIllFormedByte(in bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(at: index, in: bytes)
      guard length > 0 else { return index }
      index += length
    }
    return nil
  }

  /// How many bytes the scalar at `index` has, or 0 when the bytes there are ill-formed.
  static func sequenceLength(at index: Int, in bytes: [UInt8]) -> Int {
    let lead = bytes[index]
    let length: Int
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 0
    }
    guard index + length <= bytes.count, secondBytes(after: lead).contains(bytes[index + 1]) else {
      return 0
    }
    for offset in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes[index + offset]) {
      return 0
    }
    return length
  }

  /// Which second bytes keep out overlong forms, surrogates and numbers above U+10FFFF.
  private static func secondBytes(after lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
