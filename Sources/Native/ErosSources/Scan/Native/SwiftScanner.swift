import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds registrations, exports and classes in Swift files.
struct SwiftScanner: BodyScanner {
  /// A type's body, or a file, that waits to be scanned.
  struct Scope {
    let range: Range<Int>
    let type: Int?
    let exposesAll: Bool
    /// The type's path, such as `Names.Modules`, or the empty string.
    var path = ""
  }

  struct Modifiers {
    var isExposed = false
    /// `true` if `@nonobjc` hides a member of an exposed type.
    var isHidden = false
    var exposesMembers = false
    var objectiveCName: String?
    /// `true` for an override.
    ///
    /// If it overrides an Objective-C method, Objective-C sees it.
    var isOverride = false
  }

  let tokens: SourceTokens
  var unit: SourceUnit
  var body = BodyState()
  var keyFunctions: [KeyFunction] = []
  private var scopes: [Scope] = []
  /// The first selector for each function of a type, by Swift name.
  private var selectors: [Int: [String: String]] = [:]
  /// Exports with `#selector(name)`.
  ///
  /// Their labels come from the function declaration.
  private var unlabeled: [(type: Int, export: Int)] = []

  static func scan(_ file: SourceFile) -> SourceUnit {
    var scanner = SwiftScanner(SourceTokens(file, .swift))
    scanner.scopes = [Scope(range: 0..<scanner.tokens.count, type: nil, exposesAll: false)]
    while let scope = scanner.scopes.popLast() {
      scanner.body.type = scope.path
      scanner.read(scope)
    }
    scanner.addLabels()
    scanner.readKeys()
    scanner.readCallers()
    return scanner.unit
  }

  private init(_ tokens: SourceTokens) {
    self.tokens = tokens
    unit = SourceUnit(.ios, of: tokens)
    body = BodyState(of: tokens.file, rexxar: "RXR")
  }

  private mutating func read(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    while index < scope.range.upperBound {
      if tokens.isPunctuation(index, "@") {
        index = readAttribute(index, &modifiers)
        continue
      }
      guard let word = tokens.word(index) else {
        if tokens.isOpening(index) {
          scanBody(index, of: nil, in: scope)
          modifiers = Modifiers()
        }
        index = tokens.index(after: index)
        continue
      }
      if word == "override" {
        modifiers.isOverride = true
        index += 1
      } else if let next = readDeclaration(word, index, modifiers, in: scope) {
        index = next
        modifiers = Modifiers()
      } else {
        let isCall = tokens.isPunctuation(index + 1, "(")
        if isCall, !["private", "fileprivate", "public"].contains(word) {
          readCall(index, in: scope)
        }
        index += 1
      }
    }
  }

