import ErosCore

/// A string literal's delimiters and escape rules.
struct StringStyle {
  let quote: UInt8
  /// One quote, or three for a multiline string.
  let width: Int
  /// Counts the `#` around a raw Swift string.
  let hashes: Int
  let hasEscapes: Bool
  let endsWithLine: Bool
  let hasInterpolation: Bool
}

/// String literals.
///
/// An interpolation may contain further string literals.
extension SourceLexer {
  /// Reads a string whose opening quote follows `hashes` number signs.
  mutating func readString(opening start: Int, hashes: Int) {
    let quote = bytes[start + hashes]
    position = start + hashes
    let isTriple =
      language.hasTripleQuotes && quote == UInt8(ascii: "\"") && byte(1) == quote
      && byte(2) == quote
    let width = isTriple ? 3 : 1
    let style = StringStyle(
      quote: quote, width: width, hashes: hashes, hasEscapes: language != .kotlin || !isTriple,
      endsWithLine: !isTriple,
      hasInterpolation: quote == UInt8(ascii: "\"") && (language == .swift || language == .kotlin))
    continueString(with: style, from: start, contentFrom: position + width)
  }

  /// Reads a string from `content` to its end or its next interpolation.
  mutating func continueString(with style: StringStyle, from start: Int, contentFrom content: Int) {
    position = min(content, end)
    var isComplete = start < content
    while let next = byte() {
      if next == style.quote, isClosed(style) {
        let inner = content..<position
        position += style.width + style.hashes
        return add(
          .string, start..<position, content: inner, isComplete: isComplete, hashes: style.hashes)
      }
      if (next == 0x0A || next == 0x0D) && style.endsWithLine { break }
      if style.hasInterpolation, let width = interpolationWidth(style) {
        isComplete = false
        return openInterpolation(style, from: start, content: content, width: width)
      }
      if language == .kotlin, style.hasInterpolation, next == UInt8(ascii: "$"),
        byte(1).map(\.isIdentifierStart) == true
      {
        isComplete = false
      }
      position += next == UInt8(ascii: "\\") && style.hasEscapes && isEscape(style) ? 2 : 1
    }
    position = min(position, end)
    add(.string, start..<position, content: min(content, position)..<position, isComplete: false)
  }

  private func isClosed(_ style: StringStyle) -> Bool {
    for distance in 1..<(style.width + style.hashes) {
      let expected = distance < style.width ? style.quote : UInt8(ascii: "#")
      guard byte(distance) == expected else { return false }
    }
    return true
  }

  /// Returns `true` if the backslash here escapes the next byte.
  private func isEscape(_ style: StringStyle) -> Bool {
    guard style.hashes == 0 else { return false }
    // Among these languages, only C joins lines with a backslash.
    let isLineEnd = byte(1) == 0x0A || byte(1) == 0x0D
    return !isLineEnd || language == .objectiveC
  }

  /// Returns how wide the marker is that starts an interpolation here, or `nil`.
  private func interpolationWidth(_ style: StringStyle) -> Int? {
    guard language == .swift else { return isNext("$") && isNext("{", 1) ? 2 : nil }
    guard isNext("\\"), isNext("(", style.hashes + 1) else { return nil }
    for distance in 0..<style.hashes where !isNext("#", distance + 1) { return nil }
    return style.hashes + 2
  }

  private mutating func openInterpolation(
    _ style: StringStyle, from start: Int, content: Int, width: Int
  ) {
    add(.string, start..<position, content: content..<position, isComplete: false)
    add(.punctuation, (position + width - 1)..<(position + width))
    position += width
    openStrings.append(OpenString(style: style))
  }

  /// Reads a raw C++ string such as `R"x(…)x"`.
  mutating func readRawString(from start: Int) {
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
          return add(.string, start..<position, content: content..<index, isComplete: false)
        }
      }
      index += 1
    }
    position = end
    add(.string, start..<end, content: content..<end, isComplete: false)
  }
}
