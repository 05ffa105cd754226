import ErosCore
import ErosRegistry

/// The constants and types in all sources for a platform.
struct SymbolTable {
  let platform: Platform
  let units: [SourceUnit]
  /// The binary name (`com.acme.Outer$Inner`) of each declared type, by its dotted name.
  let types: [String: String]
  /// Each declared type's qualified name by its simple name, or `nil` if it is ambiguous.
  let simpleNames: [String: String?]
  let packages: Set<String>
  /// Each type's bases as written, with the index of the file.
  let bases: [String: [(name: String, unit: Int)]]
  /// The constants with the index of their file, or `nil` if files define different values.
  private let constants: [String: Definition?]

  struct Definition {
    let constant: SourceUnit.Constant
    let unit: Int
  }

  struct Scope {
    let unit: Int
    let type: String
  }

  /// The maximum depth of constants that refer to each other, enclosing types, and base types.
  static let maximumDepth = 32

  init(_ units: [SourceUnit], platform: Platform) {
    self.platform = platform
    self.units = units
    var types: [String: String] = [:]
    var simpleNames: [String: String?] = [:]
    var packages: Set<String> = []
    var bases: [String: [(name: String, unit: Int)]] = [:]
    var constants: [String: Definition?] = [:]
    for (index, unit) in units.enumerated() where unit.platform == platform {
      packages.insert(unit.package)
      for type in unit.classes {
        bases[type.name, default: []] += type.bases.map { ($0, index) }
        types[type.name.replacing("$", with: ".")] = type.name
        guard type.isDefinition else { continue }
        let simpleName = ClassIndex.simpleName(type.name)
        if let other = simpleNames[simpleName], other != type.name {
          simpleNames[simpleName] = .some(nil)
        } else {
          simpleNames[simpleName] = type.name
        }
      }
      for (key, constant) in unit.constants {
        if let other = constants[key], other?.constant.value != constant.value {
          constants[key] = .some(nil)
        } else {
          constants[key] = Definition(constant: constant, unit: index)
        }
      }
    }
    self.types = types
    self.simpleNames = simpleNames
    self.packages = packages
    self.bases = bases
    self.constants = constants
  }

  // MARK: Texts

  /// Evaluates `expression` to a string, or returns `nil` if no source has it.
  func text(
    of expression: SourceExpression, in scope: Scope, _ arguments: [String: Argument] = [:],
    depth: Int = 0
  ) -> String? {
    guard depth < Self.maximumDepth else { return nil }
    switch expression {
    case .text(let text): return text
    case .joined(let parts):
      let texts = parts.map { text(of: $0, in: scope, arguments, depth: depth + 1) }
      let resolvedTexts = texts.compactMap { $0 }
      guard resolvedTexts.count == texts.count else { return nil }
      let joined = resolvedTexts.joined()
      return joined.utf8.count <= Self.maximumTextLength ? joined : nil
    case .name(let path):
      if path.count == 1, let argument = arguments[path[0]] { return argument.text }
      guard let definition = definition(of: path, in: scope) else {
        return platform == .android ? sdkValue(of: path, in: scope) : nil
      }
      return text(
        of: definition.constant.value,
        in: Scope(unit: definition.unit, type: definition.constant.owner),
        depth: depth + 1)
    case .stringized(let name): return arguments[name]?.written
    case .type, .instance, .typeNamed, .unknown: return nil
    }
  }

  /// The maximum length of a joined string, as a limit for hostile sources.
  private static let maximumTextLength = 1024

  /// An argument of a call, with the values of its expression.
  struct Argument {
    var text: String?
    var className: String?
    /// The source text, if the argument is a name.
    var written: String?
  }

  // MARK: Constants

  /// Returns the constant at `path`, such as `NAME` or `PayModule.NAME`.
  func definition(of path: [String], in scope: Scope) -> Definition? {
    platform == .android
      ? javaDefinition(of: path, in: scope) : appleDefinition(of: path, in: scope)
  }

