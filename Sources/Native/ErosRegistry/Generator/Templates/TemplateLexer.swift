import ErosCore

/// Splits a template into text and tags, and removes white space around tags.
///
/// A line that contains only a tag leaves no trace in the output: spaces before `{%` are removed,
/// and so are spaces and one line break after `%}`. `{%-` and `-%}` remove all white space on their
/// side, `{%+` and `+%}` none. White space around `{{ … }}` and `{# … #}` stays.
struct TemplateLexer {
  enum Piece {
    case text(Range<Int>)
    /// The words between `{{` and `}}`.
    case output([Word], offset: Int)
    /// The words between `{%` and `%}`.
    case tag([Word], offset: Int)
  }

  /// A word inside a tag, and its offset in the template.
  struct Word {
    enum Kind: Equatable {
      /// A name with dots, such as `method.name`.
      case name(String)
      /// A text in quotation marks.
      case literal(String)
      /// `|`, `(` or `)`.
      case symbol(Unicode.Scalar)
    }

    let kind: Kind
    let offset: Int
  }

  /// The white space to remove on one side of a tag.
  private enum Trim {
    /// All white space stays.
    case nothing
    /// White space on the tag's own line is removed.
    case line
    /// All white space is removed.
    case all
  }

  private let text: [UInt8]
  private var index = 0
  /// The white space to remove after the previous tag.
  private var trimAfter = Trim.nothing

  init(_ text: [UInt8]) { self.text = text }

  /// Returns the next piece, or `nil` at the end.
  mutating func next() throws(TemplateError) -> Piece? {
    guard index < text.count else { return nil }
    let start = index
    guard let end = tagStart(from: start) else {
      index = text.count
      return .text(trimmed(start..<index, before: .nothing))
    }
    if end > start {
      index = end
      return .text(trimmed(start..<end, before: trimBefore(end)))
    }
    switch text[start + 1] {
    case UInt8(ascii: "#"): return .text(try comment())
    case UInt8(ascii: "{"):
      trimAfter = .nothing
      index += 2
      return .output(try words(until: "}}", openedAt: start), offset: start)
    default:
      index += 2
      if index < text.count, Self.mark(text[index]) != nil { index += 1 }
      return .tag(try words(until: "%}", openedAt: start), offset: start)
    }
  }

  /// Returns the offset of the next `{{`, `{%` or `{#`.
  private func tagStart(from start: Int) -> Int? {
    var index = start
    while index + 1 < text.count {
      if isTagStart(index) { return index }
      index += 1
    }
    return nil
  }

  private func isTagStart(_ index: Int) -> Bool {
    index + 1 < text.count && text[index] == UInt8(ascii: "{")
      && "{%#".utf8.contains(text[index + 1])
  }

  /// Skips a comment and returns an empty text.
  private mutating func comment() throws(TemplateError) -> Range<Int> {
    let start = index
    index += 2
    while index + 1 < text.count {
      if text[index] == UInt8(ascii: "#"), text[index + 1] == UInt8(ascii: "}") {
        index += 2
        trimAfter = .nothing
        return index..<index
      }
      index += 1
    }
    throw TemplateError(offset: start, reason: "the comment is not closed with '#}'")
  }

  // MARK: White space

  private static func mark(_ byte: UInt8) -> Trim? {
    switch byte {
    case UInt8(ascii: "-"): .all
    case UInt8(ascii: "+"): .nothing
    default: nil
    }
  }

  /// Returns the white space to remove before the tag at `offset`.
  private func trimBefore(_ offset: Int) -> Trim {
    guard text[offset + 1] == UInt8(ascii: "%") else { return .nothing }
    return offset + 2 < text.count ? Self.mark(text[offset + 2]) ?? .line : .line
  }

  private func trimmed(_ range: Range<Int>, before trimBefore: Trim) -> Range<Int> {
    let bytes = text[range]
    var start = range.lowerBound
    switch trimAfter {
    case .nothing: break
    case .line:
      let end = bytes.firstIndex { !Self.isSpace($0) } ?? range.upperBound
      let remaining = text[end..<range.upperBound]
      if remaining.starts(with: "\n".utf8) { start = end + 1 }
      if remaining.starts(with: "\r\n".utf8) { start = end + 2 }
    case .all: start = bytes.firstIndex { !Self.isWhiteSpace($0) } ?? range.upperBound
    }
    let last =
      switch trimBefore {
      case .nothing: range.upperBound - 1
      case .line: bytes.lastIndex { !Self.isSpace($0) } ?? start - 1
      case .all: bytes.lastIndex { !Self.isWhiteSpace($0) } ?? start - 1
      }
    return start..<max(start, last + 1)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  // MARK: Words

  /// Returns the words up to `end`, and sets ``trimAfter`` for a tag.
  private mutating func words(
    until end: String, openedAt start: Int
  ) throws(TemplateError) -> [Word] {
    var words: [Word] = []
    while index < text.count {
      let byte = text[index]
      if text[index...].starts(with: end.utf8) {
        index += end.utf8.count
        trimAfter = end == "%}" ? .line : .nothing
        return words
      }
      if let trim = Self.mark(byte), end == "%}", text[(index + 1)...].starts(with: end.utf8) {
        index += 1 + end.utf8.count
        trimAfter = trim
        return words
      }
      if Self.isWhiteSpace(byte) {
        index += 1
      } else {
        do { words.append(try word()) } catch {
          // If the opening has no end, this is the error, not the text after it.
          throw isClosed(by: end, from: error.offset) ? error : unclosed(end, openedAt: start)
        }
      }
    }
    throw unclosed(end, openedAt: start)
  }

  /// Returns `true` if `end` comes before the next `{{`, `{%` or `{#`.
  private func isClosed(by end: String, from offset: Int) -> Bool {
    for index in offset..<text.count {
      if text[index...].starts(with: end.utf8) { return true }
      if isTagStart(index) { return false }
    }
    return false
  }

  private func unclosed(_ end: String, openedAt start: Int) -> TemplateError {
    let opening = end == "%}" ? "{%" : "{{"
    return TemplateError(offset: start, reason: "'\(opening)' is not closed with '\(end)'")
  }

  private mutating func word() throws(TemplateError) -> Word {
    let start = index
    switch text[start] {
    case UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
      index += 1
      return Word(kind: .symbol(Unicode.Scalar(text[start])), offset: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let content = text[(start + 1)...]
      guard let end = content.firstIndex(of: text[start]) else {
        throw TemplateError(offset: start, reason: "the quotation mark is not closed")
      }
      index = end + 1
      return Word(
        kind: .literal(String(decoding: text[(start + 1)..<end], as: UTF8.self)), offset: start)
    default:
      while index < text.count, Self.isNamePart(text[index]) { index += 1 }
      guard index > start else { throw unexpected(at: start) }
      return Word(
        kind: .name(String(decoding: text[start..<index], as: UTF8.self)), offset: start)
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  private func unexpected(at offset: Int) -> TemplateError {
    let end = text[(offset + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
    let character = String(decoding: text[offset..<end], as: UTF8.self)
    return TemplateError(
      offset: offset,
      reason:
        "'\(character)' is not part of the language; a tag has names, texts in quotation marks, '|', '(' and ')'"
    )
  }
}
