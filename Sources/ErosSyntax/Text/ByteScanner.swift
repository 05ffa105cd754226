import ErosCore

/// Goes through a text byte by byte and never past its end.
package struct ByteScanner {
  package let bytes: [UInt8]
  package var position = 0

  /// Starts behind a byte-order mark, if there is one.
  ///
  /// - Throws: when the text is not well-formed UTF-8, at the first byte that is not.
  package init(_ bytes: [UInt8]) throws(SyntaxFailure) {
    if let offset = UTF8Text.firstIllFormedByte(in: bytes) { throw .init(.notUTF8, at: offset) }
    // UTF-16 of ASCII is well-formed UTF-8 with NULs between.
    if let offset = bytes.firstIndex(of: 0) { throw .init(.notUTF8, at: offset) }
    if let offset = Self.firstConflict(in: bytes) { throw .init(.conflict, at: offset) }
    self.bytes = bytes
    if bytes.starts(with: "\u{FEFF}".utf8) { position = "\u{FEFF}".utf8.count }
  }

  /// Where the first line begins that a merge left because it could not decide.
  package static func firstConflict(in bytes: [UInt8]) -> Int? {
    let mark = "<<<<<<< ".utf8
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: mark) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }

  package var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  package var isAtEnd: Bool { position >= bytes.count }

  package func peek(_ distance: Int) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  package func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Goes over `text` if it is next.
  package mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8.count
    return true
  }

  package mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = current, isSkipped(byte) { position += 1 }
  }

  package mutating func skipSpace() { skip(while: \.isSpace) }

  /// Goes behind the next `text`; `expected` is what messages call it.
  package mutating func skip(past text: String, expected: String) throws(SyntaxFailure) {
    let start = position
    let wanted = Array(text.utf8)
    while position + wanted.count <= bytes.count {
      if bytes[position..<(position + wanted.count)].elementsEqual(wanted) {
        position += wanted.count
        return
      }
      position += 1
    }
    throw .init(.cutShort(expected: expected), at: start)
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// That something else was due here.
  package func unexpected(_ expected: String) -> SyntaxFailure {
    guard let byte = current else { return .init(.cutShort(expected: expected), at: position) }
    let length = max(1, UTF8Text.announcedLength(byte))
    let found = text(position..<min(position + length, bytes.count)).escapedForDisplay
    return .init(.unexpected(found: "'\(found)'", expected: expected), at: position)
  }
}
