import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads what sources in Java and Kotlin register, export and declare.
///
/// What the two languages share is here; how they write members is in a facet each.
struct AndroidScanner {
  /// The inside of a type, or a whole file, that is still to be read.
  struct Scope {
    let range: Range<Int>
    /// The type's place among ``SourceFacts/classes``, or `nil` in a file.
    let type: Int?
    /// The name that types inside begin with.
    let prefix: String
    /// The name without package and outer types.
    var simpleName = ""
    /// Whether members belong to an interface, where all are public.
    var isInterface = false
  }

  struct Annotation {
    let name: String
    /// The bracket before its arguments.
    let group: Int?
    let index: Int
  }

  /// What stands before a declaration.
  struct Modifiers {
    var words: Set<String> = []
    var annotations: [Annotation] = []
    /// Where the type of a member begins.
    var typeStart: Int?
  }

  var tokens: SourceTokens
  var facts = SourceFacts()
  var scopes: [Scope] = []
  /// Longer names of packages and classes are not taken up: they would be written out for each
  /// class inside, so that a small source could make a large table.
  private static let longestName = 512
  private static let mostPackages = 64

  private(set) var package = ""
  /// The full names of imported classes.
  private var imports: [String: String] = [:]
  /// Where a class may be that is written without its package.
  private(set) var possiblePackages: [String] = []

  static func scan(_ file: SourceFile, _ language: SourceLanguage) -> SourceFacts {
    var scanner = AndroidScanner(tokens: SourceTokens(file, language))
    // `String NAME = "text"` and `const val NAME = "text"`.
    scanner.tokens.defineConstants(behind: ["String", "val"])
    scanner.findImports()
    let prefix = scanner.package.isEmpty ? "" : scanner.package + "."
    scanner.scopes = [Scope(range: 0..<scanner.tokens.count, type: nil, prefix: prefix)]
    while let scope = scanner.scopes.popLast() {
      if language == .java { scanner.readJava(scope) } else { scanner.readKotlin(scope) }
    }
    return scanner.facts
  }

  private init(tokens: SourceTokens) {
    self.tokens = tokens
  }

  // MARK: The head of the file

