import ErosRegistry
import ErosSyntax

/// Members as Java writes them.
extension AndroidScanner {
  private static let modifierWords: Set<String> = [
    "public", "protected", "private", "static", "abstract", "final", "native", "synchronized",
    "transient", "volatile", "strictfp", "default", "sealed",
  ]

  mutating func readJava(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    while index < scope.range.upperBound {
      if tokens.isMark(index, "@") {
        if tokens.isWord(index + 1, "interface") {
          index += 1
        } else {
          index = takeAnnotation(index, &modifiers)
        }
        continue
      }
      guard let word = tokens.word(index) else {
        index = javaMark(index, &modifiers, in: scope)
        continue
      }
      switch word {
      case _ where Self.modifierWords.contains(word): modifiers.words.insert(word)
      case "class", "interface", "enum", "record":
        if tokens.word(index + 1) != nil, modifiers.typeStart == nil {
          index = javaType(word, index, modifiers, in: scope)
          modifiers = Modifiers()
          continue
        }
        modifiers.typeStart = modifiers.typeStart ?? index
      default:
        if tokens.isMark(index + 1, "(") {
          index = javaMethod(word, index, modifiers, in: scope)
          modifiers = Modifiers()
          continue
        }
        modifiers.typeStart = modifiers.typeStart ?? index
      }
      index += 1
    }
  }

  private mutating func javaMark(
    _ index: Int, _ modifiers: inout Modifiers, in scope: Scope
  ) -> Int {
    // `<T>` before what a method returns.
    if tokens.isMark(index, "<"), modifiers.typeStart == nil { return behindAngles(index) }
    if tokens.isMark(index, "{") {
      scanBody(index, of: nil, in: scope)
      modifiers = Modifiers()
    } else if tokens.isMark(index, ";") {
      modifiers = Modifiers()
    } else if tokens.isMark(index, "=") {
      // The value of a field.
      var end = index + 1
      while end < scope.range.upperBound, !tokens.isMark(end, ";") { end = tokens.behind(end) }
      scan((index + 1)..<min(end, scope.range.upperBound), of: nil, in: scope)
      modifiers = Modifiers()
      return end + 1
    }
    return tokens.behind(index)
  }

  private mutating func javaType(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    let name = tokens.word(index + 1) ?? ""
    var next = index + 2
    var bases: [String] = []
    var isListing = false
    var depth = 0
    while next < scope.range.upperBound, !tokens.isMark(next, "{"), !tokens.isMark(next, ";") {
      if let part = tokens.word(next) {
        if part == "class" || part == "interface" || part == "enum" { return next }
        if ["extends", "implements", "permits"].contains(part) {
          isListing = depth == 0 && part != "permits"
        } else if isListing, depth == 0 {
          let end = qualifiedEnd(next)
          bases.append(fullName((next...end).compactMap { tokens.word($0) }.joined(separator: ".")))
          next = end
        }
      }
      if tokens.isMark(next, "<") { depth += 1 }
      if tokens.isMark(next, ">") { depth = max(0, depth - 1) }
      next = tokens.behind(next)
    }
    guard tokens.isMark(next, "{") else { return next }
    var words = modifiers
    words.words.insert(word)
    takeType(name, at: index + 1, words, bases: bases, body: next, in: scope) { type in
      let isStatic = modifiers.words.contains("static") || word != "class"
      type.isInner = scope.type != nil && !isStatic && !scope.isInterface
      type.isAbstract = type.isAbstract || word == "interface"
      type.isHidden = !modifiers.words.contains("public") && !scope.isInterface
    }
    return tokens.behind(next)
  }

  /// The last word of `a.b.C`, which begins at `start`.
  private func qualifiedEnd(_ start: Int) -> Int {
    var index = start
    while tokens.isMark(index + 1, "."), tokens.word(index + 2) != nil { index += 2 }
    return index
  }

  private mutating func javaMethod(
    _ name: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    let group = index + 1
    var next = tokens.behind(group)
    let isConstructor = modifiers.typeStart == nil && name == scope.simpleName
    guard modifiers.typeStart != nil || isConstructor else {
      // A constant of an enumeration, or something that is no declaration.
      takeCall(name, index, in: scope)
      return next
    }
    let pieces = tokens.pieces(of: group, angles: true)
    let isPublic = modifiers.words.contains("public") || scope.isInterface
    if isConstructor, let type = scope.type {
      facts.classes[type].constructors.append(
        .init(parameterCount: pieces.count, isPublic: isPublic))
    } else {
      let returns = written((modifiers.typeStart ?? index)..<index)
      takeMethod(
        name, at: index, modifiers, parameters: pieces.map { javaParameter($0) },
        returns: returns == "Void" ? "void" : returns, isPublic: isPublic, in: scope)
    }
    while next < scope.range.upperBound, !tokens.isMark(next, "{"), !tokens.isMark(next, ";") {
      // Behind the parameters there is `throws` or a default value, and nothing else.
      if tokens.isMark(next, "@") || tokens.isMark(next, "}") { return next }
      next = tokens.behind(next)
    }
    if tokens.isMark(next, "{") { scanBody(next, of: name, in: scope) }
    return tokens.behind(next)
  }

  private func javaParameter(_ piece: Range<Int>) -> SourceParameter {
    var modifiers = Modifiers()
    var index = piece.lowerBound
    while index < piece.upperBound {
      if tokens.isMark(index, "@") {
        index = takeAnnotation(index, &modifiers)
      } else if tokens.isWord(index, "final") {
        index += 1
      } else {
        break
      }
    }
    let end = piece.upperBound - 1
    return SourceParameter(
      name: tokens.word(end) ?? "", type: written(index..<max(index, end)),
      place: tokens.place(index))
  }

  /// The type that the tokens write, with `.` and `<…>` as they are.
  func written(_ range: Range<Int>) -> String {
    var text = ""
    for index in range {
      let piece = tokens.written(index)
      if tokens.word(index) != nil, tokens.word(index - 1) != nil, index > range.lowerBound {
        text += " "
      }
      text += piece
    }
    return text
  }
}
