import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads what sources in Swift register, export and declare.
struct SwiftScanner {
  /// The inside of a type, or a whole file, that is still to be read.
  struct Scope {
    let range: Range<Int>
    /// The type's place among ``SourceFacts/classes``, or `nil` in a file.
    let type: Int?
    let exposesAll: Bool
  }

  /// What stands before a declaration.
  struct Modifiers {
    var isExposed = false
    var exposesMembers = false
    /// The name in `@objc(name)`.
    var objectiveCName: String?
  }

  var tokens: SourceTokens
  var facts = SourceFacts()
  private var scopes: [Scope] = []
  /// The first selector of each function of a type, by the name in Swift.
  private var selectors: [Int: [String: String]] = [:]
  /// Exports of `#selector(name)`, whose labels only the function tells.
  private var unlabelled: [(type: Int, export: Int)] = []

  static func scan(_ file: SourceFile) -> SourceFacts {
    var scanner = SwiftScanner(tokens: SourceTokens(file, .swift))
    scanner.tokens.defineConstants(behind: ["let"])
    scanner.scopes = [Scope(range: 0..<scanner.tokens.count, type: nil, exposesAll: false)]
    while let scope = scanner.scopes.popLast() { scanner.read(scope) }
    scanner.addLabels()
    return scanner.facts
  }

  private init(tokens: SourceTokens) {
    self.tokens = tokens
  }

  private mutating func read(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    while index < scope.range.upperBound {
      if tokens.isMark(index, "@") {
        index = takeAttribute(index, &modifiers)
        continue
      }
      guard let word = tokens.word(index) else {
        if tokens.isOpening(index) {
          scanBody(index, of: nil, in: scope)
          modifiers = Modifiers()
        }
        index = tokens.behind(index)
        continue
      }
      switch word {
      case "class", "struct", "enum", "actor", "extension", "protocol":
        index = takeType(word, index, modifiers, in: scope)
        modifiers = Modifiers()
      case "func":
        index = takeFunction(index, modifiers, in: scope)
        modifiers = Modifiers()
      case "var", "let", "init", "deinit", "case", "subscript", "import", "typealias":
        modifiers = Modifiers()
        index += 1
      default:
        if tokens.isMark(index + 1, "("), !["private", "fileprivate", "public"].contains(word) {
          takeCall(index, in: scope)
        }
        index += 1
      }
    }
  }

  private func takeAttribute(_ index: Int, _ modifiers: inout Modifiers) -> Int {
    guard let name = tokens.word(index + 1) else { return index + 1 }
    let hasArguments = tokens.isMark(index + 2, "(") && tokens.touchesNext(index + 1)
    switch name {
    case "objc", "IBAction":
      modifiers.isExposed = true
      if hasArguments { modifiers.objectiveCName = written(in: index + 2) }
    case "objcMembers": modifiers.exposesMembers = true
    default: break
    }
    return hasArguments ? tokens.behind(index + 2) : index + 2
  }

  /// What stands between the brackets at `group`, without blanks.
  func written(in group: Int) -> String {
    var text = ""
    for index in (group + 1)..<max(group + 1, tokens.close(group)) { text += tokens.written(index) }
    return text
  }

  // MARK: Types

  private mutating func takeType(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    // `class func` and `class var` are members of a type.
    guard let first = tokens.word(index + 1), !["func", "var", "let"].contains(first) else {
      return index + 1
    }
    var name = first
    var next = index + 2
    while tokens.isMark(next, "."), let word = tokens.word(next + 1) {
      name = word
      next += 2
    }
    let bases = self.bases(&next, before: scope.range.upperBound)
    guard tokens.isMark(next, "{") else { return next }
    var exposesAll = modifiers.exposesMembers
    var type: Int?
    if word == "class" || word == "extension" || word == "actor" {
      exposesAll = exposesAll || word == "extension" && modifiers.isExposed
      let objectiveCName = word == "extension" ? nil : modifiers.objectiveCName
      facts.classes.append(
        SourceClass(
          platform: .ios, name: objectiveCName ?? name, place: tokens.place(index + 1),
          isDefinition: word != "extension", otherNames: objectiveCName == nil ? [] : [name],
          bases: bases, isSwift: true))
      type = facts.classes.count - 1
    }
    if word != "protocol" {
      scopes.append(
        Scope(
          range: (next + 1)..<max(next + 1, tokens.close(next)), type: type,
          exposesAll: exposesAll))
    }
    return tokens.behind(next)
  }

  /// The names behind the colon, up to the `{`; `index` is moved there.
  private func bases(_ index: inout Int, before end: Int) -> [String] {
    var bases: [String] = []
    var depth = 0
    var isBehindColon = false
    while index < end, !tokens.isMark(index, "{"), !tokens.isMark(index, "}") {
      if let word = tokens.word(index) {
        if ["class", "struct", "enum", "func", "extension", "protocol"].contains(word) { break }
        if word == "where" { isBehindColon = false }
        let isLast = !tokens.isMark(index + 1, ".")
        if isBehindColon, depth == 0, isLast { bases.append(word) }
      }
      if tokens.isMark(index, "<") { depth += 1 }
      if tokens.isMark(index, ">"), !tokens.isMark(index - 1, "-") { depth = max(0, depth - 1) }
      if depth == 0, tokens.isMark(index, ":") { isBehindColon = true }
      index = tokens.behind(index)
    }
    return bases
  }

  // MARK: Functions