  private mutating func findImports() {
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard let word = tokens.word(index), word == "package" || word == "import" else { continue }
      var parts: [String] = []
      var next = tokens.isWord(index + 1, "static") ? index + 2 : index + 1
      while let part = tokens.word(next) {
        parts.append(part)
        guard tokens.isMark(next + 1, ".") else { break }
        next += 2
      }
      index = max(index, next - 1)
      let path = parts.joined(separator: ".")
      guard let last = parts.last, path.utf8.count <= Self.longestName else { continue }
      if word == "package" {
        guard package.isEmpty else { continue }
        package = path
        possiblePackages.insert(path, at: 0)
      } else if tokens.isMark(next, "*") {
        if possiblePackages.count < Self.mostPackages { possiblePackages.append(path) }
      } else {
        let name = tokens.isWord(next + 1, "as") ? tokens.word(next + 2) ?? last : last
        imports[name] = path
      }
    }
  }

  /// The full name of a class that is written `name`, as far as this file tells.
  func fullName(_ name: String) -> String {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first else { return name }
    if let imported = imports[first] { return Self.nested([imported] + parts.dropFirst()) }
    // Classes begin with a capital, packages do not.
    return Self.nested(parts)
  }

  /// Writes `$` between a class and those inside it.
  private static func nested(_ parts: [String]) -> String {
    let words = parts.flatMap { $0.split(separator: ".").map(String.init) }
    guard let first = words.firstIndex(where: { $0.first?.isUppercase == true }) else {
      return words.joined(separator: ".")
    }
    let className = words[first...].joined(separator: "$")
    return (words[..<first] + [className]).joined(separator: ".")
  }

  /// The index behind the `>` for the `<` at `start`; real lists are short.
  func behindAngles(_ start: Int) -> Int {
    var depth = 0
    for index in start..<min(start + 256, tokens.count) {
      if tokens.isMark(index, "<") { depth += 1 }
      if tokens.isMark(index, ">"), !tokens.isMark(index - 1, "-") { depth -= 1 }
      if depth == 0 { return index + 1 }
      if tokens.isMark(index, "{") || tokens.isMark(index, "}") || tokens.isWord(index, "fun") {
        break
      }
    }
    return start + 1
  }

  // MARK: Annotations

  /// Takes the annotation whose `@` stands at `index`, and returns the index behind it.
  func takeAnnotation(_ index: Int, _ modifiers: inout Modifiers) -> Int {
    var next = index + 1
    // Kotlin may say what an annotation is for: `@field:Name`.
    if tokens.isMark(next + 1, ":"), tokens.word(next + 2) != nil { next += 2 }
    guard var name = tokens.word(next) else { return next }
    while tokens.isMark(next + 1, "."), let word = tokens.word(next + 2) {
      name = word
      next += 2
    }
    next += 1
    let hasArguments = tokens.isMark(next, "(")
    modifiers.annotations.append(
      Annotation(name: name, group: hasArguments ? next : nil, index: index))
    return hasArguments ? tokens.behind(next) : next
  }

  /// Where the value of an annotation's argument begins; `nil` stands for the one without a name.
  func argument(_ name: String, of annotation: Annotation) -> Int? {
    guard let group = annotation.group else { return nil }
    for piece in tokens.pieces(of: group) {
      let isNamed = tokens.isMark(piece.lowerBound + 1, "=")
      if isNamed, tokens.isWord(piece.lowerBound, name) { return piece.lowerBound + 2 }
      if !isNamed, name == "value" { return piece.lowerBound }
    }
    return nil
  }

  func text(_ name: String, of annotation: Annotation) -> String? {
    argument(name, of: annotation).flatMap { tokens.textOrConstant($0) }
  }

  func flag(_ name: String, of annotation: Annotation) -> Bool? {
    argument(name, of: annotation).flatMap { tokens.word($0) }.flatMap(Bool.init)
  }

  /// The texts of an argument that is one text or a list of them.
  func texts(_ name: String, of annotation: Annotation) -> [String] {
    guard var index = argument(name, of: annotation) else { return [] }
    if tokens.isWord(index, "arrayOf") { index += 1 }
    guard tokens.isOpening(index) else { return [tokens.textOrConstant(index)].compactMap { $0 } }
    return tokens.pieces(of: index).compactMap { tokens.textOrConstant($0.lowerBound) }
  }

  // MARK: Types and methods

  /// Takes up a type whose inside is the group at `body`, or that has none.
  mutating func takeType(
    _ name: String, at index: Int, _ modifiers: Modifiers, bases: [String], body: Int?,
    in scope: Scope, _ configure: (inout SourceClass) -> Void
  ) {
    let fullName = scope.prefix + name
    guard fullName.utf8.count <= Self.longestName else { return }
    var type = SourceClass(
      platform: .android, name: fullName, place: tokens.place(index), bases: bases,
      isAbstract: modifiers.words.contains("abstract") || modifiers.words.contains("sealed"))
    configure(&type)
    facts.classes.append(type)
    for annotation in modifiers.annotations { register(annotation, fullName) }
    guard let body else { return }
    scopes.append(
      Scope(
        range: (body + 1)..<max(body + 1, tokens.close(body)), type: facts.classes.count - 1,
        prefix: fullName + "$", simpleName: name,
        isInterface: modifiers.words.contains("interface")))
  }

  /// What a class's own annotations register.
  private mutating func register(_ annotation: Annotation, _ className: String) {
    func add(
      _ kind: SourceRegistration.Kind, _ names: [String], _ appendTree: Bool?, _ global: Bool
    ) {
      for name in names {
        facts.registrations.append(
          SourceRegistration(
            kind: kind, name: name, platform: .android, className: className, way: .annotation,
            place: tokens.place(annotation.index), appendTree: appendTree, isGlobal: global))
      }
    }
    switch annotation.name {
    case "WeexModule":
      add(
        .module, texts("name", of: annotation), nil,
        flag("globalRegistration", of: annotation) ?? false)
    case "WeexComponent":
      add(.component, texts("names", of: annotation), flag("appendTree", of: annotation), false)
    case "WeexDomObject": add(.domObject, texts("type", of: annotation), nil, false)
    case "WeexAdapter":
      guard let index = argument("type", of: annotation), let name = tokens.word(index) else {
        return
      }
      add(.adapter, [name], nil, false)
    default: break
    }
  }

  /// Takes up what the annotations of a method say.
  mutating func takeMethod(
    _ name: String, at index: Int, _ modifiers: Modifiers, parameters: [SourceParameter],
    returns: String, isPublic: Bool, in scope: Scope
  ) {
    guard let type = scope.type else { return }
    for annotation in modifiers.annotations {
      switch annotation.name {
      case "JSMethod", "WXModuleAnno":
        let isModern = annotation.name == "JSMethod"
        if !isModern, flag("moduleMethod", of: annotation) == false { continue }
        let alias = isModern ? text("alias", of: annotation) : nil
        let isOnMain = flag(isModern ? "uiThread" : "runOnUIThread", of: annotation) ?? true
        facts.classes[type].exports.append(
          SourceExport(
            name: alias.flatMap { $0 == "_" ? nil : $0 } ?? name, nativeName: name,
            isSync: !isOnMain && returns != "void", place: tokens.place(index),
            parameters: parameters, returns: returns, isPublic: isPublic))
      case "WXComponentProp":
        guard let name = text("name", of: annotation) else {
          facts.classes[type].hasUnknownAttributes = true
          continue
        }
        facts.classes[type].attributes.append(
          SourceAttribute(
            name: name, type: parameters.first?.type, place: tokens.place(annotation.index)))
      default: break
      }
    }
  }
}
