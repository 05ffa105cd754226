import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds registrations, exports and classes in Java and Kotlin files.
struct AndroidScanner: BodyScanner {
  /// A type's body, or a file, that waits to be scanned.
  struct Scope {
    let range: Range<Int>
    let type: Int?
    let prefix: String
    /// The type name without package and outer types.
    var simpleName = ""
    /// `true` in an interface, where all members are public.
    var isInterface = false

    /// The type's qualified name, or the empty string at file level.
    var typeName: String { type == nil ? "" : String(prefix.dropLast()) }
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

  let tokens: SourceTokens
  var unit: SourceUnit
  var body = BodyState()
  var keyFunctions: [KeyFunction] = []
  var scopes: [Scope] = []
  /// Ignores longer names.
  ///
  /// Nested classes repeat the outer names.
  private static let maximumNameLength = 512
  private static let maximumImportCount = 4096
  private static let maximumPackageCount = 64

  static func scan(_ file: SourceFile, _ language: SourceLanguage) -> SourceUnit {
    var scanner = AndroidScanner(SourceTokens(file, language))
    scanner.findImports()
    let package = scanner.unit.package
    let prefix = package.isEmpty ? "" : package + "."
    scanner.scopes = [Scope(range: 0..<scanner.tokens.count, type: nil, prefix: prefix)]
    while let scope = scanner.scopes.popLast() {
      scanner.body.type = scope.typeName
      if language == .java { scanner.readJava(scope) } else { scanner.readKotlin(scope) }
    }
    scanner.readKeys()
    scanner.readCallers()
    return scanner.unit
  }

  private init(_ tokens: SourceTokens) {
    self.tokens = tokens
    unit = SourceUnit(.android, of: tokens)
    body = BodyState(of: tokens.file, rexxar: "com.douban.rexxar")
  }

  // MARK: Imports

  private mutating func findImports() {
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard let word = tokens.word(index), word == "package" || word == "import" else { continue }
      let start = tokens.isWord(index + 1, "static") ? index + 2 : index + 1
      guard tokens.word(start) != nil else { continue }
      let end = tokens.pathEnd(start)
      let parts = tokens.words(start..<(end + 1))
      index = end
      let length = parts.reduce(0) { $0 + $1.utf8.count + 1 }
      guard let last = parts.last, length <= Self.maximumNameLength else { continue }
      if word == "package" {
        if unit.package.isEmpty { unit.package = parts.joined(separator: ".") }
      } else if tokens.isPunctuation(end + 1, "."), tokens.isPunctuation(end + 2, "*") {
        if unit.wildcards.count < Self.maximumPackageCount { unit.wildcards.append(parts) }
      } else if unit.imports.count < Self.maximumImportCount {
        let name = tokens.isWord(end + 1, "as") ? tokens.word(end + 2) ?? last : last
        unit.imports[name] = parts
      }
    }
  }

  // MARK: Annotations

  /// Reads the annotation with its `@` at `index`, and returns the index after it.
  func readAnnotation(_ index: Int, _ modifiers: inout Modifiers) -> Int {
    var next = index + 1
    // Kotlin's use-site target: `@field:Name`.
    if tokens.isPunctuation(next + 1, ":"), tokens.word(next + 2) != nil { next += 2 }
    next = tokens.pathEnd(next)
    guard let name = tokens.word(next) else { return next }
    next += 1
    let hasArguments = tokens.isPunctuation(next, "(")
    modifiers.annotations.append(
      Annotation(name: name, group: hasArguments ? next : nil, index: index))
    return hasArguments ? tokens.index(after: next) : next
  }

  func argument(_ name: String, of annotation: Annotation) -> Range<Int>? {
    guard let group = annotation.group else { return nil }
    for part in tokens.parts(of: group) {
      let isNamed = tokens.isPunctuation(part.lowerBound + 1, "=")
      if isNamed, tokens.isWord(part.lowerBound, name) {
        return (part.lowerBound + 2)..<part.upperBound
      }
      if !isNamed, name == "value" { return part }
    }
    return nil
  }

  func value(_ name: String, of annotation: Annotation) -> SourceExpression? {
    argument(name, of: annotation).map { expression($0) }
  }

  func flag(_ name: String, of annotation: Annotation) -> Bool? {
    argument(name, of: annotation).flatMap { tokens.word($0.lowerBound) }.flatMap(Bool.init)
  }

  /// Returns the values of an argument that is a string or a list of strings.
  func values(_ name: String, of annotation: Annotation) -> [SourceExpression] {
    guard let value = argument(name, of: annotation) else { return [] }
    let index = tokens.isWord(value.lowerBound, "arrayOf") ? value.lowerBound + 1 : value.lowerBound
    guard tokens.isOpening(index) else { return [expression(value)] }
    return tokens.parts(of: index).map { expression($0) }
  }

  // MARK: Types and methods

  /// Records a type.
  ///
  /// Its body, if any, is the group at `body`.
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
    unit.classes.append(type)
    let outer = self.body.type
    self.body.type = fullName
    for annotation in modifiers.annotations { register(annotation, fullName) }
    self.body.type = outer
    guard let body else { return }
    scopes.append(
      Scope(
        range: tokens.content(of: body), type: unit.classes.count - 1,
        prefix: fullName + "$", simpleName: name,
        isInterface: modifiers.words.contains("interface")))
  }

  private mutating func register(_ annotation: Annotation, _ className: String) {
    guard let row = AnnotationIdiom.rows[annotation.name] else { return }
    var names = values(row.names, of: annotation)
    if row.kind == .adapter {
      // A class literal.
      names =
        argument(row.names, of: annotation).flatMap { tokens.word($0.lowerBound) }
        .map { [.text($0)] } ?? []
    }
    for name in names {
      unit.registrations.append(
        WrittenRegistration(
          kind: row.kind, names: [name], className: .typeNamed(.text(className)),
          mechanism: .annotation, position: tokens.position(annotation.index),
          appendTree: flag(row.appendTree, of: annotation),
          isGlobal: flag(row.isGlobal, of: annotation) ?? false, context: context))
    }
  }

  mutating func readMethod(
    _ name: String, at index: Int, _ modifiers: Modifiers, parameters: [SourceParameter],
    returns: String, isPublic: Bool, in scope: Scope
  ) {
    guard let type = scope.type else { return }
    for annotation in modifiers.annotations {
      if ExportIdiom.attributes.contains(annotation.name) {
        unit.classes[type].written.append(
          member(
            .attribute(type: parameters.first?.type), value("name", of: annotation) ?? .unknown,
            at: annotation.index, isReported: true))
      }
      guard let row = ExportIdiom.rows[annotation.name],
        flag(row.isExported, of: annotation) != false
      else { continue }
      let isOnMain = flag(row.isOnMain, of: annotation) ?? true
      let alias = value(row.alias, of: annotation)
      unit.classes[type].exports.append(
        SourceExport(
          name: name, nativeName: name, isSync: !isOnMain && returns != "void",
          position: tokens.position(index), parameters: parameters, returns: returns,
          isPublic: isPublic, alias: alias == .text("_") ? nil : alias))
    }
  }
}
