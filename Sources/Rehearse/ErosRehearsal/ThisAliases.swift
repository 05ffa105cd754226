import ErosSyntax

/// The variables that hold `this` at some point in a script, such as `_vm` in compiled templates.
///
/// Follows declarations and assignments in script order, in the scopes of functions and blocks.
struct ThisAliases {
  private struct Scope {
    let isFunction: Bool
    /// The number of open brackets around an arrow function without braces.
    var arrowDepth: Int?
    /// `true` for a variable that holds `this`.
    var names: [String: Bool]
  }

  private struct Bracket {
    var keyword = ""
    /// The words after `(` or a comma: possibly parameters.
    var words: [String] = []
    var hasScope = false
  }

  /// Keywords before parentheses that are not parameters.
  private static let statements: Set<String> = ["if", "for", "while", "switch", "with", "await"]

  private var scopes = [Scope(isFunction: true, names: [:])]
  private var brackets: [Bracket] = []
  /// The bracket that the last token closed.
  private var closed = Bracket()
  private var last = ""
  private var beforeLast = ""
  /// The parameters of an arrow function whose `=>` was the last token.
  private var arrow: [String]?
  /// The variable whose value follows.
  ///
  /// `isDeclared` is `true` in a declaration.
  private var target: (name: String, isDeclared: Bool)?
  /// The variable whose value starts with `this`.
  private var candidate: (name: String, isDeclared: Bool)?

  init(_ script: [UInt8], at offset: Int) {
    var lexer = JavaScriptLexer(script)
    while let token = lexer.next(), token.range.lowerBound < offset {
      guard token.kind != .comment else { continue }
      let isName = token.kind == .word
      let isText = isName || token.kind == .mark
      let text = isText ? String(decoding: script[token.range], as: UTF8.self) : ""
      readValue(text, isName: isName)
      read(text)
      (beforeLast, last) = (last, text)
    }
    bindCandidate("")
    // The body of an arrow function starts at the offset.
    if let arrow { add(arrow, isFunction: true) }
  }

  func contains(_ name: String) -> Bool {
    scopes.last { $0.names[name] != nil }?.names[name] ?? false
  }

  // MARK: Values

  private mutating func readValue(_ text: String, isName: Bool) {
    bindCandidate(isName ? "," : text)
    if let target {
      self.target = nil
      if text == "this" {
        candidate = target
      } else if text != "=", target.isDeclared {
        bind(target, to: false)
      }
    } else if text == "=", beforeLast != ".", last.utf8.first.map(SourceLexer.isWordByte) == true {
      target = (last, ["var", "let", "const", ","].contains(beforeLast))
    }
  }

  /// Binds the candidate if `next` ends its value, unlike in `this.a`.
  private mutating func bindCandidate(_ next: String) {
    guard let candidate else { return }
    self.candidate = nil
    bind(candidate, to: ["", ",", ";", ")", "}"].contains(next))
  }

  private mutating func bind(_ variable: (name: String, isDeclared: Bool), to isThis: Bool) {
    let declaringIndex = scopes.lastIndex { $0.names[variable.name] != nil }
    let functionIndex = scopes.lastIndex(where: \.isFunction) ?? 0
    scopes[variable.isDeclared ? functionIndex : declaringIndex ?? functionIndex].names[
      variable.name] = isThis
  }

  // MARK: Scopes

  private mutating func read(_ text: String) {
    if let parameters = arrow, text != "{" {
      add(parameters, isFunction: true, arrowDepth: brackets.count)
    }
    switch text {
    case "(", "[": brackets.append(Bracket(keyword: last))
    case "{": openBrace()
    case ")", "]", "}": close()
    case ",", ";": endArrows(at: brackets.count)
    default:
      if last == "(" || last == ",", !brackets.isEmpty {
        brackets[brackets.count - 1].words.append(text)
      }
    }
    let parameters = last == ")" ? closed.words : [last]
    arrow = text == "=>" ? parameters : nil
  }

  private mutating func openBrace() {
    let isFunction = last == ")" && !Self.statements.contains(closed.keyword)
    if let arrow {
      add(arrow, isFunction: true)
    } else {
      // A clause such as `catch (e)` shadows a name, but is not a function.
      add(isFunction ? closed.words : [], isFunction: isFunction && closed.keyword != "catch")
    }
    brackets.append(Bracket(hasScope: true))
  }

  private mutating func add(_ words: [String], isFunction: Bool, arrowDepth: Int? = nil) {
    let names = Dictionary(words.map { ($0, false) }) { first, _ in first }
    scopes.append(Scope(isFunction: isFunction, arrowDepth: arrowDepth, names: names))
  }

  private mutating func close() {
    endArrows(at: brackets.count)
    guard let bracket = brackets.popLast() else { return }
    if bracket.hasScope, scopes.count > 1 { scopes.removeLast() }
    closed = bracket
  }

  private mutating func endArrows(at depth: Int) {
    while let arrow = scopes.last?.arrowDepth, arrow >= depth { scopes.removeLast() }
  }
}
