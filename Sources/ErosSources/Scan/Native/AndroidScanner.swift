import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for the registrations, exports and classes of Java and Kotlin files.
struct AndroidScanner {
  /// The body of a type, or a file, that is still to be scanned.
  struct Scope {
    let range: Range<Int>
    /// The index of the type in ``SourceFacts/classes``, or `nil` at file level.
    let type: Int?
    let prefix: String
    /// The type name without package and outer types.
    var simpleName = ""
    /// Whether this is an interface, whose members are all public.
    var isInterface = false
  }

  struct Annotation {
    let name: String
    let group: Int?
    let index: Int
  }

  struct Modifiers {
    var words: Set<String> = []
    var annotations: [Annotation] = []
    var typeStart: Int?
  }

  var tokens: SourceTokens
  var facts = SourceFacts()
  var scopes: [Scope] = []
  /// Each nested class repeats the names around it, so longer package and class names are ignored.
  private static let maximumNameLength = 512
  private static let maximumPackageCount = 64

  private(set) var package = ""
  private var imports: [String: String] = [:]
  /// The packages to search for an unqualified class.
  private(set) var possiblePackages: [String] = []

  static func scan(_ file: SourceFile, _ language: SourceLanguage) -> SourceFacts {
    var scanner = AndroidScanner(tokens: SourceTokens(file, language))
    // `String NAME = "text"` and `const val NAME = "text"`.
    scanner.tokens.defineConstants(after: ["String", "val"])
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

  // MARK: Imports

  private mutating func findImports() {
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard let word = tokens.word(index), word == "package" || word == "import" else { continue }
      var parts: [String] = []
      var next = tokens.isWord(index + 1, "static") ? index + 2 : index + 1
      while let part = tokens.word(next) {
        parts.append(part)
        guard tokens.isPunctuation(next + 1, ".") else { break }
        next += 2
      }
      index = max(index, next - 1)
      let path = parts.joined(separator: ".")
      guard let last = parts.last, path.utf8.count <= Self.maximumNameLength else { continue }
      if word == "package" {
        guard package.isEmpty else { continue }
        package = path
        possiblePackages.insert(path, at: 0)
      } else if tokens.isPunctuation(next, "*") {
        if possiblePackages.count < Self.maximumPackageCount { possiblePackages.append(path) }
      } else {
        let name = tokens.isWord(next + 1, "as") ? tokens.word(next + 2) ?? last : last
        imports[name] = path
      }
    }
  }

  /// The qualified name of the class `name`, as far as this file determines it.
  func fullName(_ name: String) -> String {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first else { return name }
    if let imported = imports[first] { return Self.nested([imported] + parts.dropFirst()) }
    // Class names start with a capital letter, package names do not.
    return Self.nested(parts)
  }

  private static func nested(_ parts: [String]) -> String {
    let words = parts.flatMap { $0.split(separator: ".").map(String.init) }
    guard let first = words.firstIndex(where: { $0.first?.isUppercase == true }) else {
      return words.joined(separator: ".")
    }
    let className = words[first...].joined(separator: "$")
    return (words[..<first] + [className]).joined(separator: ".")
  }

  /// The index after the `>` that closes the `<` at `start`, within a fixed distance.
  func indexAfterAngles(_ start: Int) -> Int {
    let end = tokens.closingAngle(start) {
      tokens.isPunctuation($0, "{") || tokens.isPunctuation($0, "}") || tokens.isWord($0, "fun")
    }
    return (end ?? start) + 1
  }

  // MARK: Annotations

  /// Reads the annotation whose `@` is at `index`, and returns the index after it.
  func readAnnotation(_ index: Int, _ modifiers: inout Modifiers) -> Int {
    var next = index + 1
    // Kotlin's use-site target: `@field:Name`.
    if tokens.isPunctuation(next + 1, ":"), tokens.word(next + 2) != nil { next += 2 }
    guard var name = tokens.word(next) else { return next }
    while tokens.isPunctuation(next + 1, "."), let word = tokens.word(next + 2) {
      name = word
      next += 2
    }
    next += 1
    let hasArguments = tokens.isPunctuation(next, "(")
    modifiers.annotations.append(
      Annotation(name: name, group: hasArguments ? next : nil, index: index))
    return hasArguments ? tokens.index(after: next) : next
  }

  /// The start of the value of an annotation argument; `value` may be unlabeled.
  func argument(_ name: String, of annotation: Annotation) -> Int? {
    guard let group = annotation.group else { return nil }
    for part in tokens.parts(of: group) {
      let isNamed = tokens.isPunctuation(part.lowerBound + 1, "=")
      if isNamed, tokens.isWord(part.lowerBound, name) { return part.lowerBound + 2 }
      if !isNamed, name == "value" { return part.lowerBound }
    }
    return nil
  }

  func text(_ name: String, of annotation: Annotation) -> String? {
    argument(name, of: annotation).flatMap { tokens.stringOrConstant($0) }
  }

  func flag(_ name: String, of annotation: Annotation) -> Bool? {
    argument(name, of: annotation).flatMap { tokens.word($0) }.flatMap(Bool.init)
  }

  /// The strings of an argument that is a string or a list of strings.
  func texts(_ name: String, of annotation: Annotation) -> [String] {
    guard var index = argument(name, of: annotation) else { return [] }
    if tokens.isWord(index, "arrayOf") { index += 1 }
    guard tokens.isOpening(index) else { return [tokens.stringOrConstant(index)].compactMap { $0 } }
    return tokens.parts(of: index).compactMap { tokens.stringOrConstant($0.lowerBound) }
  }

  // MARK: Types and methods

  /// Records a type whose body, if any, is the group at `body`.
  mutating func readType(
    _ name: String, at index: Int, _ modifiers: Modifiers, bases: [String], body: Int?,
    in scope: Scope, _ configure: (inout SourceClass) -> Void
  ) {
    let fullName = scope.prefix + name
    guard fullName.utf8.count <= Self.maximumNameLength else { return }
    var type = SourceClass(
      platform: .android, name: fullName, position: tokens.position(index), bases: bases,
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

  private mutating func register(_ annotation: Annotation, _ className: String) {
    func add(
      _ kind: SourceRegistration.Kind, _ names: [String], _ appendTree: Bool?, _ global: Bool
    ) {
      for name in names {
        facts.registrations.append(
          SourceRegistration(
            kind: kind, name: name, platform: .android, className: className,
            mechanism: .annotation,
            position: tokens.position(annotation.index), appendTree: appendTree, isGlobal: global))
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

  mutating func readMethod(
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
            isSync: !isOnMain && returns != "void", position: tokens.position(index),
            parameters: parameters, returns: returns, isPublic: isPublic))
      case "WXComponentProp":
        guard let name = text("name", of: annotation) else {
          facts.classes[type].hasUnknownAttributes = true
          continue
        }
        facts.classes[type].attributes.append(
          SourceAttribute(
            name: name, type: parameters.first?.type, position: tokens.position(annotation.index)))
      default: break
      }
    }
  }
}
