/// What a Gradle script says about versions, as far as it can be told without running it.
struct GradleScript {
  /// What a name gets.
  enum Value: Hashable {
    /// A text that stands there.
    case literal(String, range: Range<Int>)
    /// What another name has.
    case reference(String)
    /// Something that only the build knows.
    case computed
  }

  /// For what an app's `versionName` counts.
  enum Place: Hashable {
    case everywhere, flavor(String)
  }

  /// One `versionName` of an app.
  struct VersionName {
    let place: Place
    let value: Value
    /// Where the name stands.
    let offset: Int
  }

  private static let applicationPlugin = "com.android.application"

  private let tokens: [GradleLexer.Token]
  private(set) var versionNames: [VersionName] = []
  /// The tokens that are in ``versionNames``, and therefore define nothing.
  private var used: Set<Int> = []

  init(_ bytes: [UInt8], file: String) throws(VersionFileError) {
    tokens = try GradleLexer.tokens(of: bytes, file: file, isKotlin: Self.isKotlin(file))
    findVersionNames()
  }

  private static func isKotlin(_ file: String) -> Bool {
    file.hasSuffix(".kts") || file.hasSuffix(".kt")
  }

  /// Whether the script builds an app, and not a library, whose versions nobody sees.
  var isApplication: Bool {
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .string(Self.applicationPlugin, _), .word("applicationId"): return true
      case .word("application"):
        if word(index - 2) == "android", isSymbol(".", index - 1) { return true }
      default: break
      }
    }
    return false
  }

  // MARK: Tokens

  private func kind(_ index: Int) -> GradleLexer.Token.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  private func word(_ index: Int) -> String? {
    guard case .word(let word) = kind(index) else { return nil }
    return word
  }

  private func string(_ index: Int) -> String? {
    guard case .string(let text, isPlain: true) = kind(index) else { return nil }
    return text
  }

  private func isSymbol(_ symbol: Unicode.Scalar, _ index: Int) -> Bool {
    kind(index) == .symbol(UInt8(ascii: symbol))
  }

  private static func isOpening(_ kind: GradleLexer.Token.Kind?) -> Bool {
    guard case .symbol(let byte) = kind else { return false }
    return "([{".utf8.contains(byte)
  }

  private static func isClosing(_ kind: GradleLexer.Token.Kind?) -> Bool {
    guard case .symbol(let byte) = kind else { return false }
    return ")]}".utf8.contains(byte)
  }
}

// MARK: - Versions of apps

extension GradleScript {
  private mutating func findVersionNames() {
    var blocks: [String] = []
    for index in tokens.indices {
      if isSymbol("{", index) {
        blocks.append(blockName(before: index))
      } else if isSymbol("}", index) {
        _ = blocks.popLast()
      } else if word(index) == "versionName", let place = place(index, in: blocks) {
        used.insert(index)
        versionNames.append(
          VersionName(
            place: place, value: value(from: index + 1), offset: tokens[index].range.lowerBound))
      }
    }
  }

  /// Whether a `versionName` is one of an app, and of which flavour.
  private func place(_ index: Int, in blocks: [String]) -> Place? {
    if isSymbol(".", index - 1) {
      let isDefault = word(index - 2) == "defaultConfig" && !isSymbol(".", index + 1)
      return isDefault && startsValue(index + 1) ? .everywhere : nil
    }
    let isFirst =
      index == 0 || kind(index - 1) == .newline || isSymbol("{", index - 1)
      || isSymbol(";", index - 1)
    guard isFirst, startsValue(index + 1) else { return nil }
    if let flavors = blocks.firstIndex(of: "productFlavors") {
      return flavors + 1 < blocks.count ? .flavor(blocks[flavors + 1]) : nil
    }
    return blocks.last == "defaultConfig" ? .everywhere : nil
  }

  private func startsValue(_ index: Int) -> Bool {
    switch kind(index) {
    case .word, .string: true
    case .symbol(let byte): byte == UInt8(ascii: "=") || byte == UInt8(ascii: "(")
    case .newline, nil: false
    }
  }

  /// What stands before a `{`: `android`, or the name in `create("free")`.
  private func blockName(before brace: Int) -> String {
    var index = brace - 1
    guard isSymbol(")", index) else { return word(index) ?? string(index) ?? "" }
    var depth = 0
    while index >= 0 {
      if Self.isClosing(kind(index)) { depth += 1 }
      if Self.isOpening(kind(index)) { depth -= 1 }
      if depth == 0 { break }
      index -= 1
    }
    let makers: Set<String> = ["create", "register", "getByName", "named", "maybeCreate"]
    let name = word(index - 1) ?? ""
    return makers.contains(name) ? string(index + 1) ?? name : name
  }
}

