import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads what sources in Objective-C register, export and declare.
struct ObjectiveCScanner {
  var tokens: SourceTokens
  var facts = SourceFacts()
  /// The class that the scan is in, if it is in one.
  var current: SourceClass?
  /// Whether the file has a table of classes, over which a loop may register them.
  var hasTable = false

  static func scan(_ file: SourceFile) -> SourceFacts {
    var scanner = ObjectiveCScanner(tokens: SourceTokens(file, .objectiveC))
    scanner.findConstants()
    scanner.run()
    return scanner.facts
  }

  private init(tokens: SourceTokens) {
    self.tokens = tokens
  }

  private mutating func run() {
    var index = 0
    while index < tokens.count { index = step(index) }
    finishClass()
  }

  /// Looks at the token at `index` outside of methods, and returns where to go on.
  private mutating func step(_ index: Int) -> Int {
    if tokens.isMark(index, "@"), let word = tokens.word(index + 1) {
      switch word {
      case "interface": return interface(index)
      case "implementation": return implementation(index)
      case "protocol" where tokens.isMark(index + 3, ";"): return index + 4
      case "protocol": return skipProtocol(index + 2)
      case "end":
        finishClass()
        return index + 2
      default: return index + 2
      }
    }
    if let word = tokens.word(index), tokens.isMark(index + 1, "(") {
      if takeMacro(word, index) { return tokens.behind(index + 1) }
    }
    let isMethodMark = tokens.isMark(index, "-") || tokens.isMark(index, "+")
    if isMethodMark, current?.isDefinition == true { return method(index) }
    if tokens.isMark(index, "{") {
      scanBody(index, of: nil)
      return tokens.behind(index)
    }
    return index + 1
  }

  private mutating func finishClass() {
    if let current { facts.classes.append(current) }
    current = nil
  }

  private func skipProtocol(_ start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if tokens.isMark(index, "@"), tokens.isWord(index + 1, "end") { return index + 2 }
      index += 1
    }
    return index
  }

  // MARK: Constants

  /// `NSString * const Name = @"text"`, wherever it stands.
  private mutating func findConstants() {
    for index in 0..<tokens.count where tokens.isMark(index, "=") {
      guard let name = tokens.word(index - 1), tokens.isMark(index + 1, "@"),
        let text = tokens.text(index + 2), tokens.isMark(index + 3, ";")
      else { continue }
      let isConstant = (2...4).contains { tokens.isWord(index - $0, "const") }
      if isConstant { tokens.define(name, as: text) }
    }
  }

  // MARK: Classes

  private mutating func interface(_ start: Int) -> Int {
    finishClass()
    guard let name = tokens.word(start + 2) else { return start + 2 }
    current = SourceClass(
      platform: .ios, name: name, place: tokens.place(start + 2), isDefinition: false)
    return bases(from: start + 3)
  }

  private mutating func implementation(_ start: Int) -> Int {
    finishClass()
    guard let name = tokens.word(start + 2) else { return start + 2 }
    current = SourceClass(platform: .ios, name: name, place: tokens.place(start + 2))
    return bases(from: start + 3)
  }

  /// `<Generic> : Super <Protocols>` or `(Category) <Protocols>`.
  private mutating func bases(from start: Int) -> Int {
    var index = start
    if tokens.isMark(index, "<"), let end = angleEnd(index), tokens.isMark(end + 1, ":") {
      index = end + 1
    }
    if tokens.isMark(index, "(") { index = tokens.behind(index) }
    if tokens.isMark(index, ":"), let base = tokens.word(index + 1) {
      current?.bases.append(base)
      index += 2
    }
    if tokens.isMark(index, "<"), let end = angleEnd(index) {
      current?.bases += ((index + 1)..<end).compactMap { tokens.word($0) }
      index = end + 1
    }
    return index
  }

  /// Where the `<` at `index` is closed; real lists are short.
  private func angleEnd(_ index: Int) -> Int? {
    var depth = 0
    for position in index..<min(index + 256, tokens.count) {
      if tokens.isMark(position, "<") { depth += 1 }
      if tokens.isMark(position, ">") { depth -= 1 }
      if depth == 0 { return position }
      if ";{@".unicodeScalars.contains(where: { tokens.isMark(position, $0) }) { return nil }
    }
    return nil
  }

  // MARK: Macros

  /// Takes up an exporting macro, and tells whether it was one.
  mutating func takeMacro(_ word: String, _ index: Int) -> Bool {
    guard tokens.isMark(index + 1, "(") else { return false }
    switch word {
    case "WX_EXPORT_METHOD", "WX_EXPORT_METHOD_SYNC":
      guard current?.isDefinition == true else { return true }
      takeExport(index, isSync: word.hasSuffix("_SYNC"))
      return true
    case "WX_PlUGIN_EXPORT_MODULE", "WX_PLUGIN_EXPORT_MODULE": takePlugin(.module, index)
    case "WX_PlUGIN_EXPORT_COMPONENT", "WX_PLUGIN_EXPORT_COMPONENT":
      takePlugin(.component, index)
    case "WX_PlUGIN_EXPORT_HANDLER", "WX_PLUGIN_EXPORT_HANDLER": takePlugin(.handler, index)
    default: return false
    }
    return true
  }

  private mutating func takeExport(_ index: Int, isSync: Bool) {
    guard tokens.isMark(index + 2, "@"), tokens.isWord(index + 3, "selector"),
      tokens.isMark(index + 4, "(")
    else { return }
    let end = tokens.close(index + 4)
    // What is longer is no selector, but a bracket that is not closed.
    guard end < min(index + 128, tokens.count) else { return }
    var selector = ""
    for position in (index + 5)..<end {
      if let word = tokens.word(position) { selector += word }
      if tokens.isMark(position, ":") { selector += ":" }
    }
    current?.exports.append(
      SourceExport(
        name: Selector.jsName(selector), nativeName: selector, isSync: isSync,
        place: tokens.place(index), isConditional: tokens.isConditional(index), usesLine: true))
  }

  /// `(name, Class)`, or for a handler `(Class, Protocol)`.
  private mutating func takePlugin(_ kind: SourceRegistration.Kind, _ index: Int) {
    let arguments = tokens.pieces(of: index + 1).map { piece in
      piece.compactMap { tokens.word($0) ?? tokens.mark($0).map { String($0) } }.joined()
    }
    guard arguments.count == 2 else { return }
    let isHandler = kind == .handler
    facts.registrations.append(
      SourceRegistration(
        kind: kind, name: isHandler ? arguments[1] : arguments[0], platform: .ios,
        className: isHandler ? arguments[0] : arguments[1], way: .macro,
        place: tokens.place(index)))
  }
}

/// What JavaScript sees of a selector.
enum Selector {
  /// The text before the first colon.
  static func jsName(_ selector: String) -> String {
    String(selector.prefix { $0 != ":" })
  }

  static func arity(_ selector: String) -> Int {
    selector.utf8.count { $0 == UInt8(ascii: ":") }
  }
}
