import ErosRegistry
import ErosSyntax

/// Members as Kotlin writes them.
extension AndroidScanner {
  private static let modifierWords: Set<String> = [
    "public", "protected", "private", "internal", "abstract", "final", "open", "override", "inner",
    "data", "sealed", "enum", "annotation", "companion", "inline", "suspend", "operator", "infix",
    "tailrec", "external", "const", "lateinit", "vararg", "value", "expect", "actual",
  ]

  mutating func readKotlin(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    /// The method whose value follows behind `=`.
    var valueOf: String?
    while index < scope.range.upperBound {
      if tokens.isMark(index, "@") {
        index = takeAnnotation(index, &modifiers)
        continue
      }
      guard let word = tokens.word(index) else {
        if let valueOf { scan(index..<(index + 1), of: valueOf, in: scope) }
        if tokens.isOpening(index) {
          scanBody(index, of: valueOf, in: scope)
          modifiers = Modifiers()
        }
        index = tokens.behind(index)
        continue
      }
      switch word {
      case "class", "interface", "object":
        if tokens.isMark(index - 1, ":") {  // `C::class`
          index += 1
          continue
        }
        index = kotlinType(word, index, modifiers, in: scope)
      case "fun":
        (index, valueOf) = kotlinFunction(index, modifiers, in: scope)
        modifiers = Modifiers()
        continue
      case "constructor":
        if let type = scope.type, tokens.isMark(index + 1, "(") {
          addConstructor(index + 1, modifiers, to: type)
        }
        index = tokens.behind(index + 1)
      case "val", "var", "init", "typealias", "import", "package": index += 1
      case _ where Self.modifierWords.contains(word):
        modifiers.words.insert(word)
        index += 1
        continue
      default:
        if tokens.isMark(index + 1, "(") { takeCall(word, index, in: scope) }
        index += 1
        continue
      }
      modifiers = Modifiers()
      valueOf = nil
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
    if tokens.isMark(next, "<") { next = behindAngles(next) }
    let primary = primaryConstructor(&next)
    let bases = tokens.isMark(next, ":") ? kotlinBases(&next) : []
    let hasBody = tokens.isMark(next, "{")
    var words = modifiers
    words.words.insert(word)
    takeType(
      name, at: index + 1, words, bases: bases, body: hasBody ? next : nil, in: scope
    ) { type in
      type.isInner = modifiers.words.contains("inner")
      type.isAbstract = type.isAbstract || word == "interface"
      if let primary {
        type.constructors = [primary]
      } else if word == "object" {
        type.constructors = [.init(parameterCount: 0, isPublic: false)]
      }
    }
    return hasBody ? tokens.behind(next) : next
  }

  /// `(…)` or `@Inject private constructor(…)` behind the name.
  private func primaryConstructor(_ index: inout Int) -> SourceClass.Constructor? {
    var modifiers = Modifiers()
    var next = index
    while next < min(index + 32, tokens.count) {
      if tokens.isMark(next, "@") {
        next = takeAnnotation(next, &modifiers)
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
    guard tokens.isMark(next, "(") else { return nil }
    index = tokens.behind(next)
    return constructor(next, modifiers)
  }

  private mutating func addConstructor(_ group: Int, _ modifiers: Modifiers, to type: Int) {
    facts.classes[type].constructors.append(constructor(group, modifiers))
  }

  private func constructor(_ group: Int, _ modifiers: Modifiers) -> SourceClass.Constructor {
    let pieces = tokens.pieces(of: group, angles: true)
    // With a default for each parameter there is one without parameters too.
    let required = pieces.count { piece in !piece.contains { tokens.isMark($0, "=") } }
    let hidden: Set<String> = ["private", "protected", "internal"]
    return .init(
      parameterCount: required == 0 ? 0 : pieces.count,
      isPublic: modifiers.words.isDisjoint(with: hidden))
  }

  private func kotlinBases(_ index: inout Int) -> [String] {
    var bases: [String] = []
    repeat {
      index += 1
      var parts: [String] = []
      while let word = tokens.word(index) {
        parts.append(word)
        index += 1
        guard tokens.isMark(index, ".") else { break }
        index += 1
      }
      guard !parts.isEmpty else { break }
      bases.append(fullName(parts.joined(separator: ".")))
      if tokens.isMark(index, "<") { index = behindAngles(index) }
      if tokens.isMark(index, "(") { index = tokens.behind(index) }
      if tokens.isWord(index, "by") {
        index += 2
        if tokens.isMark(index, "(") { index = tokens.behind(index) }
      }
    } while tokens.isMark(index, ",")
    return bases
  }

  // MARK: Functions

  /// Takes the function at `index`; returns where to go on, and its name when a value follows.
  private mutating func kotlinFunction(
    _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> (next: Int, valueOf: String?) {
    var next = index + 1
    if tokens.isMark(next, "<") { next = behindAngles(next) }
    // The last word before the bracket is the name; a receiver may stand before it.
    while tokens.word(next) != nil, tokens.isMark(next + 1, ".") { next += 2 }
    guard let name = tokens.word(next), tokens.isMark(next + 1, "(") else { return (next, nil) }
    let place = next
    let parameters = tokens.pieces(of: next + 1, angles: true).map { kotlinParameter($0) }
    next = tokens.behind(next + 1)
    var returns = "void"
    if tokens.isMark(next, ":") {
      let start = next + 1
      next = kotlinTypeEnd(start)
      returns = written(start..<next)
    }
    let hidden: Set<String> = ["private", "protected", "internal"]
    let isValue = tokens.isMark(next, "=")
    if isValue, returns == "void" { returns = "" }
    takeMethod(
      name, at: place, modifiers, parameters: parameters,
      returns: returns == "Unit" ? "void" : returns,
      isPublic: modifiers.words.isDisjoint(with: hidden), in: scope)
    if tokens.isMark(next, "{") {
      scanBody(next, of: name, in: scope)
      return (tokens.behind(next), nil)
    }
    return (next, isValue ? name : nil)
  }

  private func kotlinParameter(_ piece: Range<Int>) -> SourceParameter {
    let colon = piece.first { tokens.isMark($0, ":") && !tokens.isMark($0 - 2, "@") }
    let start = (colon ?? piece.lowerBound) + 1
    let end = (start..<max(start, piece.upperBound)).first { tokens.isMark($0, "=") }
    let name = colon.flatMap { tokens.word($0 - 1) } ?? ""
    let isList = (piece.lowerBound..<start).contains { tokens.isWord($0, "vararg") }
    return SourceParameter(
      name: name,
      type: written(start..<max(start, end ?? piece.upperBound)) + (isList ? "..." : ""),
      place: tokens.place(colon.map { $0 - 1 } ?? piece.lowerBound))
  }

  /// Where the type that begins at `start` ends: at a bracket, a `=`, or the end of the line.
  private func kotlinTypeEnd(_ start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if tokens.isMark(index, "{") || tokens.isMark(index, "=") || tokens.isMark(index, "}") {
        break
      }
      if index > start, tokens.beginsLine(index), !tokens.isMark(index, ".") { break }
      index = tokens.behind(index)
    }
    return index
  }
}