  /// Reads the declaration at `word`.
  ///
  /// Returns the index after it, or `nil` if it is not one.
  private mutating func readDeclaration(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int? {
    switch word {
    case "class", "struct", "enum", "actor", "extension", "protocol":
      return readType(word, index, modifiers, in: scope)
    case "func": return readFunction(index, modifiers, in: scope)
    case "let", "var", "case": readConstant(index, in: scope)
    case "init", "deinit", "subscript", "import", "typealias": break
    default: return nil
    }
    return index + 1
  }

  /// Records `let name = "text"`, `case name = "text"` and `var name: String { "text" }`.
  private mutating func readConstant(_ index: Int, in scope: Scope) {
    guard let name = tokens.word(index + 1) else { return }
    var next = index + 2
    if tokens.isPunctuation(next, ":") {
      next += 2
      while tokens.isPunctuation(next, in: "?!") { next += 1 }
    }
    if tokens.isPunctuation(next, "="), !tokens.isWord(index, "var") {
      unit.define(name, of: scope.path, as: expression((next + 1)..<tokens.statementEnd(next + 1)))
    } else if tokens.isPunctuation(next, "{"), tokens.isWord(index, "var") {
      let start = tokens.isWord(next + 1, "return") ? next + 2 : next + 1
      guard tokens.isString(start), start + 1 == tokens.close(next) else { return }
      unit.define(name, of: scope.path, as: expression(start..<(start + 1)))
    }
  }

  private func readAttribute(_ index: Int, _ modifiers: inout Modifiers) -> Int {
    guard let name = tokens.word(index + 1) else { return index + 1 }
    let hasArguments = tokens.isPunctuation(index + 2, "(") && tokens.touchesNext(index + 1)
    switch name {
    case "objc", "IBAction":
      modifiers.isExposed = true
      if hasArguments { modifiers.objectiveCName = tokens.written(tokens.content(of: index + 2)) }
    case "nonobjc": modifiers.isHidden = true
    case "objcMembers": modifiers.exposesMembers = true
    default: break
    }
    return hasArguments ? tokens.index(after: index + 2) : index + 2
  }

  // MARK: Types

  /// The maximum length of a nested type's path, because each path repeats the outer names.
  private static let maximumPathLength = 512

  private mutating func readType(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    // `class func` and `class var` are members of a type.
    guard let first = tokens.word(index + 1), !["func", "var", "let"].contains(first) else {
      return index + 1
    }
    var next = tokens.pathEnd(index + 1) + 1
    let name = tokens.word(next - 1) ?? first
    let names = tokens.words((index + 1)..<next).joined(separator: ".")
    let path = (scope.path.isEmpty ? "" : scope.path + ".") + names
    guard path.utf8.count <= Self.maximumPathLength else { return next }
    let bases = self.bases(&next, before: scope.range.upperBound)
    guard tokens.isPunctuation(next, "{") else { return next }
    var exposesAll = modifiers.exposesMembers
    var type: Int?
    if word == "class" || word == "extension" || word == "actor" {
      exposesAll = exposesAll || word == "extension" && modifiers.isExposed
      let objectiveCName = word == "extension" ? nil : modifiers.objectiveCName
      unit.classes.append(
        SourceClass(
          platform: .ios, name: objectiveCName ?? name, position: tokens.position(index + 1),
          isDefinition: word != "extension", isExtension: word == "extension",
          otherNames: objectiveCName == nil ? [] : [name],
          bases: bases, isSwift: true, exposesMembers: modifiers.exposesMembers))
      type = unit.classes.count - 1
    }
    if word != "protocol" {
      scopes.append(
        Scope(
          range: tokens.content(of: next), type: type,
          exposesAll: exposesAll, path: path))
    }
    return tokens.index(after: next)
  }

  /// Returns the names between the colon and `{`, and moves `index` to the `{`.
  private func bases(_ index: inout Int, before end: Int) -> [String] {
    var bases: [String] = []
    var depth = 0
    var followsColon = false
    while index < end, !tokens.isPunctuation(index, in: "{}") {
      if let word = tokens.word(index) {
        if ["class", "struct", "enum", "func", "extension", "protocol"].contains(word) { break }
        if word == "where" { followsColon = false }
        let isLast = !tokens.isPunctuation(index + 1, ".")
        if followsColon, depth == 0, isLast { bases.append(word) }
      }
      if tokens.isPunctuation(index, "<") { depth += 1 }
      if tokens.isPunctuation(index, ">"), !tokens.isPunctuation(index - 1, "-") {
        depth = max(0, depth - 1)
      }
      if depth == 0, tokens.isPunctuation(index, ":") { followsColon = true }
      index = tokens.index(after: index)
    }
    return bases
  }

  // MARK: Functions

  private mutating func readFunction(
    _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    guard let name = tokens.word(index + 1) else { return index + 1 }
    var next = index + 2
    if tokens.isPunctuation(next, "<") { next = tokens.indexAfterAngles(next) }
    guard tokens.isPunctuation(next, "(") else { return next }
    let parameters = tokens.parts(of: next, angles: true).map { parameter($0) }
    next = tokens.index(after: next)
    var returns: String?
    while next < scope.range.upperBound, !tokens.isPunctuation(next, "{"), !tokens.beginsLine(next)
    {
      if returns == nil, tokens.isPunctuation(next, ">"), tokens.isPunctuation(next - 1, "-") {
        returns = type(from: next + 1)
      }
      next = tokens.index(after: next)
    }
    let selector =
      modifiers.objectiveCName ?? Selector.name(of: name, labels: parameters.map(\.label))
    if let type = scope.type {
      if selectors[type]?[name] == nil { selectors[type, default: [:]][name] = selector }
      unit.classes[type].methods.append(
        SourceMethod(
          name: selector, parameters: parameters.map(\.parameter), returns: returns ?? "void",
          position: tokens.position(index + 1),
          isExposed: modifiers.isExposed
            || !modifiers.isHidden && (modifiers.isOverride || scope.exposesAll)))
    }
    // The body may start on the next line.
    guard tokens.isPunctuation(next, "{") else { return next }
    if name.hasPrefix("wx_export_method_") {
      readExport(name, at: index + 1, body: next, in: scope)
    } else {
      let names = parameters.map(\.parameter.name)
      let body = next..<tokens.close(next)
      inFunction(name, names, of: scope.path, body: body, member: scope.type) {
        $0.scanBody(next, of: name, in: scope)
      }
    }
    return tokens.index(after: next)
  }

  private func parameter(_ part: Range<Int>) -> (label: String, parameter: SourceParameter) {
    let colon = part.first { tokens.isPunctuation($0, ":") } ?? part.upperBound
    let words = (part.lowerBound..<colon).compactMap { tokens.word($0) }
    return (
      words.first ?? "_",
      SourceParameter(
        name: words.last ?? "", type: type(from: colon + 1, to: part.upperBound),
        position: tokens.position(part.lowerBound))
    )
  }

  private func type(from start: Int, to end: Int = .max) -> String {
    var text = ""
    var index = start
    while index < min(end, tokens.count), index == start || !tokens.beginsLine(index) {
      if tokens.isPunctuation(index, in: "{=") { break }
      if tokens.isPunctuation(index, "@") {
        index += 2
        continue
      }
      if tokens.isOpening(index) {
        text += "("
        index = tokens.index(after: index)
        continue
      }
      let part = tokens.written(index)
      if ["inout", "where", "throws", "async"].contains(part) {
        if part == "where" { break }
      } else {
        text += part
      }
      index += 1
    }
    return text
  }

  // MARK: Exports

  private mutating func readExport(_ name: String, at index: Int, body: Int, in scope: Scope) {
    guard let type = scope.type else { return }
    guard let (selector, isLabeled) = exportedSelector(body) else { return }
    if !isLabeled { unlabeled.append((type, unit.classes[type].exports.count)) }
    unit.classes[type].exports.append(
      SourceExport(
        name: Selector.jsName(selector), nativeName: selector,
        isSync: name.hasPrefix("wx_export_method_sync_"), position: tokens.position(index),
        isConditional: tokens.isConditional(index)))
  }

  /// Returns the string in the body, or the selector in `#selector(open(_:callback:))`.
  private func exportedSelector(_ body: Int) -> (selector: String, isLabeled: Bool)? {
    for index in tokens.content(of: body) {
      if let text = tokens.string(index) { return (text, true) }
      guard tokens.isPunctuation(index, "#"), tokens.isWord(index + 1, "selector"),
        tokens.isPunctuation(index + 2, "(")
      else { continue }
      guard tokens.close(index + 2) < min(index + 128, tokens.count) else { return nil }
      let written = tokens.written(tokens.content(of: index + 2))
      let parts = written.split(
        separator: "(", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      let name = parts[0].split(separator: ".").last.map(String.init) ?? parts[0]
      guard parts.count == 2 else { return (name, false) }
      let labels = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
      return (Selector.name(of: name, labels: labels), true)
    }
    return nil
  }

  private mutating func addLabels() {
    for (type, index) in unlabeled {
      let export = unit.classes[type].exports[index]
      guard let selector = selectors[type]?[export.nativeName] else { continue }
      unit.classes[type].exports[index].name = Selector.jsName(selector)
      unit.classes[type].exports[index].nativeName = selector
    }
  }
}
