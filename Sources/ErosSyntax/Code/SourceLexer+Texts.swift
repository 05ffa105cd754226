import ErosCore

/// How a literal text is written.
package struct TextStyle {
  package let quote: UInt8
  /// One, or three for a text of several lines.
  package let width: Int
  /// The `#` around a raw text of Swift.
  package let hashes: Int
  /// Whether a backslash means something.
  package let hasEscapes: Bool
  package let endsWithLine: Bool
  package let hasCode: Bool
}

/// Literal texts, which may hold code that holds texts.
extension SourceLexer {
  /// A text whose quote stands behind `hashes`.
  package mutating func takeText(opening start: Int, hashes: Int) {
    let quote = bytes[start + hashes]
    position = start + hashes
    let isTriple =
      language.hasTripleQuotes && quote == UInt8(ascii: "\"") && byte(1) == quote
      && byte(2) == quote
    let width = isTriple ? 3 : 1
    let isTemplate = quote == UInt8(ascii: "`")
    let style = TextStyle(
      quote: quote, width: width, hashes: hashes, hasEscapes: language != .kotlin || !isTriple,
      endsWithLine: !isTriple && !isTemplate,
      hasCode: quote == UInt8(ascii: "\"")
        ? language == .swift || language == .kotlin : isTemplate)
    goOn(with: style, from: start, contentFrom: position + width)
  }

  /// Reads a text from `content` on, to its end or to the code in it.
  package mutating func goOn(with style: TextStyle, from start: Int, contentFrom content: Int) {
    position = min(content, end)
    var isWhole = start < content
    while let next = byte() {
      if next == style.quote, isClosed(style) {
        let inner = content..<position
        position += style.width + style.hashes
        return add(.text, start..<position, content: inner, isWhole: isWhole, hashes: style.hashes)
      }
      if (next == 0x0A || next == 0x0D) && style.endsWithLine { break }
      if style.hasCode, let width = codeWidth(style) {
        isWhole = false
        return openCode(style, from: start, content: content, width: width)
      }
      if language == .kotlin, style.hasCode, next == UInt8(ascii: "$"),
        byte(1).map(\.isIdentifierStart) == true
      {
        isWhole = false
      }
      position += next == UInt8(ascii: "\\") && style.hasEscapes && isEscape(style) ? 2 : 1
    }
    position = min(position, end)
    add(.text, start..<position, content: min(content, position)..<position, isWhole: false)
  }

  private func isClosed(_ style: TextStyle) -> Bool {
    for distance in 1..<(style.width + style.hashes) {
      let expected = distance < style.width ? style.quote : UInt8(ascii: "#")
      guard byte(distance) == expected else { return false }
    }
    return true
  }

  /// Whether the backslash here hides the byte behind it.
  private func isEscape(_ style: TextStyle) -> Bool {
    guard style.hashes == 0 else { return false }
    // A joined line goes on; a text that ends with its line does so behind the backslash too.
    let isLineEnd = byte(1) == 0x0A || byte(1) == 0x0D
    return !isLineEnd || language == .javaScript || language == .objectiveC
  }

  /// How wide the mark is that begins code here, or `nil` when none stands here.
  private func codeWidth(_ style: TextStyle) -> Int? {
    guard language == .swift else { return isNext("$") && isNext("{", 1) ? 2 : nil }
    guard isNext("\\"), isNext("(", style.hashes + 1) else { return nil }
    for distance in 0..<style.hashes where !isNext("#", distance + 1) { return nil }
    return style.hashes + 2
  }

  private mutating func openCode(
    _ style: TextStyle, from start: Int, content: Int, width: Int
  ) {
    add(.text, start..<position, content: content..<position, isWhole: false)
    add(.mark, (position + width - 1)..<(position + width))
    position += width
    openTexts.append(OpenText(style: style))
  }

  /// A raw text of C++, such as `R"x(…)x"`.
  package mutating func takeRawText(from start: Int) {
    position += 1
    let opening = position
    while let next = byte(), next != UInt8(ascii: "("), position - opening < 17 { position += 1 }
    let delimiter = bytes[opening..<position]
    let content = min(position + 1, end)
    position = content
    var index = content
    while index < end {
      if bytes[index] == UInt8(ascii: ")") {
        let quote = index + 1 + delimiter.count
        if quote < end, bytes[quote] == UInt8(ascii: "\""),
          bytes[(index + 1)..<quote].elementsEqual(delimiter)
        {
          position = quote + 1
          return add(.text, start..<position, content: content..<index, isWhole: false)
        }
      }
      index += 1
    }
    position = end
    add(.text, start..<end, content: content..<end, isWhole: false)
  }
}
