import ErosCore
import ErosSyntax

/// Collects the standard classes and methods that a script uses, and those that it checks or
/// defines.
///
/// A presence check or a definition anywhere in the script counts for the whole script, such as a
/// polyfill in a bundle.
struct EngineNames {
  typealias Token = EngineScan.Token

  private var calls: [EngineFeature: EngineScan.Use] = [:]
  private var present: Set<EngineFeature> = []
  /// Methods that are keys in an object, as in `{ assign: function () {} }`.
  private var keys: Set<EngineFeature> = []
  /// String literals that are class names.
  ///
  /// A polyfill names the class that it completes.
  private var classNames: Set<String> = []

  /// The features in use that the script neither checks nor defines.
  var uses: [EngineFeature: EngineScan.Use] {
    calls.filter { feature, _ in
      guard !present.contains(feature) else { return false }
      guard case .member(let object) = feature.form, keys.contains(feature) else { return true }
      return !classNames.contains(object)
    }
  }

  private static let globalObjects: Set<String> = [
    "global", "globalThis", "self", "this", "window",
  ]
  /// Libraries whose functions are named like standard methods.
  private static let libraries: Set<String> = ["_", "$", "R", "lodash", "this"]
  /// The length of the longest name in the table.
  private static let maximumLength = EngineFeature.all.map(\.name.utf8.count).max() ?? 0

  // MARK: Words

  /// Reads a word.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - last: The tokens before the word, the newest first.
  ///   - next: The token after the word.
  ///   - endsList: `true` if the last closing bracket ends a list, not the index of a value.
  mutating func read(
    _ word: Token, after last: [Token], before next: Token,
    endsList: Bool
  ) {
    guard let features = EngineFeature.byName[word.text] else { return }
    let isProperty = last[0].isAny(".", "?.")
    for feature in features {
      switch feature.form {
      case .syntax: break
      case .global where isProperty:
        if Self.globalObjects.contains(last[1].text) { present.insert(feature) }
      case .global: readGlobal(feature, word, last[0], next)
      case .member(let object) where isProperty && last[1].text == object:
        let isOfGlobal = last[2].text != "." || Self.globalObjects.contains(last[3].text)
        if isOfGlobal { readProperty(feature, word, next) }
      case .method where isProperty:
        if next.text != "(" || !Self.libraries.contains(last[1].text) {
          readProperty(feature, word, next)
        }
      case .methodOfLiteral where isProperty, .methodOfList where isProperty,
        .methodOfString where isProperty:
        let isString = last[1].kind == .string && feature.form != .methodOfList
        let isList = last[1].text == "]" && endsList && feature.form != .methodOfString
        if isString || isList || next.text != "(" { readProperty(feature, word, next) }
      case .member, .method, .methodOfLiteral, .methodOfList, .methodOfString:
        if !isProperty { readDefinition(feature, last[0], next) }
      }
    }
  }

  private mutating func readGlobal(
    _ feature: EngineFeature, _ word: Token, _ last: Token,
    _ next: Token
  ) {
    let isDeclared = last.isAny("var", "let", "const", "function", "class", "typeof", "!")
    if last.text == "new" || next.isAny("(", ".") && !isDeclared {
      use(feature, word)
    } else if last.text != "instanceof", !next.isAny(";", "") {
      // A comparison, a definition, a parameter, or an argument, perhaps of a check.
      present.insert(feature)
    }
  }

  private mutating func readProperty(
    _ feature: EngineFeature, _ word: Token, _ next: Token
  ) {
    switch next.text {
    case "(": use(feature, word)
    case ".": break
    default: present.insert(feature)
    }
  }

  /// Reads a name that is not a property itself: the key of one, or a function in the script.
  private mutating func readDefinition(
    _ feature: EngineFeature, _ last: Token, _ next: Token
  ) {
    let isKey = last.isAny("{", ",", "get", "async") && next.isAny(":", "(", ",", "}")
    guard isKey || last.isAny("function", "class", "static") || next.text == "=" else { return }
    if case .member = feature.form { keys.insert(feature) } else { present.insert(feature) }
  }

  private mutating func use(_ feature: EngineFeature, _ word: Token) {
    calls[feature, default: EngineScan.Use(offset: word.range.lowerBound, count: 0)].count += 1
  }

  // MARK: Strings

  /// Reads what a string literal contains.
  ///
  /// - Parameters:
  ///   - text: The contents.
  ///   - last: The tokens before the string, the newest first.
  ///   - isName: `true` if the string names a property, as in `"padStart" in a`.
  mutating func read(text: ArraySlice<UInt8>, after last: [Token], isName: Bool) {
    guard text.count <= Self.maximumLength else { return }
    let text = String(decoding: text, as: UTF8.self)
    if text.utf8.first.map({ $0.isLetter && $0 & 0x20 == 0 }) == true { classNames.insert(text) }
    for feature in EngineFeature.byName[text] ?? [] {
      // `defineProperty(Object, "assign", …)`. Unrelated strings may equal a short name.
      if case .member(let object) = feature.form {
        if last[1].text == object { present.insert(feature) }
      } else if isName {
        present.insert(feature)
      }
    }
  }
}
