import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds registrations, exports and classes in Objective-C files.
struct ObjectiveCScanner: BodyScanner {
  let tokens: SourceTokens
  var unit: SourceUnit
  var body: BodyState
  var keyFunctions: [KeyFunction] = []
  var current: SourceClass?

  static func scan(_ file: SourceFile) -> SourceUnit {
    let tokens = SourceTokens(file, .objectiveC)
    var scanner = ObjectiveCScanner(
      tokens, SourceUnit(.ios, of: tokens), BodyState(of: file, rexxar: "RXR"))
    scanner.findConstants()
    scanner.readMacros()
    scanner.run()
    scanner.readKeys()
    scanner.readCallers()
    return scanner.unit
  }

  init(_ tokens: SourceTokens, _ unit: SourceUnit, _ body: BodyState) {
    self.tokens = tokens
    self.unit = unit
    self.body = body
  }

  private mutating func run() {
    var index = 0
    while index < tokens.count { index = step(index) }
    finishClass()
  }

  /// Reads the token at `index` outside methods, and returns the next index.
  private mutating func step(_ index: Int) -> Int {
    if tokens.isPunctuation(index, "@"), let word = tokens.word(index + 1) {
      switch word {
      case "interface", "implementation":
        return startClass(index, isDefinition: word == "implementation")
      case "protocol" where tokens.isPunctuation(index + 3, ";"): return index + 4
      case "protocol": return skipProtocol(index + 2)
      case "end":
        finishClass()
        return index + 2
      default: return index + 2
      }
    }
    if let word = tokens.word(index), tokens.isPunctuation(index + 1, "(") {
      if readMacro(word, index) { return tokens.index(after: index + 1) }
      readMacroUse(index)
    }
    if current?.isDefinition == true, tokens.isPunctuation(index, in: "-+") { return method(index) }
    if tokens.isPunctuation(index, "{") {
      readFunction(index)
      return tokens.index(after: index)
    }
    return index + 1
  }

  /// Scans the body at `index`, of a C function or another block outside methods.
  private mutating func readFunction(_ index: Int) {
    guard tokens.isPunctuation(index - 1, ")"), let open = tokens.open(index - 1),
      let name = tokens.word(open - 1)
    else { return scanBody(index, of: nil) }
    let parameters = tokens.parts(of: open).map { tokens.word($0.upperBound - 1) ?? "" }
    inFunction(name, parameters, of: current?.name ?? "", body: index..<tokens.close(index)) {
      $0.scanBody(index, of: nil)
    }
  }

  private mutating func finishClass() {
    if let current { unit.classes.append(current) }
    current = nil
  }

  private func skipProtocol(_ start: Int) -> Int {
    let end = (start..<max(start, tokens.count)).first { index in
      tokens.isPunctuation(index, "@") && tokens.isWord(index + 1, "end")
    }
    return end.map { $0 + 2 } ?? tokens.count
  }

  // MARK: Constants

  /// Records `NSString *const NAME = @"text"` and `#define NAME @"text"`.
  private mutating func findConstants() {
    for (name, text) in tokens.constants { unit.define(name, of: "", as: .text(text)) }
    for index in 0..<tokens.count where tokens.isPunctuation(index, "=") {
      guard let name = tokens.word(index - 1),
        (2...4).contains(where: { tokens.isWord(index - $0, "const") })
      else { continue }
      unit.define(name, of: "", as: expression((index + 1)..<tokens.statementEnd(index + 1)))
    }
  }

  // MARK: Classes

  /// Reads the start of an `@interface` or `@implementation`, with its `@` at `start`.
  private mutating func startClass(_ start: Int, isDefinition: Bool) -> Int {
    finishClass()
    guard let name = tokens.word(start + 2) else { return start + 2 }
    current = SourceClass(
      platform: .ios, name: name, position: tokens.position(start + 2), isDefinition: isDefinition)
    return bases(from: start + 3)
  }

  /// Reads `<Generic> : Super <Protocols>` or `(Category) <Protocols>`.
  private mutating func bases(from start: Int) -> Int {
    var index = start
    if tokens.isPunctuation(index, "<"), let end = angleEnd(index),
      tokens.isPunctuation(end + 1, ":")
    {
      index = end + 1
    }
    if tokens.isPunctuation(index, "(") {
      current?.isExtension = true
      index = tokens.index(after: index)
    }
    if tokens.isPunctuation(index, ":"), let base = tokens.word(index + 1) {
      current?.bases.append(base)
      index += 2
    }
    if tokens.isPunctuation(index, "<"), let end = angleEnd(index) {
      current?.bases += tokens.words((index + 1)..<end)
      index = end + 1
    }
    return index
  }

  private func angleEnd(_ index: Int) -> Int? {
    tokens.closingAngle(index) { tokens.isPunctuation($0, in: ";{@") }
  }

  // MARK: Macros

  /// Reads the export macro `word`, or returns `false` if it is not one.
  mutating func readMacro(_ word: String, _ index: Int) -> Bool {
    guard tokens.isPunctuation(index + 1, "(") else { return false }
    guard let isSync = ExportIdiom.macros[word] else {
      return readRegistration(word, tokens.parts(of: index + 1), at: index)
    }
    if current?.isDefinition == true { readExport(index, isSync: isSync) }
    return true
  }

  private mutating func readExport(_ index: Int, isSync: Bool) {
    guard tokens.isPunctuation(index + 2, "@"), tokens.isWord(index + 3, "selector"),
      tokens.isPunctuation(index + 4, "(")
    else { return }
    let end = tokens.close(index + 4)
    // A longer group is an unclosed bracket.
    guard end < min(index + 128, tokens.count) else { return }
    var selector = ""
    for position in (index + 5)..<end {
      if let word = tokens.word(position) { selector += word }
      if tokens.isPunctuation(position, ":") { selector += ":" }
    }
    current?.exports.append(
      SourceExport(
        name: Selector.jsName(selector), nativeName: selector, isSync: isSync,
        position: tokens.position(index), isConditional: tokens.isConditional(index), usesLine: true
      ))
  }
}