  private mutating func takeFunction(
    _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    guard let name = tokens.word(index + 1) else { return index + 1 }
    var next = index + 2
    if tokens.isMark(next, "<") { next = behindAngles(next) }
    guard tokens.isMark(next, "(") else { return next }
    let parameters = tokens.pieces(of: next, angles: true).map { parameter($0) }
    next = tokens.behind(next)
    var returns: String?
    while next < scope.range.upperBound, !tokens.isMark(next, "{"), !tokens.beginsLine(next) {
      if returns == nil, tokens.isMark(next, ">"), tokens.isMark(next - 1, "-") {
        returns = type(from: next + 1)
      }
      next = tokens.behind(next)
    }
    let selector = modifiers.objectiveCName ?? Self.selector(name, parameters.map(\.label))
    if let type = scope.type {
      if selectors[type]?[name] == nil { selectors[type, default: [:]][name] = selector }
      facts.classes[type].methods.append(
        SourceMethod(
          name: selector, parameters: parameters.map(\.parameter), returns: returns ?? "void",
          place: tokens.place(index + 1), isExposed: modifiers.isExposed || scope.exposesAll))
    }
    // The body may begin on a line of its own.
    guard tokens.isMark(next, "{") else { return next }
    if name.hasPrefix("wx_export_method_") {
      takeExport(name, at: index + 1, body: next, in: scope)
    } else {
      scanBody(next, of: name, in: scope)
    }
    return tokens.behind(next)
  }

  private func behindAngles(_ start: Int) -> Int {
    var index = start
    var depth = 0
    while index < tokens.count {
      if tokens.isMark(index, "<") { depth += 1 }
      if tokens.isMark(index, ">"), !tokens.isMark(index - 1, "-") { depth -= 1 }
      if depth == 0 { return index + 1 }
      if tokens.isMark(index, "{") || tokens.isMark(index, "}") { return index }
      index = tokens.behind(index)
    }
    return index
  }

  private func parameter(_ piece: Range<Int>) -> (label: String, parameter: SourceParameter) {
    let colon = piece.first { tokens.isMark($0, ":") } ?? piece.upperBound
    let words = (piece.lowerBound..<colon).compactMap { tokens.word($0) }
    return (
      words.first ?? "_",
      SourceParameter(
        name: words.last ?? "", type: type(from: colon + 1, to: piece.upperBound),
        place: tokens.place(piece.lowerBound))
    )
  }

  /// The type that begins at `start`, without attributes and what is not needed to tell it.
  private func type(from start: Int, to end: Int = .max) -> String {
    var text = ""
    var index = start
    while index < min(end, tokens.count), index == start || !tokens.beginsLine(index) {
      if tokens.isMark(index, "{") || tokens.isMark(index, "=") { break }
      if tokens.isMark(index, "@") {
        index += 2
        continue
      }
      if tokens.isOpening(index) {
        text += "("
        index = tokens.behind(index)
        continue
      }
      let piece = tokens.written(index)
      if ["inout", "where", "throws", "async"].contains(piece) {
        if piece == "where" { break }
      } else {
        text += piece
      }
      index += 1
    }
    return text
  }

  /// What the runtime of Objective-C calls a function with these labels.
  private static func selector(_ name: String, _ labels: [String]) -> String {
    guard let first = labels.first else { return name }
    let head =
      first == "_" ? name : name + "With" + first.prefix(1).uppercased() + first.dropFirst()
    return head + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
  }

  // MARK: Exports

  private mutating func takeExport(_ name: String, at index: Int, body: Int, in scope: Scope) {
    guard let type = scope.type else { return }
    guard let (selector, isLabelled) = exportedSelector(body) else { return }
    if !isLabelled { unlabelled.append((type, facts.classes[type].exports.count)) }
    facts.classes[type].exports.append(
      SourceExport(
        name: Selector.jsName(selector), nativeName: selector,
        isSync: name.hasPrefix("wx_export_method_sync_"), place: tokens.place(index),
        isConditional: tokens.isConditional(index)))
  }

  /// The text in the body, or the selector in `#selector(open(_:callback:))`.
  private func exportedSelector(_ body: Int) -> (selector: String, isLabelled: Bool)? {
    for index in (body + 1)..<max(body + 1, tokens.close(body)) {
      if let text = tokens.text(index) { return (text, true) }
      guard tokens.isMark(index, "#"), tokens.isWord(index + 1, "selector"),
        tokens.isMark(index + 2, "(")
      else { continue }
      guard tokens.close(index + 2) < min(index + 128, tokens.count) else { return nil }
      let written = written(in: index + 2)
      let (path, labels) = written.split(at: "(")
      let name = path.split(separator: ".").last.map(String.init) ?? path
      guard let labels else { return (name, false) }
      let words = labels.dropLast().split(separator: ":", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
      return (Self.selector(name, words), true)
    }
    return nil
  }

  /// Completes the selectors that were written without labels.
  private mutating func addLabels() {
    for (type, index) in unlabelled {
      let export = facts.classes[type].exports[index]
      guard let selector = selectors[type]?[export.nativeName] else { continue }
      facts.classes[type].exports[index] = SourceExport(
        name: Selector.jsName(selector), nativeName: selector, isSync: export.isSync,
        place: export.place, isConditional: export.isConditional)
    }
  }
}

extension String {
  /// What stands before and behind the first `mark`.
  fileprivate func split(at mark: Character) -> (String, String?) {
    guard let index = firstIndex(of: mark) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}