// MARK: - Values

extension GradleScript {
  /// What is written from a token on: behind a `=`, in brackets, or as it is.
  private func value(from start: Int) -> Value {
    var start = start
    if isSymbol("=", start) { start += 1 }
    var end = endOfExpression(from: start)
    while isSymbol("(", start), isSymbol(")", end - 1),
      endOfExpression(from: start + 1) == end - 1
    {
      start += 1
      end -= 1
    }
    return evaluate(start..<end)
  }

  private func endOfExpression(from start: Int) -> Int {
    var index = start
    var depth = 0
    while let kind = kind(index) {
      if Self.isOpening(kind) { depth += 1 }
      if Self.isClosing(kind) { depth -= 1 }
      if depth < 0 { return index }
      if depth == 0, kind == .newline || isSymbol(";", index) || isSymbol(",", index) {
        return index
      }
      index += 1
    }
    return index
  }

  private func evaluate(_ range: Range<Int>) -> Value {
    guard let first = range.first else { return .computed }
    if case .string(let text, let isPlain) = kind(first) {
      guard range.count == 1 else { return .computed }
      if isPlain { return .literal(text, range: tokens[first].range) }
      return Self.onlySubstitution(text).map { .reference($0) } ?? .computed
    }
    return reference(range).map { .reference($0) } ?? .computed
  }

  /// The name in a text that is nothing but `$name` or `${a.name}`.
  private static func onlySubstitution(_ text: String) -> String? {
    guard text.hasPrefix("$") else { return nil }
    let inner = text.hasPrefix("${") ? text.dropFirst(2).dropLast() : text.dropFirst()
    guard text.hasPrefix("${") == text.hasSuffix("}") else { return nil }
    let isPath = inner.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    return isPath ? inner.split(separator: ".").last.map(String.init) : nil
  }

  /// The last name of a path such as `rootProject.ext["appVersion"]` or `property("appVersion")`.
  private func reference(_ range: Range<Int>) -> String? {
    let readers: Set<String> = [
      "property", "findProperty", "gradleProperty", "getProperty", "get", "getAt", "version",
    ]
    let changeless: Set<String> = ["get", "toString", "trim"]
    var names: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let word = word(index) {
        if word == "as" { break }
        names.append(word)
        index += 1
      } else if isSymbol(".", index) || isSymbol("!", index) || isSymbol("?", index) {
        index += 1
      } else if isSymbol("[", index), let key = string(index + 1), isSymbol("]", index + 2) {
        names.append(key)
        index += 3
      } else if isSymbol("(", index), let name = names.last {
        if let key = string(index + 1), isSymbol(")", index + 2), readers.contains(name) {
          names[names.count - 1] = key
          index += 3
        } else if isSymbol(")", index + 1), changeless.contains(name) {
          names.removeLast()
          index += 2
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
    // A catalogue of versions writes `libs.versions.app.name` as `app-name`.
    if names.count > 2, names[1] == "versions" { return names[2...].joined(separator: "-") }
    return names.last
  }
}

// MARK: - Names

extension GradleScript {
  /// What `name` is set to, in the order of the text.
  func definitions(of name: String) -> [Value] {
    tokens.indices.compactMap { index in
      guard !used.contains(index), word(index) == name || string(index) == name,
        let start = valueOfDefinition(index)
      else { return nil }
      return value(from: start)
    }
  }

  /// Where the value of a definition begins whose name is at `index`, or `nil` when it is none.
  private func valueOfDefinition(_ index: Int) -> Int? {
    if isSymbol("=", index + 1) { return isSymbol("=", index + 2) ? nil : index + 2 }
    if isSymbol("]", index + 1), isSymbol("=", index + 2), !isSymbol("=", index + 3) {
      return index + 3
    }
    if isSymbol(":", index + 1) {
      // `name: "1.0"` of a map, or `name: String = "1.0"`.
      if word(index + 2) == "String" {
        let equals = isSymbol("?", index + 3) ? index + 4 : index + 3
        return isSymbol("=", equals) ? equals + 1 : nil
      }
      return index + 2
    }
    if word(index + 1) == "by", word(index + 2) == "extra", Self.isOpening(kind(index + 3)) {
      return index + 4
    }
    if word(index + 1) == "to", string(index) != nil { return index + 2 }
    let isSet = isSymbol("(", index - 1) && ["set", "extra"].contains(word(index - 2) ?? "")
    return isSet && isSymbol(",", index + 1) ? index + 2 : nil
  }
}
