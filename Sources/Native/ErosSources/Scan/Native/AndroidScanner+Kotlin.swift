import ErosCore
import ErosRegistry
import ErosSyntax

extension AndroidScanner {
  private static let modifierWords: Set<String> = [
    "public", "protected", "private", "internal", "abstract", "final", "open", "override", "inner",
    "data", "sealed", "enum", "annotation", "companion", "inline", "suspend", "operator", "infix",
    "tailrec", "external", "const", "lateinit", "vararg", "value", "expect", "actual",
  ]

  private static let hidden: Set<String> = ["private", "protected", "internal"]

  mutating func readKotlin(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    while index < scope.range.upperBound {
      if tokens.isPunctuation(index, "@") {
        index = readAnnotation(index, &modifiers)
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
      if Self.modifierWords.contains(word) { modifiers.words.insert(word) }
      guard let next = kotlinDeclaration(word, index, modifiers, in: scope) else {
        if tokens.isPunctuation(index + 1, "(") { readCall(word, index, in: scope) }
        index += 1
        continue
      }
      index = next
      modifiers = Modifiers()
    }
  }

  /// Reads the declaration at `word`.
  ///
  /// Returns the index after it, or `nil` if it is not one.
  private mutating func kotlinDeclaration(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int? {
    switch word {
    // `C::class` is an expression.
    case "class", "interface", "object":
      return tokens.isPunctuation(index - 1, ":")
        ? nil : kotlinType(word, index, modifiers, in: scope)
    case "fun": return kotlinFunction(index, modifiers, in: scope)
    case "constructor":
      if let type = scope.type, tokens.isPunctuation(index + 1, "(") {
        unit.classes[type].constructors.append(constructor(index + 1, modifiers))
      }
      return tokens.index(after: index + 1)
    case "val": return kotlinConstant(index, in: scope)
    case "var", "init", "typealias", "import", "package": return index + 1
    default: return nil
    }
  }

  // MARK: Types

  private mutating func kotlinType(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    let isCompanion = modifiers.words.contains("companion")
    guard let name = tokens.word(index + 1) ?? (isCompanion ? "Companion" : nil) else {
      return index + 1
    }
    var next = tokens.word(index + 1) == nil ? index + 1 : index + 2
    if tokens.isPunctuation(next, "<") { next = tokens.indexAfterAngles(next) }
    let primary = primaryConstructor(&next)
    let bases = tokens.isPunctuation(next, ":") ? kotlinBases(&next) : []
    let hasBody = tokens.isPunctuation(next, "{")
    var words = modifiers
    words.words.insert(word)
    readType(
      name, at: index + 1, words, bases: bases, body: hasBody ? next : nil, in: scope
    ) { type in
      type.isInner = modifiers.words.contains("inner")
      type.isHidden = modifiers.words.contains("private")
      type.isAbstract = type.isAbstract || word == "interface"
      if let primary {
        type.constructors = [primary]
      } else if word == "object" {
        type.constructors = [.init(parameterCount: 0, isPublic: false)]
      }
    }
    return hasBody ? tokens.index(after: next) : next
  }

  /// Reads `(…)` or `@Inject private constructor(…)` after the type name.
  private func primaryConstructor(_ index: inout Int) -> SourceClass.Constructor? {
    var modifiers = Modifiers()
    var next = index
    while next < min(index + 32, tokens.count) {
      if tokens.isPunctuation(next, "@") {
        next = readAnnotation(next, &modifiers)
      } else if let word = tokens.word(next), Self.modifierWords.contains(word) {
        modifiers.words.insert(word)
        next += 1
      } else {
        break
      }
    }
    if tokens.isWord(next, "constructor") {
      next += 1
    } else if next > index {
      return nil
    }
    guard tokens.isPunctuation(next, "(") else { return nil }
    index = tokens.index(after: next)
    return constructor(next, modifiers)
  }

  private func constructor(_ group: Int, _ modifiers: Modifiers) -> SourceClass.Constructor {
    let parts = tokens.parts(of: group, angles: true)
    // If all parameters have defaults, Kotlin also generates a constructor without parameters.
    let required = parts.count { part in !part.contains { tokens.isPunctuation($0, "=") } }
    return .init(
      parameterCount: required == 0 ? 0 : parts.count,
      isPublic: modifiers.words.isDisjoint(with: Self.hidden))
  }

  private func kotlinBases(_ index: inout Int) -> [String] {
    var bases: [String] = []
    repeat {
      index += 1
      guard tokens.word(index) != nil else { break }
      let end = tokens.pathEnd(index) + 1
      bases.append(tokens.words(index..<end).joined(separator: "."))
      index = end
      if tokens.isPunctuation(index, "<") { index = tokens.indexAfterAngles(index) }
      if tokens.isPunctuation(index, "(") { index = tokens.index(after: index) }
      if tokens.isWord(index, "by") {
        index += 2
        if tokens.isPunctuation(index, "(") { index = tokens.index(after: index) }
      }
    } while tokens.isPunctuation(index, ",")
    return bases
  }

  // MARK: Constants

  /// Records the property with its `val` at `index`, and returns the index after its name.
  private mutating func kotlinConstant(_ index: Int, in scope: Scope) -> Int {
    guard let name = tokens.word(index + 1) else { return index + 1 }
    var next = index + 2
    if tokens.isPunctuation(next, ":") { next = kotlinTypeEnd(next + 1) }
    guard tokens.isPunctuation(next, "="), !tokens.isPunctuation(next + 1, "=") else {
      return index + 2
    }
    let owner = scope.type == nil ? unit.package : scope.typeName
    unit.define(name, of: owner, as: expression((next + 1)..<tokens.statementEnd(next + 1)))
    return index + 2
  }

  // MARK: Functions

  /// Reads the function at `index` with its body, and returns the next index.
  private mutating func kotlinFunction(
    _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    var next = index + 1
    if tokens.isPunctuation(next, "<") { next = tokens.indexAfterAngles(next) }
    // The name may follow a receiver type.
    while tokens.word(next) != nil, tokens.isPunctuation(next + 1, ".") { next += 2 }
    guard let name = tokens.word(next), tokens.isPunctuation(next + 1, "(") else { return next }
    let position = next
    let parameters = tokens.parts(of: next + 1, angles: true).map { kotlinParameter($0) }
    next = tokens.index(after: next + 1)
    var returns = "void"
    if tokens.isPunctuation(next, ":") {
      let start = next + 1
      next = kotlinTypeEnd(start)
      returns = tokens.written(start..<next)
    }
    let isValue = tokens.isPunctuation(next, "=")
    if isValue, returns == "void" { returns = "" }
    readMethod(
      name, at: position, modifiers, parameters: parameters,
      returns: returns == "Unit" ? "void" : returns,
      isPublic: modifiers.words.isDisjoint(with: Self.hidden), in: scope)
    let end =
      isValue
      ? tokens.statementEnd(next + 1)
      : tokens.isPunctuation(next, "{") ? tokens.index(after: next) : next
    guard end > next else { return next }
    inFunction(
      name, parameters.map(\.name), of: scope.typeName, body: next..<end, member: scope.type
    ) { $0.scan((isValue ? next + 1 : next)..<end, of: name, in: scope) }
    return end
  }

  private func kotlinParameter(_ part: Range<Int>) -> SourceParameter {
    let colon = part.first { tokens.isPunctuation($0, ":") && !tokens.isPunctuation($0 - 2, "@") }
    let start = (colon ?? part.lowerBound) + 1
    let end = (start..<max(start, part.upperBound)).first { tokens.isPunctuation($0, "=") }
    let name = colon.flatMap { tokens.word($0 - 1) } ?? ""
    let isList = (part.lowerBound..<start).contains { tokens.isWord($0, "vararg") }
    return SourceParameter(
      name: name,
      type: tokens.written(start..<max(start, end ?? part.upperBound)) + (isList ? "..." : ""),
      position: tokens.position(colon.map { $0 - 1 } ?? part.lowerBound))
  }

  /// Returns where the type at `start` ends: at a bracket, `=` or the line's end.
  private func kotlinTypeEnd(_ start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if tokens.isPunctuation(index, in: "{=}") { break }
      if index > start, tokens.beginsLine(index), !tokens.isPunctuation(index, ".") { break }
      index = tokens.index(after: index)
    }
    return index
  }
}
