import ErosCore
import ErosRehearsalMessages
import ErosSyntax

/// Finds where a page throws something that is not an error, such as `throw 'text'`.
///
/// The engine has no position for such a value. So the page runs again with a call before the value
/// of each `throw` that records its position.
struct ThrowTrace {
  /// The environment's global function, with the same name in `weex.js`.
  private static let function = "__eros_throw__"

  private let files: Set<String>
  private let fact: RehearsalFact

  /// Returns `nil` if the exception that ended the page already has a position.
  init?(_ page: RehearsalPage, _ outcome: RehearsalOutcome) {
    let kinds: Set<RehearsalFact.Kind> = [.load, .hook, .render]
    let files = Set(page.scripts.map(\.file))
    guard page.web == nil, let fact = outcome.facts.first(where: { kinds.contains($0.kind) }),
      !fact.stack.contains("@")
    else { return nil }
    self.fact = fact
    self.files = files
  }

  /// Returns a script that records the position of each `throw`.
  static func traced(_ script: RehearsalSource.Script) -> [UInt8] {
    let ends = keywordEnds(in: script.text)
    let keyword = "throw".utf8.count
    let positions = TextPosition.positions(ofBytes: ends.map { $0 - keyword }, in: script.text)
    var text: [UInt8] = []
    var start = 0
    for (end, position) in zip(ends, positions) {
      let frame = JSONWriter.write(.string("@\(script.file):\(position.line):\(position.column)"))
      text += script.text[start..<end] + Array(" \(function)(".utf8) + frame + Array("),".utf8)
      start = end
    }
    return text + script.text[start...]
  }

  /// Returns where each keyword `throw` ends.
  ///
  /// Properties and methods with this name do not count.
  private static func keywordEnds(in script: [UInt8]) -> [Int] {
    var lexer = JavaScriptLexer(script)
    var ends: [Int] = []
    var methods: Set<Int> = []
    // The end of the word `throw` before the current token, and before each open parenthesis.
    var word: Int?
    var parentheses: [Int?] = []
    // The end of the word before the parentheses that the last token closed.
    var closed: Int?
    var follows: UInt8?
    while let token = lexer.next() {
      guard token.kind != .comment else { continue }
      let mark = token.kind == .mark ? script[token.range.lowerBound] : nil
      let (last, lastClosed) = (word, closed)
      (word, closed) = (nil, nil)
      switch mark {
      case UInt8(ascii: ":"), UInt8(ascii: "="):
        if last != nil { ends.removeLast() }
      case UInt8(ascii: "("): parentheses.append(last)
      case UInt8(ascii: ")"): closed = parentheses.popLast() ?? nil
      // The body of `throw(value) {}`.
      case UInt8(ascii: "{"):
        if let lastClosed { methods.insert(lastClosed) }
      default: break
      }
      if token.kind == .word, script[token.range].elementsEqual("throw".utf8),
        follows != UInt8(ascii: ".")
      {
        word = token.range.upperBound
        ends.append(token.range.upperBound)
      }
      follows = mark
    }
    return ends.filter { !methods.contains($0) }
  }

  /// Adds the position from `traced` to `outcome`, if both runs end with the same exception.
  func positioned(_ outcome: RehearsalOutcome, by traced: RehearsalOutcome) -> RehearsalOutcome {
    var positionedOutcome = outcome
    guard let index = outcome.facts.firstIndex(of: fact),
      let tracedFact = traced.facts.first(where: { $0.kind == fact.kind && $0.text == fact.text }),
      !StackFrame.frames(in: tracedFact.stack, of: files).isEmpty
    else { return outcome }
    positionedOutcome.facts[index] = tracedFact
    return positionedOutcome
  }
}
