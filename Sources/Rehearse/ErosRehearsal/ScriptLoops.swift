import ErosCore
import ErosSyntax

/// Finds the loops in a script, to tell which one is endless.
///
/// The engine checks its time limit before each pass through a loop and at the start of a function.
/// A stopped script is positioned at the last expression it evaluated: in the loop's head or before
/// the loop. So we first look for a head that contains the position, then for the next loop in the
/// same function.
struct ScriptLoops {
  private struct Loop {
    let keyword: Int
    let isDo: Bool
    /// `true` if the script starts with the loop.
    let isFirst: Bool
    /// The index of the function around the loop, or `nil` outside of functions.
    let function: Int?
    /// The end of the head, such as `for (…)`.
    var head: Int
    /// The end of the body.
    ///
    /// If it has no braces, this is the end of the head.
    var end: Int
  }

  private struct Bracket {
    let start: Int
    let keyword: String
    var function: Int?
    var head: Int?
    var body: Int?
  }

  private let script: [UInt8]
  private var loops: [Loop] = []
  private var functions: [Range<Int>] = []
  private var brackets: [Bracket] = []
  /// Open arrow functions without braces, with the number of brackets around them.
  private var arrows: [(function: Int, depth: Int)] = []
  private var open: [Int] = []

  init(_ script: [UInt8]) {
    self.script = script
    var lexer = JavaScriptLexer(script)
    var reader = Reader()
    while let token = lexer.next() {
      guard token.kind != .comment else { continue }
      read(token, &reader)
      reader.advance(over: token, text(token))
    }
    while let function = open.last { close(function, at: script.count) }
  }

  // MARK: - Search

  /// Returns the loop that ran, given the script's frames, innermost first.
  func position(of frames: [StackFrame]) -> TextPosition? {
    for (index, frame) in frames.enumerated() {
      guard let offset = frame.offset(in: script) else { return nil }
      let match = index == 0 ? loop(at: offset) : loop(around: offset)
      if let match {
        return TextPosition.positions(ofBytes: [match.keyword], in: script)[0]
      }
    }
    return nil
  }

  /// Returns the loop whose head contains `offset`, or the next loop in its function.
  private func loop(at offset: Int) -> Loop? {
    if let loop = loops.last(where: { $0.keyword <= offset && offset < $0.head }) { return loop }
    let function = functions.indices.filter { functions[$0].contains(offset) }
      .min { functions[$0].count < functions[$1].count }
    return loops.first { $0.keyword > offset && $0.function == function } ?? loop(around: offset)
      // Without an expression before the loop, the engine names the first expression after it.
      ?? loops.first { $0.isFirst && function == nil }
  }

  /// Returns the innermost loop whose body contains `offset`.
  private func loop(around offset: Int) -> Loop? {
    loops.last { $0.keyword <= offset && offset < $0.end }
  }

  // MARK: - Structure

  private struct Reader {
    var last = ""
    var lastStart = 0
    /// The bracket that the last token closed.
    var closed: Bracket?
    var head: Int?
    var body: Int?
    /// The start of a function whose `=>` was the last token.
    var arrow: Int?

    mutating func advance(over token: JavaScriptToken, _ text: String) {
      last = text
      lastStart = token.range.lowerBound
    }
  }

  private func text(_ token: JavaScriptToken) -> String {
    switch token.kind {
    case .word, .mark: String(decoding: script[token.range], as: UTF8.self)
    default: ""
    }
  }

  private mutating func read(_ token: JavaScriptToken, _ reader: inout Reader) {
    let text = text(token)
    let start = token.range.lowerBound
    removeProperty(before: text, &reader)
    if let arrow = reader.arrow, text != "{" {
      let function = begin(at: arrow)
      arrows.append((function, brackets.count))
    }
    switch text {
    case "(", "[", "{": openBracket(text, start, &reader)
    case ")", "]", "}": closeBracket(at: token.range.upperBound, &reader)
    case "for", "while", "do": readLoop(text, token, &reader)
    case ",", ";": endArrows(at: start, depth: brackets.count)
    default: break
    }
    let isArrow = text == "=>"
    reader.arrow =
      isArrow ? (reader.last == ")" ? reader.closed?.start : nil) ?? reader.lastStart : nil
    // A body without braces starts with any other token.
    if !["for", "while", "do", ")", "await"].contains(text) { reader.body = nil }
    if !["for", "while", "await"].contains(text) { reader.head = nil }
    if text != ")", text != "=>", text != "}" { reader.closed = nil }
  }

  private mutating func readLoop(_ text: String, _ token: JavaScriptToken, _ reader: inout Reader) {
    guard reader.last != "." else { return }
    // The condition after the body of `do`.
    if text == "while", let body = reader.closed?.body, loops[body].isDo { return }
    loops.append(
      Loop(
        keyword: token.range.lowerBound, isDo: text == "do", isFirst: reader.last.isEmpty,
        function: open.last,
        head: token.range.upperBound, end: token.range.upperBound))
    if text == "do" { reader.body = loops.count - 1 } else { reader.head = loops.count - 1 }
  }

  /// Removes the last loop if its keyword turns out to be a property, as in `{ for: 1 }`.
  private mutating func removeProperty(before text: String, _ reader: inout Reader) {
    if reader.head != nil, text != "(", text != "await" {
      loops.removeLast()
      reader.head = nil
    } else if reader.last == "do", text == ":", reader.body == loops.count - 1 {
      loops.removeLast()
      reader.body = nil
    }
  }

  private mutating func openBracket(_ text: String, _ start: Int, _ reader: inout Reader) {
    var bracket = Bracket(start: start, keyword: text == "(" ? reader.last : "")
    if text == "(" {
      bracket.head = reader.head
      reader.head = nil
    } else if text == "{" {
      bracket.body = reader.body
      let parameters = reader.last == ")" ? reader.closed : nil
      if let arrow = reader.arrow {
        bracket.function = begin(at: arrow)
      } else if let parameters, !Self.statements.contains(parameters.keyword) {
        bracket.function = begin(at: parameters.start)
      }
    }
    brackets.append(bracket)
  }

  private mutating func closeBracket(at end: Int, _ reader: inout Reader) {
    guard let bracket = brackets.popLast() else { return }
    endArrows(at: end - 1, depth: brackets.count + 1)
    if let function = bracket.function { close(function, at: end) }
    if let head = bracket.head {
      loops[head].head = end
      loops[head].end = max(loops[head].end, end)
      reader.body = head
    }
    if let body = bracket.body { loops[body].end = end }
    reader.closed = bracket
  }

  /// Keywords before parentheses that are not parameters.
  private static let statements: Set<String> = [
    "if", "for", "while", "switch", "with", "catch", "await",
  ]

  private mutating func begin(at start: Int) -> Int {
    functions.append(start..<script.count)
    open.append(functions.count - 1)
    return functions.count - 1
  }

  private mutating func close(_ function: Int, at end: Int) {
    functions[function] = functions[function].lowerBound..<max(functions[function].lowerBound, end)
    // Functions nest, so only the last one can end.
    if open.last == function { open.removeLast() }
  }

  private mutating func endArrows(at end: Int, depth: Int) {
    while let arrow = arrows.last, arrow.depth >= depth {
      close(arrow.function, at: end)
      arrows.removeLast()
    }
  }
}
