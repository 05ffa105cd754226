/// Rules for well-formed UTF-8 (table 3-7 in the Unicode standard).
package enum UTF8Text {
  /// U+FEFF, which some editors write at the start of a file.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the length of a byte-order mark at the start, or 0.
  package static func markLength(of bytes: some Sequence<UInt8>) -> Int {
    bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
  }

  /// Returns `true` for UTF-16 and UTF-32.
  ///
  /// They start with a byte-order mark or a wide ASCII character.
  package static func isWide(_ bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(2))
    return start == [0xFE, 0xFF] || start == [0xFF, 0xFE]
      || (start.count == 2 && start.contains(0))
  }

  /// Returns an edited file with the byte-order mark and line ends that it had in `old`.
  ///
  /// If every line in `old` ends with CR LF, each LF becomes CR LF.
  package static func keepingFormat(of old: [UInt8], in edited: [UInt8]) -> [UInt8] {
    let hasMark = old.starts(with: byteOrderMark) && !edited.starts(with: byteOrderMark)
    let mark = hasMark ? byteOrderMark : []
    let ends = old.indices.filter { old[$0] == 0x0A }
    guard !ends.isEmpty, ends.allSatisfy({ $0 > 0 && old[$0 - 1] == 0x0D }) else {
      return mark + edited
    }
    return edited.reduce(into: mark) { result, byte in
      if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
      result.append(byte)
    }
  }

  /// The longest sequence in bytes.
  package static let maximumSequenceLength = 4

  package static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// Returns the first offset from `start` that is not part of a well-formed sequence.
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

  /// Returns how many bytes the scalar at `index` has, or 0 if it is ill-formed.
  static func sequenceLength(at index: Int, in bytes: [UInt8]) -> Int {
    let length = announcedLength(bytes[index])
    return validPrefixLength(at: index, in: bytes) == length ? length : 0
  }

  /// Returns 0 if the lead byte is invalid.
  package static func announcedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// Returns how many bytes from `index` begin a well-formed sequence, or 0.
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

  /// Excludes overlong forms, surrogates and values above U+10FFFF.
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

/// Checks for well-formed UTF-8 chunk by chunk.
package struct UTF8Check {
  /// An incomplete sequence at the end of the last chunk.
  private var pending: [UInt8] = []
  private var isIllFormed = false

  package init() {}

  /// `true` if all bytes so far are well-formed and the last sequence is complete.
  package var isWellFormed: Bool { !isIllFormed && pending.isEmpty }

  package mutating func update(_ bytes: [UInt8]) {
    guard !isIllFormed else { return }
    let chunk = pending.isEmpty ? bytes : pending + bytes
    pending = []
    guard let invalid = UTF8Text.firstIllFormedByte(in: chunk) else { return }
    if UTF8Text.validPrefixLength(at: invalid, in: chunk) == chunk.count - invalid {
      pending = Array(chunk[invalid...])
    } else {
      isIllFormed = true
    }
  }
}
