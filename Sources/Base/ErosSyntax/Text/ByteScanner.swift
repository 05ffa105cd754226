import ErosCore

/// A cursor over the bytes of a UTF-8 document.
package struct ByteScanner {
  let bytes: [UInt8]
  var position = 0

  /// Starts after the byte-order mark, if any.
  ///
  /// - Throws: ``SyntaxFailure`` if `bytes` are not UTF-8 or contain a merge conflict.
  package init(_ bytes: [UInt8]) throws(SyntaxFailure) {
    try Self.check(bytes)
    self.bytes = bytes
    position = UTF8Text.markLength(of: bytes)
  }

  /// Checks that a document is UTF-8 text and has no merge conflict.
  static func check(_ bytes: [UInt8]) throws(SyntaxFailure) {
    if UTF8Text.isWide(bytes) { throw .init(.wideCharacters, at: 0) }
    if let offset = UTF8Text.firstIllFormedByte(in: bytes) { throw .init(.notUTF8, at: offset) }
    if let offset = bytes.firstIndex(of: 0) { throw .init(.notUTF8, at: offset) }
    if let offset = firstConflict(in: bytes) { throw .init(.conflict, at: offset) }
  }

  /// Accepts any `bytes`, and starts at the first one.
  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the first merge conflict marker's offset.
  static func firstConflict(in bytes: [UInt8]) -> Int? {
    let mark = "<<<<<<< ".utf8
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: mark) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  var isAtEnd: Bool { position >= bytes.count }

  func peek(_ distance: Int) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Skips `text` if it is next.
  ///
  /// Returns `true` if it was.
  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8.count
    return true
  }

  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = current, isSkipped(byte) { position += 1 }
  }

  mutating func skipSpace() { skip(while: \.isSpace) }

  /// Skips past the next `text`.
  ///
  /// `expected` describes it in messages.
  mutating func skip(past text: String, expected: Message) throws(SyntaxFailure) {
    let start = position
    let target = Array(text.utf8)
    while position + target.count <= bytes.count {
      if bytes[position..<(position + target.count)].elementsEqual(target) {
        position += target.count
        return
      }
      position += 1
    }
    throw .init(.truncated(expected: expected), at: start)
  }

  /// Returns the offset of the next `text`, which is in lowercase.
  ///
  /// Ignores the bytes' case.
  func offset(ofNext text: String) -> Int? {
    let target = Array(text.utf8)
    var index = position
    while index + target.count <= bytes.count {
      if matches(target, at: index) { return index }
      index += 1
    }
    return nil
  }

  private func matches(_ target: [UInt8], at index: Int) -> Bool {
    for (distance, byte) in target.enumerated() {
      let candidate = bytes[index + distance]
      guard candidate == byte || candidate.isLetter && candidate | 0x20 == byte else {
        return false
      }
    }
    return true
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Creates an error for this position.
  func unexpected(_ expected: Message) -> SyntaxFailure {
    guard let byte = current else { return .init(.truncated(expected: expected), at: position) }
    let length = max(1, UTF8Text.announcedLength(byte))
    let character = text(position..<min(position + length, bytes.count)).escapedForDisplay
    return .init(.unexpected(found: "'\(character)'", expected: expected), at: position)
  }
}
