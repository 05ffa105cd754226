/// What the bytes of a text are in UTF-8 (table 3-7 of the Unicode standard).
package enum UTF8Text {
  /// U+FEFF, which some editors put in front of a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How many bytes a sequence has at most.
  package static let maximumSequenceLength = 4

  /// The bytes that follow a lead byte.
  package static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// Where the first byte stands, from `start` on, that is not part of a well-formed sequence.
  package static func firstIllFormedByte(in bytes: [UInt8], from start: Int = 0) -> Int? {
    var index = start
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
    let length = announcedLength(bytes[index])
    return validPrefixLength(at: index, in: bytes) == length ? length : 0
  }

  /// How many bytes a sequence with this first byte has, or 0 when no sequence begins with it.
  package static func announcedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// How many bytes from `index` on begin some well-formed sequence, or 0 when the byte there does
  /// not.
  package static func validPrefixLength(at index: Int, in bytes: [UInt8]) -> Int {
    let lead = bytes[index]
    let length = announcedLength(lead)
    guard length > 1 else { return length }
    var count = 1
    while count < length, index + count < bytes.count {
      let allowed = count == 1 ? secondBytes(after: lead) : continuation
      guard allowed.contains(bytes[index + count]) else { break }
      count += 1
    }
    return count
  }

  /// Which second bytes keep out overlong forms, surrogates and numbers above U+10FFFF.
  private static func secondBytes(after lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: continuation
    }
  }
}

/// Finds out whether bytes that arrive in pieces are well-formed UTF-8.
package struct UTF8Check {
  /// The beginning of a sequence that the next piece may complete.
  private var kept: [UInt8] = []
  private var isIllFormed = false

  package init() {}

  /// Whether everything so far is well-formed, and no sequence is left incomplete.
  package var isWellFormed: Bool { !isIllFormed && kept.isEmpty }

  /// Looks at the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    guard !isIllFormed else { return }
    let piece = kept.isEmpty ? bytes : kept + bytes
    kept = []
    guard let odd = UTF8Text.firstIllFormedByte(in: piece) else { return }
    if UTF8Text.validPrefixLength(at: odd, in: piece) == piece.count - odd {
      kept = Array(piece[odd...])
    } else {
      isIllFormed = true
    }
  }
}
