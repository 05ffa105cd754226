import ErosCore
import ErosRegistry
import ErosSyntax

extension AndroidScanner {
  private static let modifierWords: Set<String> = [
    "public", "protected", "private", "static", "abstract", "final", "native", "synchronized",
    "transient", "volatile", "strictfp", "default", "sealed",
  ]

  mutating func readJava(_ scope: Scope) {
    var modifiers = Modifiers()
    var index = scope.range.lowerBound
    while index < scope.range.upperBound {
      if tokens.isPunctuation(index, "@") {
        if tokens.isWord(index + 1, "interface") {
          index += 1
        } else {
          index = readAnnotation(index, &modifiers)
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
        if tokens.isPunctuation(index + 1, "(") {
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
    // `<T>` before a method's return type.
    if tokens.isPunctuation(index, "<"), modifiers.typeStart == nil {
      return tokens.indexAfterAngles(index)
    }
    if tokens.isPunctuation(index, "{") {
      scanBody(index, of: nil, in: scope)
      modifiers = Modifiers()
    } else if tokens.isPunctuation(index, ";") {
      modifiers = Modifiers()
    } else if tokens.isPunctuation(index, "=") {
      var end = index + 1
      while end < scope.range.upperBound, !tokens.isPunctuation(end, ";") {
        end = tokens.index(after: end)
      }
      end = min(end, scope.range.upperBound)
      defineJava(index, modifiers, end: end, in: scope)
      scan((index + 1)..<end, of: nil, in: scope)
      modifiers = Modifiers()
      return end + 1
    }
    return tokens.index(after: index)
  }

  /// Records the field with its `=` at `index` if it is a constant.
  private mutating func defineJava(
    _ index: Int, _ modifiers: Modifiers, end: Int, in scope: Scope
  ) {
    let isConstant = modifiers.words.contains("final") || scope.isInterface
    guard isConstant, let name = tokens.word(index - 1) else { return }
    unit.define(name, of: scope.typeName, as: expression((index + 1)..<end))
  }

  private mutating func javaType(
    _ word: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    let name = tokens.word(index + 1) ?? ""
    var next = index + 2
    var bases: [String] = []
    var isListing = false
    var depth = 0
    while next < scope.range.upperBound, !tokens.isPunctuation(next, "{"),
      !tokens.isPunctuation(next, ";")
    {
      if let part = tokens.word(next) {
        if part == "class" || part == "interface" || part == "enum" { return next }
        if ["extends", "implements", "permits"].contains(part) {
          isListing = depth == 0 && part != "permits"
        } else if isListing, depth == 0 {
          let end = tokens.pathEnd(next)
          bases.append(tokens.words(next..<(end + 1)).joined(separator: "."))
          next = end
        }
      }
      if tokens.isPunctuation(next, "<") { depth += 1 }
      if tokens.isPunctuation(next, ">") { depth = max(0, depth - 1) }
      next = tokens.index(after: next)
    }
    guard tokens.isPunctuation(next, "{") else { return next }
    var words = modifiers
    words.words.insert(word)
    readType(name, at: index + 1, words, bases: bases, body: next, in: scope) { type in
      let isStatic = modifiers.words.contains("static") || word != "class"
      type.isInner = scope.type != nil && !isStatic && !scope.isInterface
      type.isAbstract = type.isAbstract || word == "interface"
      type.isHidden = !modifiers.words.contains("public") && !scope.isInterface
    }
    return tokens.index(after: next)
  }

  private mutating func javaMethod(
    _ name: String, _ index: Int, _ modifiers: Modifiers, in scope: Scope
  ) -> Int {
    let group = index + 1
    var next = tokens.index(after: group)
    let isConstructor = modifiers.typeStart == nil && name == scope.simpleName
    guard modifiers.typeStart != nil || isConstructor else {
      // An enum constant or a call.
      readCall(name, index, in: scope)
      return next
    }
    let parts = tokens.parts(of: group, angles: true)
    let isPublic = modifiers.words.contains("public") || scope.isInterface
    if isConstructor, let type = scope.type {
      unit.classes[type].constructors.append(
        .init(parameterCount: parts.count, isPublic: isPublic))
    } else {
      let returns = tokens.written((modifiers.typeStart ?? index)..<index)
      readMethod(
        name, at: index, modifiers, parameters: parts.map { javaParameter($0) },
        returns: returns == "Void" ? "void" : returns, isPublic: isPublic, in: scope)
    }
    while next < scope.range.upperBound, !tokens.isPunctuation(next, "{"),
      !tokens.isPunctuation(next, ";")
    {
      // Only `throws` or a default value may follow the parameters.
      if tokens.isPunctuation(next, "@") || tokens.isPunctuation(next, "}") { return next }
      next = tokens.index(after: next)
    }
    if tokens.isPunctuation(next, "{") {
      let names = parts.map { javaParameter($0).name }
      let body = next..<tokens.close(next)
      inFunction(name, names, of: scope.typeName, body: body, member: scope.type) {
        $0.scanBody(next, of: name, in: scope)
      }
    }
    return tokens.index(after: next)
  }

  private func javaParameter(_ part: Range<Int>) -> SourceParameter {
    var modifiers = Modifiers()
    var index = part.lowerBound
    while index < part.upperBound {
      if tokens.isPunctuation(index, "@") {
        index = readAnnotation(index, &modifiers)
      } else if tokens.isWord(index, "final") {
        index += 1
      } else {
        break
      }
    }
    let end = part.upperBound - 1
    return SourceParameter(
      name: tokens.word(end) ?? "", type: tokens.written(index..<max(index, end)),
      position: tokens.position(index))
  }
}
