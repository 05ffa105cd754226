import ErosCore

/// Splits source files into tokens.
///
/// Runs in linear time on any input and never fails: an unterminated literal ends with its line or
/// with the file.
package struct SourceLexer {
  /// A string that continues after the interpolation being read.
  struct OpenString {
    let style: StringStyle
    var depth = 0
  }

  let bytes: [UInt8]
  let language: SourceLanguage
  let end: Int
  var position: Int
  var tokens: [SourceToken] = []
  var openStrings: [OpenString] = []
  private var openConditions: [OpenCondition] = []
  private var conditionCount = 0
  /// In source order.
  private(set) var conditions: [SourceCondition] = []
  private var conditionStart = 0
  /// String values of `#define` constants.
  var definitions: [String: Range<Int>] = [:]
  var macros: [SourceMacro] = []

  init(_ bytes: [UInt8], _ language: SourceLanguage, in range: Range<Int>? = nil) {
    self.bytes = bytes
    self.language = language
    position = range?.lowerBound ?? UTF8Text.markLength(of: bytes)
    end = range?.upperBound ?? bytes.count
  }

  mutating func run() {
    if language == .javaScript { return readJavaScript() }
    while position < end { step() }
    endConditionalCode()
  }

  // MARK: Conditions

  private struct OpenCondition {
    /// `true` if the condition makes its tokens conditional.
    let counts: Bool
    /// In C or Swift.
    ///
    /// `nil` if it is not known or very long.
    let text: String?

    init(counts: Bool, text: String?) {
      self.counts = counts
      self.text = text.flatMap { $0.utf8.count <= 256 ? $0 : nil }
    }
  }

  mutating func openCondition(_ counts: Bool, _ text: String? = nil) {
    endConditionalCode()
    openConditions.append(OpenCondition(counts: counts, text: text))
    if counts { conditionCount += 1 }
  }

  /// Starts the innermost condition's other branch.
  mutating func elseCondition(_ text: String? = nil) {
    guard let last = openConditions.last else { return }
    endConditionalCode()
    openConditions[openConditions.count - 1] = OpenCondition(
      counts: last.counts, text: text == nil ? last.text.map(Self.negation) : nil)
  }

  mutating func closeCondition() {
    endConditionalCode()
    if openConditions.popLast()?.counts == true { conditionCount -= 1 }
  }

  /// Records the code since the last directive if a condition may exclude it.
  private mutating func endConditionalCode() {
    if conditionCount > 0, conditions.count < Self.maximumConditionCount {
      conditions.append(SourceCondition(range: conditionStart..<position, text: conditionText))
    }
    conditionStart = position
  }

  private static let maximumConditionCount = 1 << 12

  /// The combined condition around this code, or `nil` if it is not known.
  private var conditionText: String? {
    guard openConditions.count <= 8 else { return nil }
    let texts = openConditions.filter(\.counts).map(\.text)
    let terms = texts.compactMap { $0 }
    guard terms.count == texts.count else { return nil }
    guard terms.count > 1 else { return terms.first }
    return terms.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
  }

  private static func negation(_ text: String) -> String {
    if text.hasPrefix("!"), text.dropFirst().utf8.allSatisfy(isWordByte) {
      return String(text.dropFirst())
    }
    return text.utf8.allSatisfy(isWordByte) ? "!" + text : "!(\(text))"
  }

  // MARK: Bytes

  func byte(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index >= 0 && index < end ? bytes[index] : nil
  }

  func isNext(_ mark: Unicode.Scalar, _ distance: Int = 0) -> Bool {
    byte(distance) == UInt8(ascii: mark)
  }

  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isIdentifierPart || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  var isAtLineStart: Bool {
    var index = position - 1
    while index >= 0, bytes[index] == 0x20 || bytes[index] == 0x09 { index -= 1 }
    return index < UTF8Text.markLength(of: bytes) || bytes[index] == 0x0A || bytes[index] == 0x0D
  }

  // MARK: Tokens

  mutating func add(
    _ kind: SourceToken.Kind, _ range: Range<Int>, content: Range<Int>? = nil,
    isComplete: Bool = true, hashes: Int = 0
  ) {
    tokens.append(
      SourceToken(
        kind: kind, range: range, content: content ?? range, isComplete: isComplete, hashes: hashes,
        isConditional: conditionCount > 0))
  }

  private mutating func step() {
    let next = bytes[position]
    switch next {
    case 0x00...0x20: position += 1
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): readString(opening: position, hashes: 0)
    case UInt8(ascii: "'") where language.hasSingleQuotes: readString(opening: position, hashes: 0)
    case UInt8(ascii: "`"): readBacktick()
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case _ where Self.isWordByte(next): readWord()
    default: readPunctuation(next)
    }
  }

  mutating func readPunctuation(_ mark: UInt8) {
    add(.punctuation, position..<(position + 1))
    position += 1
    guard let open = openStrings.last else { return }
    let brackets = language.interpolationBrackets
    if mark == brackets.open {
      openStrings[openStrings.count - 1].depth += 1
    } else if mark == brackets.close {
      if open.depth > 0 {
        openStrings[openStrings.count - 1].depth -= 1
      } else {
        openStrings.removeLast()
        continueString(with: open.style, from: position, contentFrom: position)
      }
    }
  }

  private mutating func readWord() {
    let start = position
    while let next = byte(), Self.isWordByte(next) { position += 1 }
    if language == .objectiveC, bytes[position - 1] == UInt8(ascii: "R"), isNext("\"") {
      return readRawString(from: start)
    }
    add(.word, start..<position)
  }

  private mutating func readNumber() {
    let start = position
    while let next = byte() {
      let isFraction =
        next == UInt8(ascii: ".") && byte(1).map(\.isDigit) == true
      guard isFraction || Self.isWordByte(next) else { break }
      position += 1
    }
    add(.number, start..<position)
  }

  private mutating func readBacktick() {
    guard language.quotesNames else { return readPunctuation(bytes[position]) }
    let start = position
    position += 1
    while let next = byte(), next != UInt8(ascii: "`"), next != 0x0A { position += 1 }
    let content = (start + 1)..<position
    if isNext("`") { position += 1 }
    add(.word, start..<position, content: content)
  }

  private mutating func readHash() {
    switch language {
    case .objectiveC where isAtLineStart: readDirective()
    case .swift:
      if isAtLineStart, isCondition { return readDirective() }
      var hashes = 0
      while isNext("#", hashes) { hashes += 1 }
      if isNext("\"", hashes) {
        readString(opening: position, hashes: hashes)
      } else if isNext("/", hashes) {
        readRegularExpression(hashes: hashes)
      } else {
        for _ in 0..<hashes { readPunctuation(UInt8(ascii: "#")) }
      }
    default: readPunctuation(UInt8(ascii: "#"))
    }
  }

  // MARK: Comments and regular expressions

  private mutating func readSlash() {
    if isNext("/", 1) {
      skipLineComment()
    } else if isNext("*", 1) {
      skipBlockComment()
    } else {
      readPunctuation(UInt8(ascii: "/"))
    }
  }

  mutating func skipLineComment() {
    while let next = byte(), next != 0x0A, next != 0x0D {
      // C joins lines before it removes comments.
      if language == .objectiveC, next == UInt8(ascii: "\\"), byte(1) == 0x0A { position += 1 }
      position += 1
    }
  }

  mutating func skipBlockComment() {
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

  /// Reads a Swift regular expression between `#/` and `/#`.
  private mutating func readRegularExpression(hashes: Int) {
    let start = position
    position += hashes + 1
    var hashCount = 0
    var followsSlash = false
    while let next = byte(), hashCount < hashes {
      hashCount = next == UInt8(ascii: "#") && (followsSlash || hashCount > 0) ? hashCount + 1 : 0
      followsSlash = next == UInt8(ascii: "/")
      position += 1
    }
    add(.string, start..<position, isComplete: false)
  }
}
