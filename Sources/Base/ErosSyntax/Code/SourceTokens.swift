import ErosCore

/// A source file's tokens, with matched brackets.
package struct SourceTokens: Sendable {
  package let file: SourceFile
  package let language: SourceLanguage
  private let tokens: [SourceToken]
  /// For each bracket, its partner's index, or -1.
  private let partners: [Int32]
  /// The file's string constants, by name.
  package private(set) var constants: [String: String] = [:]
  /// In source order.
  package let macros: [SourceMacro]
  /// In source order.
  package let conditions: [SourceCondition]

  package init(_ file: SourceFile, _ language: SourceLanguage, in range: Range<Int>? = nil) {
    self.file = file
    self.language = language
    var lexer = SourceLexer(file.bytes, language, in: range)
    lexer.run()
    tokens = lexer.tokens
    partners = Self.partners(of: tokens, file.bytes, language)
    for (name, range) in lexer.definitions {
      constants[name] = String(decoding: file.bytes[range], as: UTF8.self)
    }
    conditions = lexer.conditions
    macros = lexer.macros.sorted { $0.body.lowerBound < $1.body.lowerBound }
  }

  package var count: Int { tokens.count }

  /// Limits names, because findings repeat them.
  private static let maximumNameLength = 256

  mutating func define(_ name: String, as text: String) { constants[name] = text }

  /// Records `name = "text"` and `name: Type = "text"` after one of `words`.
  package mutating func defineConstants(after words: Set<String>) {
    for index in 0..<count where isPunctuation(index, "=") {
      guard let text = string(index + 1) else { continue }
      let name = isPunctuation(index - 2, ":") ? index - 3 : index - 1
      guard let word = word(name), let before = self.word(name - 1), words.contains(before) else {
        continue
      }
      define(word, as: text)
    }
  }

  package func position(_ index: Int) -> FilePosition {
    file.position(at: token(index)?.range.lowerBound ?? file.bytes.count)
  }

  /// Returns the token's bytes.
  package func range(_ index: Int) -> Range<Int> { tokens[index].range }

  package func isConditional(_ index: Int) -> Bool { token(index)?.isConditional == true }

  /// `true` if no white space precedes the next token.
  package func touchesNext(_ index: Int) -> Bool {
    index + 1 < count && tokens[index].range.upperBound == tokens[index + 1].range.lowerBound
  }

  package func beginsLine(_ index: Int) -> Bool {
    guard index > 0, index < count else { return true }
    return file.bytes[tokens[index - 1].range.upperBound..<tokens[index].range.lowerBound]
      .contains(0x0A)
  }

  // MARK: Tokens

  private func token(_ index: Int) -> SourceToken? {
    index >= 0 && index < count ? tokens[index] : nil
  }

  private func token(_ index: Int, _ kind: SourceToken.Kind) -> SourceToken? {
    token(index).flatMap { $0.kind == kind ? $0 : nil }
  }

  package func isPunctuation(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    punctuation(index) == mark
  }

  package func isPunctuation(_ index: Int, in marks: String) -> Bool {
    punctuation(index).map { marks.unicodeScalars.contains($0) } ?? false
  }

  package func punctuation(_ index: Int) -> Unicode.Scalar? {
    token(index, .punctuation).map { Unicode.Scalar(file.bytes[$0.range.lowerBound]) }
  }

  /// Returns the token's kind.
  ///
  /// For a punctuation mark, also its byte.
  package func kind(_ index: Int) -> (kind: SourceToken.Kind, mark: UInt8) {
    let token = tokens[index]
    return (token.kind, token.kind == .punctuation ? file.bytes[token.range.lowerBound] : 0)
  }

  package func isWord(_ index: Int, _ word: String) -> Bool {
    guard let token = token(index, .word) else { return false }
    return file.bytes[token.content].elementsEqual(word.utf8)
  }

  /// Returns `nil` if the word is longer than any name.
  package func word(_ index: Int) -> String? {
    guard let token = token(index, .word), token.content.count <= Self.maximumNameLength
    else { return nil }
    return String(decoding: file.bytes[token.content], as: UTF8.self)
  }

  package func words(_ range: Range<Int>) -> [String] { range.compactMap { word($0) } }

  /// Returns the last name's index in the path `a.b.c` that starts at `index`.
  package func pathEnd(_ index: Int) -> Int {
    var end = index
    while isPunctuation(end + 1, "."), word(end + 2) != nil { end += 2 }
    return end
  }

  /// Returns the first name's index in the path `a.b.c` that ends at `index`.
  package func pathStart(_ index: Int) -> Int {
    var start = index
    while isPunctuation(start - 1, "."), word(start - 2) != nil { start -= 2 }
    return start
  }

  package func isString(_ index: Int) -> Bool { token(index)?.kind == .string }

  /// Returns a complete string literal's value, or `nil` if it is longer than any name.
  package func string(_ index: Int) -> String? {
    guard let token = token(index, .string), token.isComplete,
      token.content.count <= Self.maximumNameLength
    else { return nil }
    let content = file.bytes[token.content]
    guard token.hashes == 0, content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return EscapedLiteral.text(of: content)
  }

  package func written(_ index: Int) -> String {
    String(decoding: file.bytes[tokens[index].range], as: UTF8.self)
  }

  /// Returns the source text, with white space only between words.
  package func written(_ range: Range<Int>) -> String {
    range.reduce(into: "") { text, index in
      let isAfterWord = index > range.lowerBound && word(index - 1) != nil
      text += (isAfterWord && word(index) != nil ? " " : "") + written(index)
    }
  }

  // MARK: Groups

  /// Returns the closing bracket for the bracket at `index`, or ``count``.
  package func close(_ index: Int) -> Int {
    let partner = partners.indices.contains(index) ? Int(partners[index]) : -1
    return partner < index ? count : partner
  }

  /// The first `{` that has no `}`, or `nil` if the file's braces are balanced.
  package var unclosedBrace: Int? {
    partners.indices.first { partners[$0] < 0 && isPunctuation($0, "{") }
  }

  /// Returns the opening bracket for the bracket at `index`.
  package func open(_ index: Int) -> Int? {
    let partner = partners.indices.contains(index) ? Int(partners[index]) : -1
    return partner < 0 || partner > index ? nil : partner
  }

  /// Returns the tokens between the brackets.
  package func content(of group: Int) -> Range<Int> { (group + 1)..<max(group + 1, close(group)) }

  package func isOpening(_ index: Int) -> Bool {
    isPunctuation(index, "(") || isPunctuation(index, "[") || isPunctuation(index, "{")
  }

  /// Returns the index after the token or bracketed group at `index`.
  package func index(after index: Int) -> Int {
    isOpening(index) ? min(close(index), count - 1) + 1 : index + 1
  }

  /// In tokens, in a list of generic parameters.
  private static let maximumAngleLength = 256

  /// Returns the `>` that closes the `<` at `start`.
  ///
  /// Returns `nil` if the list is too long, or if `isEnd` returns `true` for one of its tokens.
  package func closingAngle(_ start: Int, endingAt isEnd: (Int) -> Bool) -> Int? {
    var depth = 0
    for index in start..<min(start + Self.maximumAngleLength, count) {
      if isPunctuation(index, "<") { depth += 1 }
      // The `>` in `->` is not a bracket.
      if isPunctuation(index, ">"), !isPunctuation(index - 1, "-") { depth -= 1 }
      if depth == 0 { return index }
      if isEnd(index) { return nil }
    }
    return nil
  }

  /// Returns the index after the `>` that closes the `<` at `start`, or after the `<`.
  package func indexAfterAngles(_ start: Int) -> Int {
    let end = closingAngle(start) { isPunctuation($0, in: "{}") || isWord($0, "fun") }
    return (end ?? start) + 1
  }

  /// Returns what is between a group's top-level commas, except empty ranges.
  ///
  /// With `angles`, `<` and `>` are brackets as well.
  package func parts(of group: Int, angles: Bool = false) -> [Range<Int>] {
    let end = close(group)
    var parts: [Range<Int>] = []
    var start = group + 1
    var index = start
    var depth = 0
    while index < end {
      if angles, isPunctuation(index, "<") { depth += 1 }
      // The `>` in `->` is not a bracket.
      if angles, isPunctuation(index, ">"), !isPunctuation(index - 1, "-") {
        depth = max(0, depth - 1)
      }
      if depth == 0, isPunctuation(index, ",") {
        if start < index { parts.append(start..<index) }
        start = index + 1
      }
      index = self.index(after: index)
    }
    if start < end { parts.append(start..<end) }
    return parts
  }

  /// Returns what is between the top-level `mark`s in `range`.
  package func parts(joinedBy mark: Unicode.Scalar, in range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isPunctuation(index, mark) {
        parts.append(start..<index)
        start = index + 1
      }
      index = self.index(after: index)
    }
    return parts + [start..<max(start, range.upperBound)]
  }

  private static func partners(
    of tokens: [SourceToken], _ bytes: [UInt8], _ language: SourceLanguage
  ) -> [Int32] {
    var partners = [Int32](repeating: -1, count: tokens.count)
    var open: [(index: Int, closes: UInt8)] = []
    var counts: [UInt8: Int] = [:]
    for (index, token) in tokens.enumerated() {
      guard token.kind == .punctuation else {
        // An Objective-C class closes all brackets left open in it.
        if language == .objectiveC, token.kind == .word, index > 0,
          bytes[tokens[index - 1].range].elementsEqual("@".utf8),
          ["end", "implementation", "interface"].contains(where: {
            $0.utf8.elementsEqual(bytes[token.range])
          })
        {
          for bracket in open { partners[bracket.index] = Int32(max(bracket.index, index - 2)) }
          open = []
          counts = [:]
        }
        continue
      }
      let mark = bytes[token.range.lowerBound]
      if let closing = closing(mark) {
        open.append((index, closing))
        counts[closing, default: 0] += 1
      } else if let waiting = counts[mark], waiting > 0 {
        // This bracket also closes the brackets left open inside.
        while let last = open.popLast() {
          counts[last.closes, default: 1] -= 1
          partners[last.index] = Int32(index)
          partners[index] = Int32(last.index)
          if last.closes == mark { break }
        }
      }
    }
    return partners
  }

  private static func closing(_ mark: UInt8) -> UInt8? {
    switch mark {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }
}

/// Decodes the string escapes that the languages share.
enum EscapedLiteral {
  static func text(of content: ArraySlice<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(String(decoding: content, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "\\", index + 1 < scalars.count else {
        result.append(scalars[index])
        index += 1
        continue
      }
      index += 2
      switch scalars[index - 1] {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "0": result.append("\0")
      case "u", "x":
        let width = scalars[index - 1] == "u" ? 4 : 2
        result.append(number(scalars, &index, width: width) ?? scalars[index - 1])
      case let other: result.append(other)
      }
    }
    return String(result)
  }

  /// Decodes `00e9` or `{1f600}`.
  private static func number(
    _ scalars: [Unicode.Scalar], _ index: inout Int, width: Int
  ) -> Unicode.Scalar? {
    let isBraced = index < scalars.count && scalars[index] == "{"
    let start = isBraced ? index + 1 : index
    let digits = scalars[start...].prefix(isBraced ? 8 : width)
      .prefix { $0.properties.isASCIIHexDigit }
    guard let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    index = digits.endIndex + (isBraced ? 1 : 0)
    return scalar
  }
}