  private func constant(_ name: String, of owner: String) -> Definition? {
    constants[owner + "." + name] ?? nil
  }

  /// Searches a type, its companion object and its base types.
  private func member(_ name: String, of type: String) -> Definition? {
    ancestors(of: type).lazy.compactMap { next in
      constant(name, of: next) ?? constant(name, of: next + "$Companion")
    }.first
  }

  private func javaDefinition(of path: [String], in scope: Scope) -> Definition? {
    guard let name = path.last else { return nil }
    let unit = units[scope.unit]
    guard path.count == 1 else {
      let owner = path.dropLast().filter { $0 != "Companion" }
      return member(name, of: typeName(owner.joined(separator: "."), in: scope))
    }
    let enclosing = Self.enclosing(scope.type).lazy.compactMap { member(name, of: $0) }.first
    if let enclosing { return enclosing }
    if let imported = unit.imports[name] { return constant(at: imported) }
    let packages = [unit.package] + unit.wildcards.map { $0.joined(separator: ".") }
    for package in packages {
      if let definition = package.isEmpty ? constants[name] ?? nil : constant(name, of: package) {
        return definition
      }
      if let type = types[package], let definition = member(name, of: type) { return definition }
    }
    return nil
  }

  private func constant(at path: [String]) -> Definition? {
    guard let name = path.last else { return nil }
    let owner = path.dropLast().joined(separator: ".")
    return constant(name, of: owner) ?? types[owner].flatMap { member(name, of: $0) }
  }

  /// Returns `com.acme.Outer` for `com.acme.Outer$Inner`, or the empty string.
  static func outer(_ type: String) -> String {
    type.lastIndex(of: "$").map { String(type[..<$0]) } ?? ""
  }

  /// Returns the type and the types around it, the innermost first.
  static func enclosing(_ type: String) -> [String] {
    Array(sequence(first: type, next: outer).prefix { !$0.isEmpty })
  }

  /// Searches the file, then the types around the expression, then all sources.
  private func appleDefinition(of path: [String], in scope: Scope) -> Definition? {
    let path = path.last == "rawValue" ? Array(path.dropLast()) : path
    let key = path.joined(separator: ".")
    let isOwn = path.first == "Self" || path.first == "self"
    let name = isOwn ? path.dropFirst().joined(separator: ".") : key
    let constants = units[scope.unit].constants
    if let constant = constants[name] { return Definition(constant: constant, unit: scope.unit) }
    var type = scope.type
    while !type.isEmpty {
      if let definition = constant(name, of: type) { return definition }
      type = type.lastIndex(of: ".").map { String(type[..<$0]) } ?? ""
    }
    return self.constants[name] ?? nil
  }

  // MARK: The SDK

  /// Returns a constant from the Weex SDK, if the sources do not declare its type.
  private func sdkValue(of path: [String], in scope: Scope) -> String? {
    guard let name = path.last else { return nil }
    let unit = units[scope.unit]
    if path.count == 1 {
      let owners = (unit.imports[name].map { [Array($0.dropLast())] } ?? []) + unit.wildcards
      return owners.lazy.compactMap { Self.sdkType($0) }
        .compactMap { Preset.constant(name, of: $0) }.first
    }
    let owner = Array(path.dropLast())
    guard types[typeName(owner.joined(separator: "."), in: scope).replacing("$", with: ".")] == nil
    else { return nil }
    // An import names the package. A wildcard import or a qualified name may also match.
    let imported = unit.imports[owner[0]].map { $0 + owner.dropFirst() } ?? owner
    let type = Self.sdkType(imported) ?? (imported == owner ? owner.joined(separator: ".") : nil)
    return type.flatMap { Preset.constant(name, of: $0) }
  }

  /// Returns the SDK type's name without its package, or `nil` for any other type.
  private static func sdkType(_ path: [String]) -> String? {
    let name = path.joined(separator: ".")
    guard WeexPackage.allCases.contains(where: { $0.contains(name) }) else { return nil }
    return path.drop { $0.first?.isUppercase != true }.joined(separator: ".")
  }
}
