import ErosCore
import ErosRehearsalMessages
import ErosSyntax

/// The positions of exceptions that are not errors, such as `throw 'text'`.
///
/// The engine has no position for such a value. The page then runs again with a call before the value of each `throw`,
/// which records its position.
struct ThrowTrace {
  /// The global function of the environment, with the same name in `weex.js`.
  private static let function = "__eros_throw__"

  private let files: Set<String>
  private let fact: RehearsalFact

  /// Creates the trace of the exception that ended a page; returns `nil` if its position is known.
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
    var lexer = JavaScriptLexer(script.text)
    var ends: [Int] = []
    var last: UInt8?
    while let token = lexer.next() {
      guard token.kind != .comment else { continue }
      if token.kind == .word, script.text[token.range].elementsEqual("throw".utf8),
        last != UInt8(ascii: ".")
      {
        ends.append(token.range.upperBound)
      }
      last = token.kind == .mark ? script.text[token.range.lowerBound] : nil
    }
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

  /// Returns the facts of `outcome` with the position from `traced`, if both runs end with the same exception.
  func positioned(_ outcome: RehearsalOutcome, by traced: RehearsalOutcome) -> RehearsalOutcome {
    var copy = outcome
    guard let index = copy.facts.firstIndex(of: fact),
      let found = traced.facts.first(where: { $0.kind == fact.kind && $0.text == fact.text }),
      !StackFrame.frames(in: found.stack, of: files).isEmpty
    else { return outcome }
    copy.facts[index] = found
    return copy
  }
}
