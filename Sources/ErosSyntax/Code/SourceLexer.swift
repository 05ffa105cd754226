import ErosCore

/// Cuts a source into tokens.
///
/// Nothing is ever looked at more than a fixed number of times, however hostile the text is, and
/// every text has tokens: what is not closed ends with its line, or with the file.
package struct SourceLexer {
  /// A text with code inside it, which goes on behind that code.
  package struct OpenText {
    let style: TextStyle
    /// Brackets that are open inside the code.
    var depth = 0
  }

  package let bytes: [UInt8]
  package let language: SourceLanguage
  package let end: Int
  package var position: Int
  package var tokens: [SourceToken] = []
  package var openTexts: [OpenText] = []
  /// The conditions of the preprocessor that are open, and whether each counts as one.
  private var conditions: [Bool] = []
  private var conditionCount = 0
  /// The texts that the preprocessor's words stand for.
  package var definitions: [String: Range<Int>] = [:]

  package init(_ bytes: [UInt8], _ language: SourceLanguage, in range: Range<Int>? = nil) {
    self.bytes = bytes
    self.language = language
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  package mutating func run() {
    while position < end { step() }
  }

  // MARK: Conditions

  package mutating func openCondition(_ counts: Bool) {
    conditions.append(counts)
    if counts { conditionCount += 1 }
  }

  package mutating func closeCondition() {
    if conditions.popLast() == true { conditionCount -= 1 }
  }

  // MARK: Bytes

  package func byte(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index >= 0 && index < end ? bytes[index] : nil
  }

  package func isNext(_ mark: Unicode.Scalar, _ distance: Int = 0) -> Bool {
    byte(distance) == UInt8(ascii: mark)
  }

  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isIdentifierPart || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  package var isAtLineStart: Bool {
    var index = position - 1
    while index >= 0, bytes[index] == 0x20 || bytes[index] == 0x09 { index -= 1 }
    return index < 0 || bytes[index] == 0x0A || bytes[index] == 0x0D
  }

  // MARK: Tokens

  package mutating func add(
    _ kind: SourceToken.Kind, _ range: Range<Int>, content: Range<Int>? = nil,
    isWhole: Bool = true, hashes: Int = 0
  ) {
    tokens.append(
      SourceToken(
        kind: kind, range: range, content: content ?? range, isWhole: isWhole, hashes: hashes,
        isConditional: conditionCount > 0))
  }

  private mutating func step() {
    let next = bytes[position]
    switch next {
    case 0x00...0x20: position += 1
    case UInt8(ascii: "/"): takeSlash()
    case UInt8(ascii: "\""): takeText(opening: position, hashes: 0)
    case UInt8(ascii: "'") where language.hasSingleQuotes: takeText(opening: position, hashes: 0)
    case UInt8(ascii: "`"): takeBacktick()
    case UInt8(ascii: "#"): takeHash()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): takeNumber()
    case _ where Self.isWordByte(next): takeWord()
    default: takeMark(next)
    }
  }

  package mutating func takeMark(_ mark: UInt8) {
    add(.mark, position..<(position + 1))
    position += 1
    guard let open = openTexts.last else { return }
    let brackets = language.interpolationBrackets
    if mark == brackets.open {
      openTexts[openTexts.count - 1].depth += 1
    } else if mark == brackets.close {
      if open.depth > 0 {
        openTexts[openTexts.count - 1].depth -= 1
      } else {
        openTexts.removeLast()
        goOn(with: open.style, from: position, contentFrom: position)
      }
    }
  }

  private mutating func takeWord() {
    let start = position
    while let next = byte(), Self.isWordByte(next) { position += 1 }
    if language == .objectiveC, bytes[position - 1] == UInt8(ascii: "R"), isNext("\"") {
      return takeRawText(from: start)
    }
    add(.word, start..<position)
  }

  private mutating func takeNumber() {
    let start = position
    while let next = byte() {
      let isFraction =
        next == UInt8(ascii: ".") && byte(1).map(\.isDigit) == true
      guard isFraction || Self.isWordByte(next) else { break }
      position += 1
    }
    add(.number, start..<position)
  }

  private mutating func takeBacktick() {
    guard language.quotesNames || language == .javaScript else {
      return takeMark(bytes[position])
    }
    if language == .javaScript { return takeText(opening: position, hashes: 0) }
    let start = position
    position += 1
    while let next = byte(), next != UInt8(ascii: "`"), next != 0x0A { position += 1 }
    let content = (start + 1)..<position
    if isNext("`") { position += 1 }
    add(.word, start..<position, content: content)
  }

  private mutating func takeHash() {
    switch language {
    case .objectiveC where isAtLineStart: takeDirective()
    case .swift:
      if isAtLineStart, isCondition { return takeDirective() }
      var hashes = 0
      while isNext("#", hashes) { hashes += 1 }
      if isNext("\"", hashes) {
        takeText(opening: position, hashes: hashes)
      } else if isNext("/", hashes) {
        takeExpression(hashes: hashes)
      } else {
        for _ in 0..<hashes { takeMark(UInt8(ascii: "#")) }
      }
    default: takeMark(UInt8(ascii: "#"))
    }
  }

  // MARK: Comments and expressions

  private mutating func takeSlash() {
    if isNext("/", 1) {
      skipLineComment()
    } else if isNext("*", 1) {
      skipBlockComment()
    } else if language == .javaScript, isExpressionStart {
      takeExpression()
    } else {
      takeMark(UInt8(ascii: "/"))
    }
  }

  package mutating func skipLineComment() {
    while let next = byte(), next != 0x0A, next != 0x0D {
      // C joins lines before it looks for comments.
      if language == .objectiveC, next == UInt8(ascii: "\\"), byte(1) == 0x0A { position += 1 }
      position += 1
    }
  }

  package mutating func skipBlockComment() {
    position += 2
    var depth = 1
    while position < end {
      if isNext("*"), isNext("/", 1) {
        position += 2
        depth -= 1
        if depth == 0 { return }
      } else if language.nestsComments, isNext("/"), isNext("*", 1) {
        position += 2
        depth += 1
      } else {
        position += 1
      }
    }
  }

  /// Whether a slash begins a regular expression here, as far as the token before tells.
  private var isExpressionStart: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .text, .number: return false
    case .mark:
      let mark = bytes[last.range.lowerBound]
      if mark == UInt8(ascii: "<"), last.range.upperBound == position { return false }
      return !")]}".utf8.contains(mark)
    case .word:
      let words = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do",
        "await", "yield", "instanceof",
      ]
      return words.contains { $0.utf8.elementsEqual(bytes[last.range]) }
    }
  }

  /// A regular expression of JavaScript; one that is not closed ends with its line.
  private mutating func takeExpression() {
    let start = position
    var isInClass = false
    position += 1
    while let next = byte(), next != 0x0A, next != 0x0D {
      position += 1
      if next == UInt8(ascii: "\\") {
        if byte() != 0x0A { position += 1 }
      } else if next == UInt8(ascii: "[") {
        isInClass = true
      } else if next == UInt8(ascii: "]") {
        isInClass = false
      } else if next == UInt8(ascii: "/"), !isInClass {
        break
      }
    }
    position = min(position, end)
    add(.text, start..<position, isWhole: false)
  }

  /// A regular expression of Swift between `#/` and `/#`.
  private mutating func takeExpression(hashes: Int) {
    let start = position
    position += hashes + 1
    var found = 0
    var isBehindSlash = false
    while let next = byte(), found < hashes {
      found = next == UInt8(ascii: "#") && (isBehindSlash || found > 0) ? found + 1 : 0
      isBehindSlash = next == UInt8(ascii: "/")
      position += 1
    }
    add(.text, start..<position, isWhole: false)
  }
}
